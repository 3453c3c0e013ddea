import { Resolver } from 'node:dns/promises';

/** Looks a name up; an empty list when nobody knows it. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

const attempt = { timeout: 1_500, tries: 2 };

/**
 * Asks the name servers directly: neither the hosts file nor the search list of this machine has a say, and a slow
 * server holds up no thread that files need too. IPv4 comes first, as many networks have nothing else.
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
