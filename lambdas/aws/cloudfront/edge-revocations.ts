import type { EnvironmentOf } from '../../config/capabilities.ts';
import { bytesPerRevocation, edgeRevocationBytes, isRevocationEntry } from '../../domain/revocation.ts';
import { type Entries, edgeStore } from './edge-store.ts';

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
    /** Returns for how many revocations the store has space: by accounts, all together, or by operators. */
    async budget(by: 'account' | 'operator'): Promise<number> {
      const { bytes } = await describe();
      return Math.max(0, Math.floor((edgeRevocationBytes[by] - bytes) / bytesPerRevocation));
    },
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
