// registers the signature with asymmetric keys that the KeyValueStore asks for, as a global service
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
import { budgeted } from '../budgeted.ts';
import { patience } from '../timeouts.ts';

/** Entries of the edge function's KeyValueStore. */
export type Entries = ReadonlyMap<string, string>;
/** What is to be written and what is to go. */
export interface Change {
  readonly puts?: Entries;
  readonly deletes?: readonly string[];
}

/** How often a change is tried again, without having got on, when somebody else's came first. */
const attempts = 20;
/** The store takes no more changes in one call, and gives no more entries in one answer. */
const perCall = 50;

/** Waits a while that no other writer waits as well: of those who write at once one gets through at a time. */
const stepAside = (conflicts: number): Promise<void> =>
  setTimeout((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) * Math.min(conflicts, 4));

/** A change in parts that the store takes. */
const getParts = ({ puts = new Map(), deletes = [] }: Change): Change[] => {
  const all = [...puts, ...deletes.map((name): [string, undefined] => [name, undefined])];
  return Array.from({ length: Math.ceil(all.length / perCall) }, (_, n) => {
    const part = all.slice(n * perCall, (n + 1) * perCall);
    return {
      puts: new Map(part.filter((one): one is [string, string] => one[1] !== undefined)),
      deletes: part.filter(([, value]) => value === undefined).map(([name]) => name),
    };
  });
};

/**
 * The edge function's KeyValueStore. Every write names the state it was made from, so that two at once never undo each other.
 */
export const edgeStore = (KvsARN: string) => {
  const client = budgeted(new CloudFrontKeyValueStoreClient({ requestHandler: patience(3) }));

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

  /** The store's documentation does not say what removing an entry comes to that is not there. */
  const has = async (Key: string): Promise<boolean> => {
    try {
      await client.send(new GetKeyCommand({ KvsARN, Key }));
      return true;
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return false;
      throw error;
    }
  };

  /** Writes one part. @returns the tag of the state it leaves. */
  const write = async ({ puts = new Map(), deletes = [] }: Change, IfMatch: string | undefined) => {
    const Puts = [...puts].map(([Key, Value]) => ({ Key, Value }));
    const Deletes = deletes.map((Key) => ({ Key }));
    return (await client.send(new UpdateKeysCommand({ KvsARN, IfMatch, Puts, Deletes }))).ETag;
  };

  /**
   * Applies what a plan makes of the store, in as many parts as it takes; from the start when others changed it.
   *
   * @param plan asked after the state of the store was read, so that what others did before is seen and what they do later conflicts.
   */
  const apply = async (plan: () => Change | Promise<Change>): Promise<void> => {
    for (let conflicts = 0; ; ) {
      let { tag } = await describe();
      try {
        for (const part of getParts(await plan())) {
          tag = await write(part, tag);
          conflicts = 0;
        }
        return;
      } catch (error) {
        conflicts += 1;
        if (!(error instanceof ConflictException) || conflicts === attempts) throw error;
        await stepAside(conflicts);
      }
    }
  };

  /** The same for a plan that looks at all entries. */
  const change = (plan: (entries: Entries) => Change | Promise<Change>): Promise<void> =>
    apply(async () => plan(await readAll()));

  return { readAll, describe, has, apply, change };
};
