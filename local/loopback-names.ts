import dns from 'node:dns';

let isResolving = false;

/**
 * Makes every name under `localhost` loopback in this process, as RFC 6761 (6.3) asks of resolvers; the C library of many
 * systems knows `localhost` alone. The client of the KeyValueStore puts an account id before the host it is given.
 */
export const resolveLoopbackNames = (): void => {
  if (isResolving) return;
  isResolving = true;
  const lookup = dns.lookup;
  const known = (name: string): string => (/\.localhost\.?$/i.test(name) ? '127.0.0.1' : name);
  dns.lookup = ((name: string, ...rest: unknown[]) =>
    (lookup as (...all: unknown[]) => void)(known(name), ...rest)) as typeof lookup;
};
