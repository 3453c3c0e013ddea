import { Refusal } from './refusal.ts';

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** The port a URL leads to. */
export const getPort = ({ protocol, port }: Pick<URL, 'protocol' | 'port'>): number =>
  port === '' ? (defaultPorts[protocol] ?? 0) : Number(port);

/** CloudFront takes no longer ones, nor do most servers. */
const longestBytes = 8_192;

/**
 * Reads the address of an image, or of the next hop.
 *
 * @param base what a relative address of a redirect starts from.
 * @throws Refusal for what is too long, other schemes, credentials and ports.
 */
export const readImageUrl = (text: string, ports: readonly number[], base?: URL): URL => {
  if (Buffer.byteLength(text) > longestBytes) throw new Refusal('address too long');
  const url = URL.parse(text, base?.href);
  if (!url || !(url.protocol in defaultPorts)) throw new Refusal('not a web address');
  if (url.username !== '' || url.password !== '') throw new Refusal('credentials in the address');
  if (!ports.includes(getPort(url))) throw new Refusal('port not allowed');
  return url;
};
