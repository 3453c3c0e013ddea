/*
 * In front of /v1/s/*: refuses what is no URL of a site image, and images of denied accounts (docs/decisions/0361), by the pattern of
 * lambdas/domain/sites/site-path.ts.
 */
const longest = 1024;
const path =
  /^\/v1\/s\/([0-9A-Za-z]{1,32})-[0-9A-Za-z]{16}\/(~[A-Za-z0-9._-]{1,64}\/)?[A-Za-z0-9._~!$&'()*+,;=:@%/-]+\.(jpg|jpeg|png|webp)$/;

async function judge(request) {
  const found = request.uri.length <= longest && path.exec(request.uri);
  // `$` of this runtime also matches before a line feed at the end
  if (!found || found[0] !== request.uri) return { problem: 'SITE_NOT_FOUND' };
  const isDenied = await store.exists(`account:${found[1]}`);
  return { problem: isDenied ? 'URL_DENIED' : '', query: '' };
}

async function handler(event) {
  const answer = await admit(event, judge);
  return answer;
}
