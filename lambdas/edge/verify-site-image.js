/*
 * In front of /v1/s/*: refuses what is no URL of a site image, images of denied accounts and sites, and images that are revoked
 * (docs/decisions/0361), by the pattern of packages/contract/src/sites/site-path.ts.
 */
const longest = 1024;
const endings = 'jpg|png|jpeg|webp';
const path = new RegExp(
  `^/v1/s/(([0-9A-Za-z]{1,32})-[0-9A-Za-z]{16})/(~[A-Za-z0-9._-]{1,64}/)?([A-Za-z0-9._~!$&'()*+,;=:@%/-]+)\\.(${endings})$`,
);

/* The value of an entry; '' where there is none. */
async function getValue(name) {
  const isThere = await store.exists(name);
  const value = isThere ? await store.get(name) : '';
  return value;
}

/* What a path lacks that would be one of a site image with a format at its end; undefined for any other path. */
function getMissing(uri) {
  return path.test(`${uri}.jpg`)
    ? 'The path of a site image ends with its format: .jpg, .jpeg, .png or .webp behind the path of the page.'
    : undefined;
}

async function judge(request) {
  const found = request.uri.length <= longest && path.exec(request.uri);
  // `$` of this runtime also matches before a line feed at the end
  if (!found || found[0] !== request.uri) return { problem: 'SITE_NOT_FOUND', message: getMissing(request.uri) };
  const problem = await getDenyListEntry([`account:${found[2]}`, `site:${found[1]}`]);
  if (problem) return { problem: problem };
  const revoked = await getValue(`revokes:${found[2]}`);
  if (revoked) {
    const page = `/${found[4].replace(/(^|\/)index$/, '$1')}`;
    const hash = crypto.createHash('sha256').update(`site\n${found[1]}\n${page}`).digest('base64url');
    const isTakenBack = await store.exists(`url:${hash}`);
    if (isTakenBack) return { problem: 'URL_REVOKED' };
  }
  // only the service knows which template a page shows: what was cached before a denial or revocation counts no more
  const denied = await getValue('denials:templates');
  return { query: revoked || denied ? `epoch=${revoked}${denied}` : '' };
}

async function handler(event) {
  const answer = await admit(event, judge);
  return answer;
}
