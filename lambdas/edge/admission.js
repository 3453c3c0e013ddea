/*
 * What the four CloudFront Functions (JavaScript runtime 2.0) in front of the image host share; `lib/delivery/edge-source.ts` puts it before
 * each of them. They run at viewer request and viewer response, and refuse expired, forged and denied URLs before any cache or
 * compute (docs/decisions/0050).
 *
 * In the KeyValueStore, by name: secrets of the keyring in base64url, by key id; deny list entries (docs/decisions/0166), by
 * `account:` or `template:` and an id, their value the code of the refusal; revocations (lambdas/domain/revocation.ts).
 *
 * The runtime knows no modules of its own, classes, destructuring, spread, default parameters, for-of, `?.` or `??`.
 */
import cf from 'cloudfront';
// biome-ignore lint/style/useNodejsImportProtocol: this runtime's module has no other name
import crypto from 'crypto';

const store = cf.kvs();
/* Made from packages/engine/src/client-classes.ts by npm run docs. */
const previewers =
  /linkedinbot|whatsapp|telegrambot|facebookexternalhit|facebookcatalog|meta-externalfetcher|facebot|twitterbot|slackbot|slack-imgproxy|discordbot|skypeuripreview|bluesky cardyb|pinterestbot|pinterest\/0\.|kakaotalk-scrap|redditbot|mastodon\/|vkshare|viber|snap url preview|embedly|iframely|linkpreview|link preview/i;

const refusals = {
  URL_EXPIRED: [403, 'Forbidden', 'This image URL has expired.'],
  INVALID_SIGNATURE: [403, 'Forbidden', 'The signature of this image URL does not match.'],
  URL_DENIED: [403, 'Forbidden', 'This image is not delivered any more.'],
  URL_REVOKED: [410, 'Gone', 'This image has been taken back.'],
  RENDER_ERROR: [500, 'Internal Server Error', 'The image could not be rendered.'],
  NOT_FOUND: [404, 'Not Found', 'There is nothing at this address.'],
  SITE_NOT_FOUND: [404, 'Not Found', 'No such site, or it is not yours.'],
  METHOD_NOT_ALLOWED: [405, 'Method Not Allowed', 'This address does not answer that method.'],
};

function refuse(event, code, message) {
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
    response.body = { encoding: 'text', data: JSON.stringify({ code: code, message: message || refusal[2] }) };
  }
  return response;
}

const hmac = (secret, text, encoding) => {
  const made = crypto.createHmac('sha256', Buffer.from(secret, 'base64url'));
  made.update(text);
  return made.digest(encoding);
};

/* Takes the same time wherever two texts of one length differ. */
function isSame(a, b) {
  let difference = a.length ^ b.length;
  for (let n = 0; n < a.length; n += 1) difference |= a.charCodeAt(n) ^ b.charCodeAt(n);
  return difference === 0;
}

/* `get` throws for a missing key and for a store that does not answer; only the first is a forgery. */
async function getSecret(id) {
  try {
    const secret = await store.get(id);
    return secret;
  } catch (error) {
    const isThere = await store.exists(id);
    if (isThere) throw error;
    return undefined;
  }
}

/* The code a genuine URL is refused with because one of these subjects is denied; '' when none is. */
async function getDenyListEntry(subjects) {
  for (let n = 0; n < subjects.length; n += 1) {
    const isDenied = await store.exists(subjects[n]);
    if (!isDenied) continue;
    const code = await store.get(subjects[n]);
    return refusals[code] ? code : 'URL_DENIED';
  }
  return '';
}

/* Whether an account has revoked a genuine URL: one of its names, or every version up to its own. It has revoked something. */
async function isRevoked(names, template, version) {
  for (let n = 0; n < names.length; n += 1) {
    const isNamed = await store.exists(names[n]);
    if (isNamed) return true;
  }
  const areVersions = await store.exists(`versions:${template}`);
  const upTo = areVersions ? await store.get(`versions:${template}`) : '';
  return areVersions && version <= Number(upTo);
}

/* The client class (docs/client-classes.md); the class that a viewer sends is ignored. */
function getClientClass(request) {
  const agent = request.headers['user-agent'];
  return agent && previewers.test(agent.value.slice(0, 1000)) ? 'previewer' : 'other';
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
  if (response.headers['x-image-client-class']) response.headers.vary = { value: 'User-Agent' };
  return response;
}

/* `judge` answers the code of what is wrong with a request, or the query of its cache key. */
async function admit(event, judge) {
  if (event.context.eventType === 'viewer-response') return release(event);
  const request = event.request;
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(event, 'METHOD_NOT_ALLOWED');
  let judgement = { problem: 'RENDER_ERROR' };
  try {
    judgement = await judge(request);
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the runtime has no other log
    console.log(`keys not readable: ${error}`);
  }
  if (judgement.problem) return refuse(event, judgement.problem, judgement.message);

  request.querystring = judgement.query;
  request.headers['x-request-id'] = { value: event.context.requestId };
  request.headers['x-image-client-class'] = { value: getClientClass(request) };
  return request;
}
