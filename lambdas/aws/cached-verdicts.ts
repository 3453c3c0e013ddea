import { LRUCache } from 'lru-cache';

/**
 * Milliseconds for which a verdict is cached: half of the time after which a deny list entry or revocation must be in
 * force everywhere.
 */
const freshMs = 30_000;
/** Maximum number of cached verdicts. */
const most = 2_000;

/**
 * Returns a function that checks names against a deny list and caches each verdict for half a minute. When verdicts
 * cannot be read, expired ones are used; if a name has none, the function throws the error of `look`.
 *
 * @param look returns the names that are rejected.
 */
export const cachedVerdicts = (look: (names: readonly string[]) => Promise<ReadonlySet<string>>) => {
  const known = new LRUCache<string, { readonly isRefused: boolean; readonly lookAgainAt: number }>({ max: most });

  const lookAgain = async (names: readonly string[]): Promise<void> => {
    const refused = await look(names);
    const lookAgainAt = performance.now() + freshMs;
    for (const name of names) known.set(name, { isRefused: refused.has(name), lookAgainAt });
  };

  /** Returns whether any name is rejected. @param onStale called with the error when expired verdicts are used */
  return async (names: readonly string[], onStale: (cause: unknown) => void): Promise<boolean> => {
    const unknown = names.filter((name) => performance.now() >= (known.get(name)?.lookAgainAt ?? 0));
    try {
      if (unknown.length > 0) await lookAgain(unknown);
    } catch (error) {
      if (unknown.some((name) => !known.has(name))) throw error;
      onStale(error);
    }
    return names.some((name) => known.get(name)?.isRefused);
  };
};
