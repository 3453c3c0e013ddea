import { isKeyId } from '../../core/signing/keyring.ts';
import type { EdgeKeys } from '../../ports/signing-keys.ts';
import type { Adapter } from '../connect.ts';
import { edgeStore } from './edge-store.ts';

/** Adapter for stages without an edge function, which have no store. */
const noEdge: EdgeKeys = {
  put: async () => undefined,
  holds: async () => true,
  ids: async () => [],
  drop: async () => undefined,
};

/** Signing keys in the edge function's KeyValueStore: one entry per key, its id and its secret. */
export const cloudFrontEdgeKeys: Adapter<'edgeKeys:write'> = ({ EDGE_KEYS }) => {
  if (EDGE_KEYS === '') return noEdge;
  const { readAll, change } = edgeStore(EDGE_KEYS);
  return {
    put: (keys) =>
      change((entries) => {
        const strange = keys.find(({ id, secret }) => entries.has(id) && entries.get(id) !== secret);
        if (strange) throw new Error(`The edge has another secret under the key id ${strange.id}.`);
        const missing = keys.filter(({ id }) => !entries.has(id));
        return { puts: new Map(missing.map(({ id, secret }) => [id, secret])) };
      }),
    async holds(keys) {
      const entries = await readAll();
      return keys.every(({ id, secret }) => entries.get(id) === secret);
    },
    ids: async () => [...(await readAll()).keys()].filter(isKeyId),
    drop: (ids) => change((entries) => ({ deletes: ids.filter((id) => entries.has(id)) })),
  };
};
