import { isRevocationEntry, mostEdgeEntries } from '../../core/revocation.ts';
import type { Adapter } from '../connect.ts';
import { edgeStore } from './edge-store.ts';

/** The store has 5 MB; the rest is reserved for keys and deny list entries. */
const mostBytes = 4_500_000;

/**
 * Returns the wanted entries with these names. They are written even if they exist, so that a concurrent removal
 * conflicts.
 */
const puts = (names: readonly string[], entries: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...entries].filter(([name]) => names.includes(name)));

/* Revocations in the edge function's KeyValueStore, beside the signing keys and deny list entries. */

export const cloudFrontEdgeRevocationAdder: Adapter<'edgeRevocations:add'> = ({ EDGE_KEYS }) => {
  if (EDGE_KEYS === '') return { budget: async () => Number.POSITIVE_INFINITY, add: async () => undefined };
  const { describe, apply } = edgeStore(EDGE_KEYS);
  return {
    async budget() {
      const { entries, bytes } = await describe();
      return bytes < mostBytes ? Math.max(0, mostEdgeEntries - entries) : 0;
    },
    add: (names, wanted) => apply(async () => ({ puts: puts(names, await wanted()) })),
  };
};

export const cloudFrontEdgeRevocationLifter: Adapter<'edgeRevocations:lift'> = ({ EDGE_KEYS }) => {
  if (EDGE_KEYS === '') return { update: async () => undefined };
  const { has, apply } = edgeStore(EDGE_KEYS);
  return {
    update: (names, wanted) =>
      apply(async () => {
        const entries = await wanted();
        const others = names.filter((name) => !entries.has(name));
        const areThere = await Promise.all(others.map(has));
        return { puts: puts(names, entries), deletes: others.filter((_, n) => areThere[n]) };
      }),
  };
};

/** Replaces all revocation entries, after a deployment and once a day. */
export const cloudFrontEdgeRevocationStore: Adapter<'edgeRevocations:write'> = ({ EDGE_KEYS }) => {
  if (EDGE_KEYS === '') return { replaceEntries: async () => undefined };
  const { change } = edgeStore(EDGE_KEYS);
  return {
    replaceEntries: (list) =>
      change(async (entries) => {
        // read after the store's state was: what another one adds meanwhile is a conflict, and read anew
        const wanted = await list();
        return {
          puts: new Map([...wanted].filter(([name, value]) => entries.get(name) !== value)),
          deletes: [...entries.keys()].filter((name) => isRevocationEntry(name) && !wanted.has(name)),
        };
      }),
  };
};
