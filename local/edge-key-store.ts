import { createServer, type IncomingMessage } from 'node:http';
import * as z from 'zod';
import { awsFacts } from '../lambdas/config/aws-facts.ts';
import { localCredentials } from './credentials.ts';
import type { EdgeKeys } from './edge-function.ts';
import { type Emulator, listen, readBody } from './listen.ts';
import { resolveLoopbackNames } from './loopback-names.ts';

/** Part of the host name that the store's client calls. */
const accountId = '000000000000';
/** The only store. */
export const edgeKeysArn = `arn:aws:cloudfront::${accountId}:key-value-store/local`;

/** Limits of a KeyValueStore (CloudFront developer guide, "Quotas on key value stores"). */
const limits = {
  keyBytes: awsFacts.keyStoreKeyBytes.value,
  valueBytes: awsFacts.keyStoreValueBytes.value,
  storeBytes: awsFacts.keyStoreBytes.value,
  changesPerCall: awsFacts.keyStoreUpdateKeys.value,
};
/** Default and maximum number of entries in a response. */
const pageSizes = { usual: 10, most: 50 };

const update = z.object({
  Puts: z.array(z.object({ Key: z.string().min(1), Value: z.string() })).default([]),
  Deletes: z.array(z.object({ Key: z.string().min(1) })).default([]),
});
type Update = z.output<typeof update>;

interface Answer {
  readonly status: number;
  readonly body: object;
  readonly error?: string;
}
const refuse = (status: number, error: string, Message = error): Answer => ({ status, error, body: { Message } });

const getBytes = (entries: ReadonlyMap<string, string>): number =>
  [...entries].reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);

/** Entries, and the ETag of their state. */
class Store {
  entries = new Map<string, string>();
  private changes = 0;

  get etag(): string {
    return `KV${String(this.changes).padStart(12, '0')}`;
  }

  get totals() {
    return { ItemCount: this.entries.size, TotalSizeInBytes: getBytes(this.entries) };
  }

  list(after: string | undefined, wanted: number): Answer {
    const names = [...this.entries.keys()].sort().filter((name) => after === undefined || name > after);
    const page = names.slice(0, Math.min(wanted, pageSizes.most));
    const Items = page.map((Key) => ({ Key, Value: this.entries.get(Key) }));
    return { status: 200, body: { Items, ...(names.length > page.length && { NextToken: page.at(-1) }) } };
  }

  get(Key: string): Answer {
    const Value = this.entries.get(Key);
    return Value === undefined
      ? refuse(404, 'ResourceNotFoundException')
      : { status: 200, body: { Key, Value, ...this.totals } };
  }

  update({ Puts, Deletes }: Update): Answer {
    const isTooLarge = ({ Key, Value }: Update['Puts'][number]) =>
      Buffer.byteLength(Key) > limits.keyBytes || Buffer.byteLength(Value) > limits.valueBytes;
    if (Puts.length + Deletes.length > limits.changesPerCall || Puts.some(isTooLarge))
      return refuse(400, 'ValidationException');
    const next = new Map([...this.entries, ...Puts.map(({ Key, Value }) => [Key, Value] as const)]);
    for (const { Key } of Deletes) next.delete(Key);
    if (getBytes(next) > limits.storeBytes) return refuse(402, 'ServiceQuotaExceededException');
    this.entries = next;
    this.changes += 1;
    return { status: 200, body: this.totals };
  }
}

/**
 * Returns whether a request is signed with this start's identity. Global services require signatures with asymmetric
 * keys, which are not verified here: only this process has the identity's name.
 */
const isSigned = ({ headers }: IncomingMessage): boolean => {
  const [, accessKeyId] =
    /^AWS4-ECDSA-P256-SHA256 Credential=([^/]+)\/\d{8}\/cloudfront-keyvaluestore\/aws4_request/.exec(
      headers.authorization ?? '',
    ) ?? [];
  return accessKeyId === localCredentials.accessKeyId && headers['x-amz-region-set'] === '*';
};

const handle = async (store: Store, request: IncomingMessage): Promise<Answer> => {
  if (!isSigned(request)) return refuse(403, 'AccessDeniedException', 'Sign with SigV4A for all regions.');
  const url = new URL(request.url ?? '/', 'http://localhost');
  const path = decodeURIComponent(url.pathname);
  const home = `/key-value-stores/${edgeKeysArn}`;
  if (!path.startsWith(home)) return refuse(404, 'ResourceNotFoundException');
  const rest = path.slice(home.length);
  if (request.method === 'GET' && rest === '')
    return { status: 200, body: { ...store.totals, KvsARN: edgeKeysArn, Created: 0, Status: 'READY' } };
  if (request.method === 'GET' && rest === '/keys') {
    const wanted = Number(url.searchParams.get('MaxResults') ?? pageSizes.usual);
    return store.list(url.searchParams.get('NextToken') ?? undefined, wanted);
  }
  if (request.method === 'GET' && rest.startsWith('/keys/')) return store.get(rest.slice('/keys/'.length));
  if (request.method !== 'POST' || rest !== '/keys') return refuse(400, 'ValidationException');

  const change = update.safeParse(JSON.parse((await readBody(request)).toString()));
  if (!change.success) return refuse(400, 'ValidationException', change.error.message);
  if (request.headers['if-match'] !== store.etag) return refuse(409, 'ConflictException');
  return store.update(change.data);
};

export interface EdgeKeyStore extends Emulator {
  /** The store as an edge function reads it. */
  readonly keys: EdgeKeys;
}

/**
 * The edge function's KeyValueStore on loopback, in memory; a start fills it, like a deployment does. Supports reading
 * one key or all, and changing many at once.
 */
export const startEdgeKeyStore = async (): Promise<EdgeKeyStore> => {
  resolveLoopbackNames();
  const store = new Store();
  const server = createServer(async (request, response) => {
    const { status, body, error } = await handle(store, request).catch((cause) =>
      refuse(500, 'InternalServerException', String(cause)),
    );
    response.writeHead(status, {
      'content-type': 'application/json',
      etag: store.etag,
      ...(error && { 'x-amzn-errortype': error }),
    });
    response.end(JSON.stringify(body));
  });
  const emulator = await listen(server, 0, [`${accountId}.localhost`]);
  const keys: EdgeKeys = {
    async get(key) {
      const value = store.entries.get(key);
      if (value === undefined) throw new Error('KeyNotFound');
      return value;
    },
    exists: async (key) => store.entries.has(key),
  };
  return { ...emulator, url: `http://localhost:${emulator.port}`, keys };
};
