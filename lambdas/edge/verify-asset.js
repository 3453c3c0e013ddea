/*
 * In front of /v1/a/*: refuses what is no address of an asset, and assets of denied accounts and those that are revoked, by the
 * pattern of packages/contract/src/asset-path.ts. Behind it is a bucket, which answers everything else.
 */
const path = /^\/v1\/a\/([0-9A-Za-z]{1,32})\/[0-9a-f]{64}\.(png|jpg|webp|avif|gif|svg)$/;

async function judge(request) {
  const found = path.exec(request.uri);
  // `$` of this runtime also matches before a line feed at the end
  if (!found || found[0] !== request.uri) return { problem: 'NOT_FOUND' };
  const problem = await getDenyListEntry([`account:${found[1]}`]);
  if (problem) return { problem: problem };
  const isAny = await store.exists(`revokes:${found[1]}`);
  if (!isAny) return { query: '' };
  const hash = crypto.createHash('sha256').update(`asset\n${request.uri}`).digest('base64url');
  const isTakenBack = await store.exists(`url:${hash}`);
  return isTakenBack ? { problem: 'URL_REVOKED' } : { query: '' };
}

async function handler(event) {
  const answer = await admit(event, judge);
  // every client gets the same bytes
  if (answer.uri) delete answer.headers['x-image-client-class'];
  return answer;
}
