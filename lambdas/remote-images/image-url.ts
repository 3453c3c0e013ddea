import { Refusal } from './refusal.ts';

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** The port a URL leads to. */
export const portOf = ({ protocol, port }: Pick<URL, 'protocol' | 'port'>): number =>
  port === '' ? (defaultPorts[protocol] ?? 0) : Number(port);

/**
 * Reads the address of a picture, or of the next hop.
 *
 * @param base what a relative address of a redirect starts from.
 * @throws Refusal for other schemes, credentials and ports.
 */
export const readImageUrl = (text: string, ports: readonly number[], base?: URL): URL => {
  const url = URL.parse(text, base?.href);
  if (!url || !(url.protocol in defaultPorts)) throw new Refusal('not a web address');
  if (url.username !== '' || url.password !== '') throw new Refusal('credentials in the address');
  if (!ports.includes(portOf(url))) throw new Refusal('port not allowed');
  return url;
};
