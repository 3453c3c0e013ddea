import { createHash } from 'node:crypto';
import { formatsByEnding, type ImageFormat } from 'image-url-engine/images.ts';
import { toRandomDigits } from '../base62.ts';
import { sitePrefix } from '../edge.ts';
import { limits } from '../limits.ts';

/** The parts of a site image URL. */
export interface SiteImagePath {
  readonly accountId: string;
  readonly siteId: string;
  /** Path of the page, with a leading slash. */
  readonly page: string;
  readonly format: ImageFormat;
}

/** `lambdas/edge/verify-site-image.js` has the same pattern. */
const form = new RegExp(
  `^${sitePrefix}([0-9A-Za-z]{1,32})-([0-9A-Za-z]{16})/(~[A-Za-z0-9._-]{1,64}/)?([A-Za-z0-9._~!$&'()*+,;=:@%/-]+)\\.(${Object.keys(formatsByEnding).join('|')})$`,
);

/**
 * Returns the id of an account's site for an origin, always the same. It contains the account id, so that the edge can
 * block the images of an account.
 */
export const createSiteId = (accountId: string, origin: string): string => {
  const hash = createHash('sha256').update(`${accountId} ${origin}`).digest();
  return `${accountId}-${toRandomDigits(hash.subarray(0, 12), 16)}`;
};

/**
 * Parses the path of a site image; undefined for any other path. A final `index` is removed, so that pages whose path
 * ends with a slash have an image: `/index.jpg` is the image of `/`, `/blog/index.jpg` that of `/blog/`.
 */
export const readSitePath = (path: string): SiteImagePath | undefined => {
  if (path.length > limits.sitePathCharacters) return undefined;
  const [, accountId, random, , page, ending] = form.exec(path) ?? [];
  const format = formatsByEnding[ending ?? ''];
  if (accountId === undefined || page === undefined || !format) return undefined;
  // Rejects path traversal and ambiguous encodings.
  if (/(^|\/)(\.|%2e){1,2}(\/|$)|\/\/|%(?![0-9A-Fa-f]{2})|%2f|%5c|%00/i.test(page)) return undefined;
  return { accountId, siteId: `${accountId}-${random}`, page: `/${page.replace(/(^|\/)index$/, '$1')}`, format };
};

/** Returns what a path lacks that is one of a site image but for its format; `verify-site-image.js` has the same text. */
export const describeMissingFormat = (path: string): string | undefined =>
  readSitePath(`${path}.jpg`) &&
  'The path of a site image ends with its format: .jpg, .jpeg, .png or .webp behind the path of the page.';

/**
 * Returns the path of a page's image.
 *
 * @param page path of the page, without query.
 */
export const siteImagePathOf = (siteId: string, page: string, ending = 'jpg'): string =>
  `${sitePrefix}${siteId}${page.replace(/\/$/, '/index')}.${ending}`;

/**
 * Returns the hash by which the images of a page are revoked, in every format and at every `~` segment.
 * `lambdas/edge/verify-site-image.js` computes the same hash.
 */
export const hashSiteImage = ({ siteId, page }: Pick<SiteImagePath, 'siteId' | 'page'>): string =>
  createHash('sha256').update(`site\n${siteId}\n${page}`).digest('base64url');
