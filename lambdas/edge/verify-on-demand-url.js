/*
 * CloudFront Function (JavaScript runtime 2.0) in front of /v1/i/*, at viewer request and viewer response.
 *
 * Refuses malformed, expired and forged on-demand URLs before any cache or compute (docs/decisions/0350), by the rules of
 * lambdas/core/signing/on-demand-url.ts. The KeyValueStore is that of verify-image-url.js: keys of the keyring, deny list entries, revocations.
 *
 * The runtime knows no classes, destructuring, spread, default parameters, for-of, `?.` or `??`.
 */
import cf from 'cloudfront';
// biome-ignore lint/style/useNodejsImportProtocol: this runtime's module has no other name
import crypto from 'crypto';

const store = cf.kvs();
/* Made from lambdas/contract/client-classes.ts by npm run docs. */
const previewers =
  /linkedinbot|whatsapp|telegrambot|facebookexternalhit|facebookcatalog|meta-externalfetcher|facebot|twitterbot|slackbot|slack-imgproxy|discordbot|skypeuripreview|bluesky cardyb|pinterestbot|pinterest\/0\.|kakaotalk-scrap|redditbot|mastodon\/|vkshare|viber|snap url preview|embedly|iframely|linkpreview|link preview/i;

const longest = 8192;
const path = /^\/v1\/i\/([0-9a-z]{1,4})-([0-9A-Za-z]{1,32})-([0-9A-Za-z]{16})\/([A-Za-z0-9_-]{43})(\/.*)$/;
const signed = /^\/([A-Za-z0-9_-]{1,64})\/([0-9a-z.-]{1,64})\/([A-Za-z0-9_-]+)\.(png|jpeg|webp)$/;
const payload = /^(-|([A-Za-z0-9_-]{4})*([A-Za-z0-9_-][AQgw]|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048])?)$/;
const letters = 'vswhxqe';
const decimal = '(0|[1-9][0-9]{0,3})(\\.[0-9]{0,3}[1-9])?$';
const forms = [
  /^v[1-9][0-9]{0,8}$/,
  /^s[a-z][a-z0-9]{0,19}$/,
  /^w[1-9][0-9]{0,3}$/,
  /^h[1-9][0-9]{0,3}$/,
  new RegExp(`^x${decimal}`),
  new RegExp(`^q${decimal}`),
  /^e[0-9]{4}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])$/,
];

