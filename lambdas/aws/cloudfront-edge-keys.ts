// registers SigV4A with the SDK, which the KeyValueStore requires
import '@aws-sdk/signature-v4a';
import {
  CloudFrontKeyValueStoreClient,
  ConflictException,
  DescribeKeyValueStoreCommand,
  paginateListKeys,
  UpdateKeysCommand,
  type UpdateKeysCommandInput,
} from '@aws-sdk/client-cloudfront-keyvaluestore';
import { isKeyId } from '../core/signing/keyring.ts';
import type { EdgeKeys } from '../ports/ports.ts';
import { budgeted } from './budgeted.ts';
import type { Adapter } from './connect.ts';
import { patience } from './patience.ts';

type Change = Pick<UpdateKeysCommandInput, 'Puts' | 'Deletes'>;
type Entries = ReadonlyMap<string, string>;

/** Attempts at a change while others write as well. */
const attempts = 8;
/** Most changes the store takes in one call. */
const changesPerCall = 50;

/** Without an edge function there is nothing to keep. */
const noEdge: EdgeKeys = {
  put: async () => undefined,
  holds: async () => true,
  ids: async () => [],
  drop: async () => undefined,
};

/**
 * Signing keys in the edge function's KeyValueStore: one entry per key, its id and its secret. Every write names the state
 * it was made from, so that two at once never undo each other.
 */
export const cloudFrontEdgeKeys: Adapter<'edgeKeys:write'> = ({ EDGE_KEYS: KvsARN }) => {
  if (KvsARN === '') return noEdge;
  const client = budgeted(new CloudFrontKeyValueStoreClient({ requestHandler: patience(3) }));

  const readAll = async (): Promise<Entries> => {
    const entries = new Map<string, string>();
    for await (const { Items = [] } of paginateListKeys({ client }, { KvsARN })) {
      for (const { Key, Value } of Items) if (Key !== undefined && Value !== undefined) entries.set(Key, Value);
    }
    return entries;
  };

  /** Writes the changes `plan` derives from the entries, until it derives none; reads them again when others wrote first. */
  const change = async (plan: (entries: Entries) => Change): Promise<void> => {
    for (let conflicts = 0; ; ) {
      const { ETag: IfMatch } = await client.send(new DescribeKeyValueStoreCommand({ KvsARN }));
      const { Puts = [], Deletes = [] } = plan(await readAll());
      if (Puts.length + Deletes.length === 0) return;
      const now = { Puts: Puts.slice(0, changesPerCall), Deletes: Deletes.slice(0, changesPerCall) };
      try {
        await client.send(new UpdateKeysCommand({ KvsARN, IfMatch, ...now }));
      } catch (error) {
        conflicts += 1;
        if (!(error instanceof ConflictException) || conflicts === attempts) throw error;
      }
    }
  };

  return {
    put: (keys) =>
      change((entries) => {
        const strange = keys.find(({ id, secret }) => entries.has(id) && entries.get(id) !== secret);
        if (strange) throw new Error(`The edge has another secret under the key id ${strange.id}.`);
        const missing = keys.filter(({ id }) => !entries.has(id));
        return { Puts: missing.map(({ id, secret }) => ({ Key: id, Value: secret })) };
      }),
    async holds(keys) {
      const entries = await readAll();
      return keys.every(({ id, secret }) => entries.get(id) === secret);
    },
    ids: async () => [...(await readAll()).keys()].filter(isKeyId),
    drop: (ids) => change((entries) => ({ Deletes: ids.filter((id) => entries.has(id)).map((Key) => ({ Key })) })),
  };
};
