import { onDemandPrefix } from '../../../lambdas/contract/edge.ts';
import { splitPath } from '../../../lambdas/core/signing/on-demand-url.ts';

/* Addresses of services, as settings, lock files and answers name them. */

const parsed = (address: string): URL | undefined => (URL.canParse(address) ? new URL(address) : undefined);

/** Returns whether an IP address is one of this machine. */
export const isLoopbackAddress = (address: string): boolean =>
  address === '::1' || /^127(?:\.\d{1,3}){3}$/.test(address);

/** Returns whether a URL is one of this machine, by its host's name alone. */
export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''));

/**
 * The one spelling of a service's address, without a slash at its end; undefined for what is none: another protocol, or a user, a
 * query or a fragment in it.
 */
export const canonicalAddress = (address: string): string | undefined => {
  const url = parsed(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || /[?#@\s]/.test(address))
    return undefined;
  return url.origin + url.pathname.replace(/\/+$/, '');
};

/** Returns whether what is sent to an address can be read on its way: by HTTP to anywhere but this machine. */
export const isOverheard = (address: string): boolean => {
  const url = new URL(address);
  return url.protocol !== 'https:' && !isLoopback(url);
};

const isImagePath = (path: string): boolean =>
  path.endsWith('/v1/image') || splitPath(path.slice(path.indexOf(onDemandPrefix))) !== undefined;

/**
 * Returns whether an address may be that of an image of a service: `/v1/image` by HTTPS, or of this machine where the service is on
 * this machine too.
 */
export const isImageAddress = (baseUrl: string, address: string): boolean => {
  const url = parsed(address);
  if (!url || url.username || url.password || !isImagePath(url.pathname)) return false;
  if (isLoopback(url)) return /^https?:$/.test(url.protocol) && isLoopback(new URL(baseUrl));
  return url.protocol === 'https:';
};
