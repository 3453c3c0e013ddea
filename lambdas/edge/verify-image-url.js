/*
 * CloudFront Function (JavaScript runtime 2.0) in front of the image host, at viewer request and viewer response.
 *
 * Refuses expired and forged image URLs before any cache or compute, and makes equal images one cached object: the query
 * becomes the canonical one, without what only authorises (docs/decisions/0050). Tells link previewers from everybody
 * else (docs/readers.md). The keys lie in the associated
 * KeyValueStore: name: key id, value: the secret in base64url. Beside them lie deny list entries (docs/decisions/0166): name:
 * `account:` or `template:` and an id, value: the code of the refusal; and revocations (lambdas/core/revocation.ts).
 *
 * The runtime knows no classes, destructuring, spread, default parameters, for-of, `?.` or `??`.
 */
import cf from 'cloudfront';
// biome-ignore lint/style/useNodejsImportProtocol: this runtime's module has no other name
import crypto from 'crypto';

const keys = cf.kvs();
const ours = ['templateId', 'uid', 'exp', 'sig', 'rv', 'tv', 'tvn', 'width', 'height', 'format', 'quality', 'dpr'];
const authorising = ['exp', 'sig', 'tvn', 'uid'];
/* Made from lambdas/contract/client-classes.ts by npm run docs. */
const previewers =
  /linkedinbot|whatsapp|telegrambot|facebookexternalhit|facebookcatalog|meta-externalfetcher|facebot|twitterbot|slackbot|slack-imgproxy|discordbot|skypeuripreview|bluesky cardyb|pinterestbot|pinterest\/0\.|kakaotalk-scrap|redditbot|mastodon\/|vkshare|viber|snap url preview|embedly|iframely|linkpreview|link preview/i;

const refusals = {
  URL_EXPIRED: [403, 'Forbidden', 'This image URL has expired.'],
  INVALID_SIGNATURE: [403, 'Forbidden', 'The signature of this image URL does not match.'],
  URL_DENIED: [403, 'Forbidden', 'This image is not delivered any more.'],
  URL_REVOKED: [410, 'Gone', 'This image has been taken back.'],
  RENDER_ERROR: [500, 'Internal Server Error', 'The image could not be drawn.'],
  NOT_FOUND: [404, 'Not Found', 'There is nothing at this address.'],
  METHOD_NOT_ALLOWED: [405, 'Method Not Allowed', 'This address does not answer that method.'],
};

function refuse(event, code) {
  const refusal = refusals[code];
  const response = {
    statusCode: refusal[0],
    statusDescription: refusal[1],
    headers: {
      'content-type': { value: 'application/json' },
      'cache-control': { value: 'no-store' },
      'access-control-allow-origin': { value: '*' },
      'cross-origin-resource-policy': { value: 'cross-origin' },
      'x-content-type-options': { value: 'nosniff' },
      'x-request-id': { value: event.context.requestId },
    },
  };
  if (code === 'METHOD_NOT_ALLOWED') response.headers.allow = { value: 'GET, HEAD' };
  if (event.request.method !== 'HEAD') {
    response.body = { encoding: 'text', data: JSON.stringify({ code: code, message: refusal[2] }) };
  }
  return response;
}

/* The query as the viewer wrote it. Where the runtime does not give it, its parsed form is written out again. */
function rawQuery(request) {
  if (typeof request.rawQueryString === 'function') return request.rawQueryString() || '';
  const parts = [];
  Object.keys(request.querystring).forEach((name) => {
    const found = request.querystring[name];
    (found.multiValue || [found]).forEach((one) => {
      parts.push(`${name}=${one.value}`);
    });
  });
  return parts.join('&');
}

const encode = (text) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

const isOurs = (name) => ours.indexOf(name) >= 0 || name.slice(0, 2) === 'v_';

/* Decoded text; undefined when its percent-encoding is no UTF-8. */
function decoded(text) {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
    // biome-ignore lint/correctness/noUnusedVariables: a catch without a name is not among the runtime's statements
  } catch (error) {
    return undefined;
  }
}

/* Decoded values by name, ours only; undefined when a name of ours comes twice or its value does not decode. */
function readPairs(raw) {
  const pairs = Object.create(null);
  const parts = raw.split('&');
  for (let n = 0; n < parts.length; n += 1) {
    const equals = parts[n].indexOf('=');
    const name = decoded(equals < 0 ? parts[n] : parts[n].slice(0, equals));
    if (name === undefined || !isOurs(name)) continue;
    const value = equals < 0 ? '' : decoded(parts[n].slice(equals + 1));
    if (value === undefined || pairs[name] !== undefined) return undefined;
    pairs[name] = value;
  }
  return pairs;
}

/* Pairs in their one canonical form: each encoded one way, sorted by encoded name. */
function canonical(pairs, isWanted) {
  return Object.keys(pairs)
    .filter(isWanted)
    .map((name) => [encode(name), encode(pairs[name])])
    .sort((a, b) => (a[0] < b[0] ? -1 : 1))
    .map((pair) => `${pair[0]}=${pair[1]}`)
    .join('&');
}

