import { onDemandPrefix } from 'image-url-contract/edge.ts';
import { splitPath } from 'image-url-contract/signing/on-demand-url.ts';
import { isLoopback } from 'image-url-engine/trees.ts';

/* Addresses of services in settings, lock files and responses. */

const parse = (address: string): URL | undefined => (URL.canParse(address) ? new URL(address) : undefined);

/**
 * Returns the canonical spelling of a service's address, without a trailing slash; undefined for other protocols, and
 * for addresses with a user, query or fragment.
 */
export const canonicalAddress = (address: string): string | undefined => {
  const url = parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || /[?#@\s]/.test(address))
    return undefined;
  return url.origin + url.pathname.replace(/\/+$/, '');
};

/** Returns whether requests to an address are unencrypted: by HTTP to another machine. */
export const isUnencrypted = (address: string): boolean => {
  const url = new URL(address);
  return url.protocol !== 'https:' && !isLoopback(url);
};

const isImagePath = (path: string): boolean =>
  path.endsWith('/v1/image') || splitPath(path.slice(path.indexOf(onDemandPrefix))) !== undefined;

/**
 * Returns whether an address may be that of a service's image: `/v1/image` by HTTPS, or on this machine if the service
 * is on this machine too.
 */
export const isImageAddress = (baseUrl: string, address: string): boolean => {
  const url = parse(address);
  if (!url || url.username || url.password || !isImagePath(url.pathname)) return false;
  if (isLoopback(url)) return /^https?:$/.test(url.protocol) && isLoopback(new URL(baseUrl));
  return url.protocol === 'https:';
};
