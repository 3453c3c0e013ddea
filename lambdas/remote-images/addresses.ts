import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only part of IPv6 assigned to the public internet; addresses outside it that embed IPv4 are refused as well. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Public addresses that the cloud platform itself answers. */
const platformAddresses: readonly string[] = ['168.63.129.16'];

/** ISATAP keeps an IPv4 address behind `0:5efe` or `200:5efe`, under any prefix. */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean => ((parts[4] ?? 0) & 0xfcff) === 0 && parts[5] === 0x5efe;

/**
 * Whether an address belongs to the public internet. Everything else is refused: private, loopback, link-local (cloud
 * metadata), shared (CGNAT), multicast, unspecified, reserved and documentation ranges, and every IPv6 form that carries
 * an IPv4 address, whichever it is.
 *
 * @param address as the system writes it; other spellings (octal, hexadecimal, one number) are refused.
 * Source: https://www.iana.org/assignments/iana-ipv6-special-registry and its counterpart for IPv4.
 */
export const isPublicAddress = (address: string): boolean => {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || platformAddresses.includes(address)) return false;
  return parsed instanceof ipaddr.IPv4 || (parsed.match(globalUnicast) && !isIsatap(parsed));
};
