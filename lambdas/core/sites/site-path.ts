import { sitePrefix } from '../../contract/edge.ts';
import { formatsByEnding, type ImageFormat } from '../../contract/image-formats.ts';
import { limits } from '../../contract/limits.ts';

/** The URL of a site image, read. */
export interface SiteImagePath {
  readonly accountId: string;
  readonly siteId: string;
  /** Path of the page, with its slash in front: what is behind the origin. */
  readonly page: string;
  readonly format: ImageFormat;
}

/** `lambdas/edge/verify-site-image.js` has the same pattern. */
const form = new RegExp(
  `^${sitePrefix}([0-9A-Za-z]{1,32})-([0-9A-Za-z]{16})/(~[A-Za-z0-9._-]{1,64}/)?([A-Za-z0-9._~!$&'()*+,;=:@%/-]+)\\.(${Object.keys(formatsByEnding).join('|')})$`,
);
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random bytes a site is named with. */
export const siteRandomBytes = 12;

/** Returns the id of a new site; it names its account, so that the edge can refuse the images of one. */
export const newSiteId = (accountId: string, random: Uint8Array): string => {
  let text = '';
  for (let rest = BigInt(`0x${Buffer.from(random).toString('hex')}`); text.length < 16; rest /= 62n)
    text += digits[Number(rest % 62n)];
  return `${accountId}-${text}`;
};

/**
 * Reads the path of a site image; undefined for any other. `index` at the end stands for nothing, so that a page whose address ends with
 * a slash has an image: `/index.jpg` is that of `/`, `/blog/index.jpg` that of `/blog/`.
 */
export const readSitePath = (path: string): SiteImagePath | undefined => {
  if (path.length > limits.sitePathCharacters) return undefined;
  const [, accountId, random, , page, ending] = form.exec(path) ?? [];
  const format = formatsByEnding[ending ?? ''];
  if (accountId === undefined || page === undefined || !format) return undefined;
  // a page that leads out of its folder has no one address
  if (/(^|\/)(\.|%2e){1,2}(\/|$)|\/\/|%(?![0-9A-Fa-f]{2})|%2f|%5c|%00/i.test(page)) return undefined;
  return { accountId, siteId: `${accountId}-${random}`, page: `/${page.replace(/(^|\/)index$/, '$1')}`, format };
};

/**
 * Returns the path of the image of a page, as its tag names it.
 *
 * @param page path of the page, without query.
 */
export const siteImagePathOf = (siteId: string, page: string, ending = 'jpg'): string =>
  `${sitePrefix}${siteId}${page.replace(/\/$/, '/index')}.${ending}`;
