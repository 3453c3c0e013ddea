import { LRUCache } from 'lru-cache';

/**
 * Milliseconds for which a verdict is cached: half of the time within which a deny list entry or revocation must take
 * effect everywhere.
 */
const freshMs = 30_000;
/** Maximum number of cached verdicts. */
const maxVerdicts = 2_000;

/**
 * Returns a function that returns which names a deny list rejects, and caches each verdict for 30 s. If verdicts cannot be
 * read, expired ones are used; for a name without one, the function throws the error of `findRejected`.
 */
export const cachedVerdicts = () => {
  const known = new LRUCache<string, { readonly isRejected: boolean; readonly staleAt: number }>({ max: maxVerdicts });

  /**
   * Returns the names that are rejected.
   *
   * @param onStale called with the read error when expired verdicts are used
   * @param findRejected returns the names that are rejected, of those without a fresh verdict
   */
  return async (
    names: readonly string[],
    onStale: (cause: unknown) => void,
    findRejected: (names: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<readonly string[]> => {
    const stale = names.filter((name) => performance.now() >= (known.get(name)?.staleAt ?? 0));
    try {
      const rejected = stale.length > 0 ? await findRejected(stale) : new Set();
      const staleAt = performance.now() + freshMs;
      for (const name of stale) known.set(name, { isRejected: rejected.has(name), staleAt });
    } catch (error) {
      if (stale.some((name) => !known.has(name))) throw error;
      onStale(error);
    }
    return names.filter((name) => known.get(name)?.isRejected);
  };
};
