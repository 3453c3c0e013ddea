import dns from 'node:dns';

let isResolving = false;

/**
 * Resolves every name under `localhost` to loopback in this process, as RFC 6761 (6.3) requires; the C library of many
 * systems resolves `localhost` alone. The client of the KeyValueStore adds an account id to the host.
 */
export const resolveLoopbackNames = (): void => {
  if (isResolving) return;
  isResolving = true;
  const lookup = dns.lookup;
  const toLoopback = (name: string): string => (/\.localhost\.?$/i.test(name) ? '127.0.0.1' : name);
  dns.lookup = ((name: string, ...rest: unknown[]) =>
    (lookup as (...all: unknown[]) => void)(toLoopback(name), ...rest)) as typeof lookup;
};
