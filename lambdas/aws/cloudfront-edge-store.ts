// registers the signature with asymmetric keys that the KeyValueStore asks for, as a global service
import '@aws-sdk/signature-v4a';
import {
  CloudFrontKeyValueStoreClient,
  ConflictException,
  DescribeKeyValueStoreCommand,
  paginateListKeys,
  UpdateKeysCommand,
} from '@aws-sdk/client-cloudfront-keyvaluestore';
import { budgeted } from './budgeted.ts';
import { patience } from './patience.ts';

/** Entries of the edge function's KeyValueStore. */
export type Entries = ReadonlyMap<string, string>;
/** What is to be written and what is to go. */
export interface Change {
  readonly puts?: Entries;
  readonly deletes?: readonly string[];
}

/** How often a change is tried again when somebody else's came first. */
const attempts = 8;
/** The store takes no more changes in one call, and gives no more entries in one answer. */
const perCall = 50;

/**
 * The edge function's KeyValueStore. Every write names the state it was made from, so that two at once never undo each other.
 */
export const edgeStore = (KvsARN: string) => {
  const client = budgeted(new CloudFrontKeyValueStoreClient({ requestHandler: patience(3) }));

  const readAll = async (): Promise<Entries> => {
    const entries = new Map<string, string>();
    for await (const { Items = [] } of paginateListKeys({ client, pageSize: perCall }, { KvsARN })) {
      for (const { Key, Value } of Items) if (Key !== undefined && Value !== undefined) entries.set(Key, Value);
    }
    return entries;
  };

  /** Applies what `next` makes of the entries until it finds nothing to do; from the start when others changed them. */
  const change = async (next: (entries: Entries) => Change | Promise<Change>): Promise<void> => {
    for (let conflicts = 0; ; ) {
      const { ETag: IfMatch } = await client.send(new DescribeKeyValueStoreCommand({ KvsARN }));
      const { puts = new Map(), deletes = [] } = await next(await readAll());
      if (puts.size + deletes.length === 0) return;
      const Puts = [...puts].slice(0, perCall).map(([Key, Value]) => ({ Key, Value }));
      const Deletes = deletes.slice(0, perCall - Puts.length).map((Key) => ({ Key }));
      try {
        await client.send(new UpdateKeysCommand({ KvsARN, IfMatch, Puts, Deletes }));
      } catch (error) {
        conflicts += 1;
        if (!(error instanceof ConflictException) || conflicts === attempts) throw error;
      }
    }
  };

  return { readAll, change };
};
