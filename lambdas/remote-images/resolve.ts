import { Resolver } from 'node:dns/promises';

/** Resolves a host name to its addresses; an empty list for an unknown name. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

const attempt = { timeout: 1_500, tries: 2 };

/**
 * Queries the name servers directly. Hosts file and search list of this machine are ignored, and a slow server does not
 * block the thread pool that file access uses. IPv4 addresses come first, because many networks have no IPv6.
 */
export const resolveName: Resolve = async (name, signal) => {
  const resolver = new Resolver(attempt);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};
