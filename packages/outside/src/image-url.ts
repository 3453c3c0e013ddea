import { Refusal } from './refusal.ts';

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

export const getPort = ({ protocol, port }: Pick<URL, 'protocol' | 'port'>): number =>
  port === '' ? (defaultPorts[protocol] ?? 0) : Number(port);

/** Maximum length of a URL. CloudFront and most servers accept no longer ones. */
const longestBytes = 8_192;

/**
 * Parses the URL of an image or of a redirect.
 *
 * @param base for the relative URL of a redirect
 * @throws Refusal for long URLs, other schemes, credentials and ports that are not allowed
 */
export const readImageUrl = (text: string, ports: readonly number[], base?: URL): URL => {
  if (Buffer.byteLength(text) > longestBytes) throw new Refusal('address too long');
  const url = URL.parse(text, base?.href);
  if (!url || !(url.protocol in defaultPorts)) throw new Refusal('not a web address');
  if (url.username !== '' || url.password !== '') throw new Refusal('credentials in the address');
  if (!ports.includes(getPort(url))) throw new Refusal('port not allowed');
  return url;
};
