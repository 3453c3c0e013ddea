import type { EnvironmentOf } from '../../config/capabilities.ts';
import { isRevocationEntry, maxEdgeEntries } from '../../domain/revocation.ts';
import { type Entries, edgeStore } from './edge-store.ts';

/** The store holds 5 MB; the rest is reserved for keys and deny list entries. */
const mostBytes = 4_500_000;

/**
 * Returns the entries that the edge function should have. Called after the store was read, and again after a conflict
 * with another writer.
 */
type WantedEntries = () => Promise<Entries>;

/**
 * Returns the wanted entries with these names. Existing ones are written too, so that a concurrent removal conflicts.
 */
const pickEntries = (names: readonly string[], entries: Entries): Entries =>
  new Map([...entries].filter(([name]) => names.includes(name)));

/* Revocations in the edge function's KeyValueStore. */

export const cloudFrontEdgeRevocationAdder = ({ EDGE_KEYS }: EnvironmentOf<'edgeRevocations:add'>) => {
  const { describe, apply } = edgeStore(EDGE_KEYS);
  return {
    /** Returns the number of free entries, shared by all accounts. */
    async budget(): Promise<number> {
      const { entries, bytes } = await describe();
      return bytes < mostBytes ? Math.max(0, maxEdgeEntries - entries) : 0;
    },
    /** Writes the named entries that are wanted. */
    add: (names: readonly string[], wanted: WantedEntries): Promise<void> =>
      apply(async () => ({ puts: pickEntries(names, await wanted()) })),
  };
};

export const cloudFrontEdgeRevocationLifter = ({ EDGE_KEYS }: EnvironmentOf<'edgeRevocations:lift'>) => {
  const { has, apply } = edgeStore(EDGE_KEYS);
  return {
    /** Writes the named entries that are wanted and removes the others. */
    update: (names: readonly string[], wanted: WantedEntries): Promise<void> =>
      apply(async () => {
        const entries = await wanted();
        const others = names.filter((name) => !entries.has(name));
        const areThere = await Promise.all(others.map(has));
        return { puts: pickEntries(names, entries), deletes: others.filter((_, n) => areThere[n]) };
      }),
  };
};

/** Replaces all revocation entries; runs after a deployment and once a day. */
export const cloudFrontEdgeRevocationStore = ({ EDGE_KEYS }: EnvironmentOf<'edgeRevocations:write'>) => {
  const { replace } = edgeStore(EDGE_KEYS);
  return { replaceEntries: (list: WantedEntries): Promise<void> => replace(isRevocationEntry, list) };
};
