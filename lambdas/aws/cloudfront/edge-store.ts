// the KeyValueStore requires SigV4A; this import registers it
import '@aws-sdk/signature-v4a';
import { setTimeout } from 'node:timers/promises';
import {
  CloudFrontKeyValueStoreClient,
  ConflictException,
  DescribeKeyValueStoreCommand,
  GetKeyCommand,
  paginateListKeys,
  ResourceNotFoundException,
  UpdateKeysCommand,
} from '@aws-sdk/client-cloudfront-keyvaluestore';
import { abortAtDeadline } from '../abort-at-deadline.ts';
import { toBatches } from '../batches.ts';
import { patience } from '../timeouts.ts';

/** Entries of the edge function's KeyValueStore. */
export type Entries = ReadonlyMap<string, string>;
/** Entries to write and names to delete. */
export interface Change {
  readonly puts?: Entries;
  readonly deletes?: readonly string[];
}

/** Maximum number of consecutive conflicts in which the change makes no progress. */
const attempts = 20;
/** Maximum number of changes per call and of entries per response. */
const perCall = 50;

/** Waits a random time that grows with the number of conflicts. */
const waitBackoff = (conflicts: number): Promise<void> =>
  setTimeout((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) * Math.min(conflicts, 4));

/** Splits a change into the inputs of as many calls as it needs. */
const getParts = ({ puts = new Map(), deletes = [] }: Change) => {
  const writes = [...puts].map(([Key, Value]) => ({ Puts: [{ Key, Value }], Deletes: [] }));
  const removals = deletes.map((Key) => ({ Puts: [], Deletes: [{ Key }] }));
  return toBatches([...writes, ...removals], perCall).map((part) => ({
    Puts: part.flatMap(({ Puts }) => Puts),
    Deletes: part.flatMap(({ Deletes }) => Deletes),
  }));
};

type EdgeStore = ReturnType<typeof storeAt>;
const noStore: EdgeStore = {
  readAll: async () => new Map(),
  describe: async () => ({ tag: undefined, entries: 0, bytes: 0 }),
  has: async () => false,
  apply: async () => undefined,
  change: async () => undefined,
  replace: async () => undefined,
};

/**
 * Returns access to the edge function's KeyValueStore; without an edge function the ARN is '' and nothing is stored.
 * Every write is conditional on the state that it was computed from, so concurrent writes never undo each other.
 */
export const edgeStore = (KvsARN: string): EdgeStore => (KvsARN === '' ? noStore : storeAt(KvsARN));

const storeAt = (KvsARN: string) => {
  const client = abortAtDeadline(new CloudFrontKeyValueStoreClient({ requestHandler: patience(3) }));

  const describe = async () => {
    const {
      ETag,
      ItemCount = 0,
      TotalSizeInBytes = 0,
    } = await client.send(new DescribeKeyValueStoreCommand({ KvsARN }));
    return { tag: ETag, entries: ItemCount, bytes: TotalSizeInBytes };
  };

  const readAll = async (): Promise<Entries> => {
    const entries = new Map<string, string>();
    for await (const { Items = [] } of paginateListKeys({ client, pageSize: perCall }, { KvsARN })) {
      for (const { Key, Value } of Items) if (Key !== undefined && Value !== undefined) entries.set(Key, Value);
    }
    return entries;
  };

  /** Returns whether an entry exists. The store does not document what deleting a missing entry does. */
  const has = async (Key: string): Promise<boolean> => {
    try {
      await client.send(new GetKeyCommand({ KvsARN, Key }));
      return true;
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return false;
      throw error;
    }
  };

  /**
   * Applies the changes that `plan` computes, in as many calls as they need. Starts again after a conflict.
   *
   * @param plan called after the store was read, so that it sees earlier changes and conflicts with later ones
   */
  const apply = async (plan: () => Change | Promise<Change>): Promise<void> => {
    for (let conflicts = 0; ; ) {
      let { tag } = await describe();
      try {
        for (const part of getParts(await plan())) {
          tag = (await client.send(new UpdateKeysCommand({ KvsARN, IfMatch: tag, ...part }))).ETag;
          conflicts = 0;
        }
        return;
      } catch (error) {
        conflicts += 1;
        if (!(error instanceof ConflictException) || conflicts === attempts) throw error;
        await waitBackoff(conflicts);
      }
    }
  };

  /** `apply` with a plan that reads all entries. */
  const change = (plan: (entries: Entries) => Change | Promise<Change>): Promise<void> =>
    apply(async () => plan(await readAll()));

  /**
   * Replaces all entries of a kind by the listed ones. `list` is called after the store was read, so that a concurrent
   * change is a conflict and both are read again.
   */
  const replace = (isOfKind: (name: string) => boolean, list: () => Promise<Entries>): Promise<void> =>
    change(async (entries) => {
      const wanted = await list();
      return {
        puts: new Map([...wanted].filter(([name, value]) => entries.get(name) !== value)),
        deletes: [...entries.keys()].filter((name) => isOfKind(name) && !wanted.has(name)),
      };
    });

  return { readAll, describe, has, apply, change, replace };
};
