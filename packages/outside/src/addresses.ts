import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only part of IPv6 assigned to the public internet. Addresses outside it that embed IPv4 are rejected too. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Public addresses at which a cloud platform offers internal services. */
const platformAddresses: readonly string[] = ['168.63.129.16'];

/** ISATAP embeds an IPv4 address after `0:5efe` or `200:5efe`, under any prefix. */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean => ((parts[4] ?? 0) & 0xfcff) === 0 && parts[5] === 0x5efe;

/** Returns whether an IP address, in canonical spelling, is a loopback address. */
export const isLoopbackAddress = (address: string): boolean =>
  address === '::1' || /^127(?:\.\d{1,3}){3}$/.test(address);

/**
 * Returns whether an address belongs to the public internet. Rejects private, loopback, link-local (cloud metadata),
 * shared (CGNAT), multicast, unspecified, reserved and documentation ranges, and every IPv6 form that embeds an IPv4
 * address.
 *
 * @param address in canonical spelling; others (octal, hexadecimal, one number) are rejected
 * Source: https://www.iana.org/assignments/iana-ipv6-special-registry and its counterpart for IPv4.
 */
export const isPublicAddress = (address: string): boolean => {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || platformAddresses.includes(address)) return false;
  return parsed instanceof ipaddr.IPv4 || (parsed.match(globalUnicast) && !isIsatap(parsed));
};
