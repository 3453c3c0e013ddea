import { isKeyId, type SigningKey } from 'image-url-contract/signing/keyring.ts';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import { edgeStore } from './edge-store.ts';

/** Signing keys in the edge function's KeyValueStore, one entry per key: its id and its secret. */
export const cloudFrontEdgeKeys = ({ EDGE_KEYS }: EnvironmentOf<'edgeKeys:write'>) => {
  const { readAll, change, describe } = edgeStore(EDGE_KEYS);
  return {
    /** Adds keys. @throws Error when the edge has another secret for one of their ids */
    put: (keys: readonly SigningKey[]): Promise<void> =>
      change((entries) => {
        const strange = keys.find(({ id, secret }) => entries.has(id) && entries.get(id) !== secret);
        if (strange) throw new Error(`The edge has another secret under the key id ${strange.id}.`);
        const missing = keys.filter(({ id }) => !entries.has(id));
        return { puts: new Map(missing.map(({ id, secret }) => [id, secret])) };
      }),
    /** Returns whether the edge has all of these keys; true without an edge function. */
    async holds(keys: readonly SigningKey[]): Promise<boolean> {
      const entries = await readAll();
      return EDGE_KEYS === '' || keys.every(({ id, secret }) => entries.get(id) === secret);
    },
    ids: async (): Promise<string[]> => [...(await readAll()).keys()].filter(isKeyId),
    /** Returns the bytes of all entries, of every kind; 0 without an edge function. */
    usedBytes: async (): Promise<number> => (await describe()).bytes,
    drop: (ids: readonly string[]): Promise<void> =>
      change((entries) => ({ deletes: ids.filter((id) => entries.has(id)) })),
  };
};