/* Takes the same time wherever two texts of one length differ. */
function isSame(a, b) {
  let difference = a.length ^ b.length;
  for (let n = 0; n < a.length; n += 1) difference |= a.charCodeAt(n) ^ b.charCodeAt(n);
  return difference === 0;
}

/* `get` throws for a missing key and for a store that does not answer; only the first is a forgery. */
async function getSecret(id) {
  try {
    const secret = await keys.get(id);
    return secret;
  } catch (error) {
    const isThere = await keys.exists(id);
    if (isThere) throw error;
    return undefined;
  }
}

async function isSigned(pairs, signed) {
  const sig = pairs.sig || '';
  if (!/^[0-9a-z]{1,4}\.[0-9a-f]{64}$/.test(sig)) return false;
  const id = sig.slice(0, sig.indexOf('.'));
  const secret = await getSecret(id);
  if (!secret) return false;
  const hmac = crypto.createHmac('sha256', Buffer.from(secret, 'base64url'));
  hmac.update(signed);
  return isSame(sig, `${id}.${hmac.digest('hex')}`);
}

/* The code a genuine URL is refused with because its account or template is denied; '' when neither is. */
async function getDenyListEntry(pairs) {
  const names = [`account:${pairs.uid}`, `template:${pairs.templateId}`];
  for (let n = 0; n < names.length; n += 1) {
    const isDenied = await keys.exists(names[n]);
    if (!isDenied) continue;
    const code = await keys.get(names[n]);
    return refusals[code] ? code : 'URL_DENIED';
  }
  return '';
}

/* Whether its account has revoked a genuine URL: itself, its version, or every version up to one that is no earlier. */
async function isRevoked(pairs, signed) {
  const isAny = await keys.exists(`revokes:${pairs.uid}`);
  if (!isAny) return false;
  const hash = crypto.createHash('sha256').update(signed).digest('base64url');
  const isUrl = await keys.exists(`url:${hash}`);
  if (isUrl) return true;
  const version = Number((/^[0-9]{1,9}$/.exec(pairs.tvn || pairs.tv) || [0])[0]);
  const template = `${pairs.uid}:${pairs.templateId}`;
  const isVersion = await keys.exists(`version:${template}:${version}`);
  if (isVersion) return true;
  const areVersions = await keys.exists(`versions:${template}`);
  if (!areVersions) return false;
  const upTo = await keys.get(`versions:${template}`);
  return version <= Number(upTo);
}

/* The code of what is wrong with a URL; '' when nothing is. An expired URL is called expired even when forged as well. */
async function getProblem(pairs) {
  if (!pairs || !/^[1-9][0-9]{0,14}$/.test(pairs.exp || '')) return 'INVALID_SIGNATURE';
  if (Number(pairs.exp) <= Date.now()) return 'URL_EXPIRED';
  const signed = canonical(pairs, (name) => name !== 'sig');
  const isGenuine = await isSigned(pairs, signed);
  if (!isGenuine) return 'INVALID_SIGNATURE';
  const denyListEntry = await getDenyListEntry(pairs);
  if (denyListEntry) return denyListEntry;
  const isTakenBack = await isRevoked(pairs, signed);
  return isTakenBack ? 'URL_REVOKED' : '';
}

/* Of the two classes of readers; what a viewer says of its own class counts for nothing. */
function getReader(request) {
  const agent = request.headers['user-agent'];
  return agent && previewers.test(agent.value.slice(0, 1000)) ? 'previewer' : 'other';
}

async function checkAdmission(event) {
  const request = event.request;
  if (request.uri !== '/v1/image') return refuse(event, 'NOT_FOUND');
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(event, 'METHOD_NOT_ALLOWED');

  const pairs = readPairs(rawQuery(request));
  let problem = 'RENDER_ERROR';
  try {
    problem = await getProblem(pairs);
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the runtime has no other log
    console.log(`keys not readable: ${error}`);
  }
  if (problem) return refuse(event, problem);

  request.querystring = canonical(pairs, (name) => authorising.indexOf(name) < 0);
  request.headers['x-image-signature'] = { value: canonical(pairs, (name) => authorising.indexOf(name) >= 0) };
  request.headers['x-request-id'] = { value: event.context.requestId };
  request.headers['x-image-reader'] = { value: getReader(request) };
  return request;
}

/*
 * A cached answer still carries the headers of the request that filled the cache. Of the origin's Vary CloudFront lets no
 * header through that is not forwarded.
 */
function release(event) {
  const response = event.response;
  const requestId = response.headers['x-request-id'];
  if (requestId && requestId.value !== event.context.requestId) {
    response.headers['x-request-id'] = { value: event.context.requestId };
    delete response.headers['server-timing'];
  }
  if (response.headers['x-image-reader']) response.headers.vary = { value: 'User-Agent' };
  return response;
}

// biome-ignore lint/correctness/noUnusedVariables: the runtime calls it by this name
async function handler(event) {
  if (event.context.eventType === 'viewer-response') return release(event);
  const answer = await checkAdmission(event);
  return answer;
}