const refusals = {
  URL_EXPIRED: [403, 'Forbidden', 'This image URL has expired.'],
  INVALID_SIGNATURE: [403, 'Forbidden', 'The signature of this image URL does not match.'],
  URL_DENIED: [403, 'Forbidden', 'This image is not delivered any more.'],
  URL_REVOKED: [410, 'Gone', 'This image has been taken back.'],
  RENDER_ERROR: [500, 'Internal Server Error', 'The image could not be drawn.'],
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

/* The options of a URL by their letters; undefined where they are not written in their one way. */
function readOptions(text) {
  const options = {};
  if (text === '-') return options;
  const tokens = text.split('-');
  let last = -1;
  for (let n = 0; n < tokens.length; n += 1) {
    const at = letters.indexOf(tokens[n].charAt(0) || ' ');
    if (at <= last || !forms[at].test(tokens[n])) return undefined;
    options[letters.charAt(at)] = tokens[n].slice(1);
    last = at;
  }
  return options;
}

/* What a path says; undefined where it has not the form of an on-demand URL. */
function readPath(uri) {
  const outer = uri.length <= longest && path.exec(uri);
  // `$` of this runtime also matches before a line feed at the end
  const inner = outer && outer[0] === uri && signed.exec(outer[5]);
  const options = inner && readOptions(inner[2]);
  if (!options || !payload.test(inner[3])) return undefined;
  return {
    master: outer[1],
    account: outer[2],
    key: `${outer[1]}-${outer[2]}-${outer[3]}`,
    signature: outer[4],
    part: outer[5],
    template: inner[1],
    version: Number(options.v || 0),
    lastDay: options.e,
  };
}

/* Takes the same time wherever two texts of one length differ. */
function isSame(a, b) {
  let difference = a.length ^ b.length;
  for (let n = 0; n < a.length; n += 1) difference |= a.charCodeAt(n) ^ b.charCodeAt(n);
  return difference === 0;
}

/* `get` throws for a missing key and for a store that does not answer; only the first is a forgery. */
async function masterSecret(id) {
  try {
    const secret = await store.get(id);
    return secret;
  } catch (error) {
    const isThere = await store.exists(id);
    if (isThere) throw error;
    return undefined;
  }
}

const hmac = (secret, text) => {
  const made = crypto.createHmac('sha256', Buffer.from(secret, 'base64url'));
  made.update(text);
  return made.digest('base64url');
};

async function isSigned(url) {
  const master = await masterSecret(url.master);
  return Boolean(master) && isSame(url.signature, hmac(hmac(master, `iusk\n${url.key}`), `iu1\n${url.part}`));
}

/* The code a genuine URL is refused with because its account or template is denied; '' when neither is. */
async function getDenyListEntry(url) {
  const names = [`account:${url.account}`, `template:${url.template}`];
  for (let n = 0; n < names.length; n += 1) {
    const isDenied = await store.exists(names[n]);
    if (!isDenied) continue;
    const code = await store.get(names[n]);
    return refusals[code] ? code : 'URL_DENIED';
  }
  return '';
}

/*
 * What its account has revoked of a genuine URL: `all` of it, or undefined. Of a URL without a version only the service knows which one it
 * shows: what is cached of it from before the revocation counts no more then, by `epoch`, which becomes part of the cache key.
 */
async function getRevocation(url) {
  const isAny = await store.exists(`revokes:${url.account}`);
  if (!isAny) return {};
  const hash = crypto.createHash('sha256').update(`iu1\n${url.account}\n${url.part}`).digest('base64url');
  const template = `${url.account}:${url.template}`;
  const names = [`key:${url.key}`, `url:${hash}`, `version:${template}:${url.version}`];
  for (let n = 0; n < names.length; n += 1) {
    const isRevoked = await store.exists(names[n]);
    if (isRevoked) return { all: true };
  }
  const areVersions = await store.exists(`versions:${template}`);
  const upTo = areVersions ? await store.get(`versions:${template}`) : '';
  if (url.version > 0) return { all: areVersions && url.version <= Number(upTo) };
  const isMarked = await store.exists(`epoch:${template}`);
  const epoch = isMarked ? await store.get(`epoch:${template}`) : '';
  return { epoch: epoch };
}

/* Of the two classes of readers; what a viewer says of its own class counts for nothing. */
function getReader(request) {
  const agent = request.headers['user-agent'];
  return agent && previewers.test(agent.value.slice(0, 1000)) ? 'previewer' : 'other';
}

/* What is wrong with a URL, and what its cache key has besides the path. An expired URL is called expired even when forged as well. */
async function judge(url) {
  if (!url) return { problem: 'INVALID_SIGNATURE' };
  const today = new Date(Date.now()).toISOString().slice(0, 10).replace(/-/g, '');
  if (url.lastDay !== undefined && url.lastDay < today) return { problem: 'URL_EXPIRED' };
  const isGenuine = await isSigned(url);
  if (!isGenuine) return { problem: 'INVALID_SIGNATURE' };
  const denyListEntry = await getDenyListEntry(url);
  if (denyListEntry) return { problem: denyListEntry };
  const revoked = await getRevocation(url);
  return revoked.all ? { problem: 'URL_REVOKED' } : { problem: '', epoch: revoked.epoch };
}

async function checkAdmission(event) {
  const request = event.request;
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(event, 'METHOD_NOT_ALLOWED');
  let found = { problem: 'RENDER_ERROR' };
  try {
    found = await judge(readPath(request.uri));
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the runtime has no other log
    console.log(`keys not readable: ${error}`);
  }
  if (found.problem) return refuse(event, found.problem);

  request.querystring = found.epoch ? `epoch=${found.epoch}` : '';
  request.headers['x-request-id'] = { value: event.context.requestId };
  request.headers['x-image-reader'] = { value: getReader(request) };
  return request;
}

/* A cached answer still carries the headers of the request that filled the cache. */
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
