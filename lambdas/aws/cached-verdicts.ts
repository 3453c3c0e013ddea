import { LRUCache } from 'lru-cache';

/** How long a verdict is trusted without looking again: half of what a refusal may take to hold everywhere. */
const freshMs = 30_000;
/** Verdicts kept. */
const most = 2_000;

/**
 * Which names are refused, each verdict kept for half a minute. When it cannot be looked for anew, the last verdict about a
 * name goes on serving; about one that was never looked for there is none, and whoever needs it fails.
 *
 * @param look finds which of some names are refused.
 */
export const cachedVerdicts = (look: (names: readonly string[]) => Promise<ReadonlySet<string>>) => {
  const known = new LRUCache<string, { readonly isRefused: boolean; readonly lookAgainAt: number }>({ max: most });

  const lookAgain = async (names: readonly string[]): Promise<void> => {
    const refused = await look(names);
    const lookAgainAt = performance.now() + freshMs;
    for (const name of names) known.set(name, { isRefused: refused.has(name), lookAgainAt });
  };

  /** @param onStale told why it could not be looked for anew; the last verdicts go on serving. */
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
