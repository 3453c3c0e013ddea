import { truncate } from '../truncate.ts';

/** Host names, as `URL` spells them, that lead nowhere outside of a machine or its network. */
const privateHost =
  /^(?:[^.:]+|.+\.(?:local|internal|localhost|test)|(?:0|10|127)\.[\d.]+|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.[\d.]+|168\.63\.129\.16|169\.254\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+|192\.(?:0\.[02]|88\.99|168)\.[\d.]+|198\.(?:1[89]|51\.100)\.[\d.]+|203\.0\.113\.[\d.]+|(?:22[4-9]|2[345]\d)\.[\d.]+|\[(?:::|f).*\])\.?$/;

/** Ports from which images are fetched; others belong to services that templates must not reach. */
export const imagePorts: readonly number[] = [80, 443];

/** Returns whether a URL is one of this machine, by its host name alone. */
export const isLoopback = ({ hostname }: Pick<URL, 'hostname'>): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);

/** Returns why a deployed service never fetches a complete URL: its host is not public, or its port is none of the web. */
export const lintReach = (address: string): string | undefined => {
  const url = URL.parse(address.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const shown = `"${truncate(address.trim(), 80)}"`;
  if (privateHost.test(url.hostname))
    return `${shown} is on a host of your own machine or network, which a deployed service does not reach.`;
  if (url.port !== '' && !imagePorts.includes(Number(url.port)))
    return `${shown} has port ${url.port}; images are fetched from ports ${imagePorts.join(' and ')} only.`;
  return undefined;
};
