import { getImagePairs, readImageQuery } from 'image-url-contract/signing/image-query.ts';
import {
  getOnDemandIdentity,
  type OnDemandUrl,
  readOnDemandUrl,
  readPayload,
} from 'image-url-contract/signing/on-demand-url.ts';
import { readSitePath, type SiteImagePath } from 'image-url-contract/sites/site-path.ts';
import { getTreeAddress } from '../address.ts';

/** A URL of an image without its signature, as counts of views have it. */
export interface UnsignedUrl {
  readonly query: string;
  readonly keyId: string;
}

/** Names of images: all URLs of one name show the same image, or images of the same page, and are erased together. */
export const imageNames = {
  ofTree: (address: string): string => `tree ${address}`,
  ofIdentity: (identity: string): string => `on-demand ${identity}`,
  ofPage: ({ siteId, page }: Pick<SiteImagePath, 'siteId' | 'page'>): string => `page ${siteId} ${page}`,
} as const;

/** Returns the variables of an on-demand URL; undefined if they cannot be read, so that it was never rendered. */
export const readVariables = ({ payload }: Pick<OnDemandUrl, 'payload'>) => {
  try {
    return readPayload(payload);
  } catch {
    return undefined;
  }
};

/** Returns the name of the image of a URL; undefined for a URL that shows none. */
export const getImageName = (accountId: string, { query: text, keyId: key }: UnsignedUrl): string | undefined => {
  if (!text.startsWith('/')) {
    const query = readImageQuery(getImagePairs(text) ?? new Map());
    return query && imageNames.ofTree(getTreeAddress(query));
  }
  const page = readSitePath(text);
  if (page) return imageNames.ofPage(page);
  const url = readOnDemandUrl({ key, part: text, signature: '' });
  const variables = url && readVariables(url);
  return url && variables && imageNames.ofIdentity(getOnDemandIdentity(accountId, url, variables));
};
