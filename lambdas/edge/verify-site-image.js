/*
 * CloudFront Function (JavaScript runtime 2.0) in front of /v1/s/*, at viewer request and viewer response.
 *
 * Refuses what is no URL of a site image, and images of denied accounts, before any cache or compute (docs/decisions/0361), by the pattern of
 * lambdas/core/sites/site-path.ts. The KeyValueStore is that of verify-image-url.js.
 *
 * The runtime knows no classes, destructuring, spread, default parameters, for-of, `?.` or `??`.
 */
import cf from 'cloudfront';

const store = cf.kvs();
/* Made from lambdas/contract/client-classes.ts by npm run docs. */
const previewers =
  /linkedinbot|whatsapp|telegrambot|facebookexternalhit|facebookcatalog|meta-externalfetcher|facebot|twitterbot|slackbot|slack-imgproxy|discordbot|skypeuripreview|bluesky cardyb|pinterestbot|pinterest\/0\.|kakaotalk-scrap|redditbot|mastodon\/|vkshare|viber|snap url preview|embedly|iframely|linkpreview|link preview/i;

const longest = 1024;
const path =
  /^\/v1\/s\/([0-9A-Za-z]{1,32})-[0-9A-Za-z]{16}\/(~[A-Za-z0-9._-]{1,64}\/)?[A-Za-z0-9._~!$&'()*+,;=:@%/-]+\.(jpg|jpeg|png|webp)$/;

const refusals = {
  SITE_NOT_FOUND: [404, 'Not Found', 'No such site, or it is not yours.'],
  URL_DENIED: [403, 'Forbidden', 'This image is not delivered any more.'],
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

/* Of the two classes of readers; what a viewer says of its own class counts for nothing. */
function getReader(request) {
  const agent = request.headers['user-agent'];
  return agent && previewers.test(agent.value.slice(0, 1000)) ? 'previewer' : 'other';
}

/* The code of a refusal; '' for a path that may be asked for. */
async function judge(uri) {
  const found = uri.length <= longest && path.exec(uri);
  // `$` of this runtime also matches before a line feed at the end
  if (!found || found[0] !== uri) return 'SITE_NOT_FOUND';
  const isDenied = await store.exists(`account:${found[1]}`);
  return isDenied ? 'URL_DENIED' : '';
}

async function checkAdmission(event) {
  const request = event.request;
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(event, 'METHOD_NOT_ALLOWED');
  let problem = 'RENDER_ERROR';
  try {
    problem = await judge(request.uri);
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the runtime has no other log
    console.log(`deny list not readable: ${error}`);
  }
  if (problem) return refuse(event, problem);

  request.querystring = '';
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
