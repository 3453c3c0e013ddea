import { type TableSchema, type TableVariable, tables } from '../../config/tables.ts';
import { accountImagesFolder, previewsFolder } from '../../core/vnode/address.ts';
import type { FrozenImage, PieceKind, StoredPiece } from '../../ports/records.ts';
import { deleteObject, listKeys } from '../s3/client.ts';
import { sourceKinds } from '../s3/sources.ts';
import { dynamoDbFrozenImages, onDemandAddress } from './on-demand.ts';
import { renderFailuresAddress } from './render-failures.ts';
import { deleteItem, queryItems, scanItems } from './table.ts';

type Names = Readonly<Record<TableVariable | 'SOURCES_BUCKET' | 'IMAGES_BUCKET', string>>;
type Item = Readonly<Record<string, unknown>>;
type Values = Readonly<Record<string, string>>;

/**
 * Finds what is stored of accounts, so that it can be removed. Only operators have it. Rows that are not keyed by their account are found by a scan: that costs only when an
 * account is deleted, whereas an index would cost a write with each mint (docs/decisions/0341).
 */
export const storedAccountData = (names: Names) => {
  const row = (table: TableVariable, kind: PieceKind, item: Item): StoredPiece => {
    const { partitionKey, sortKey }: TableSchema = tables[table];
    const fields = [partitionKey, ...(sortKey === undefined ? [] : [sortKey])];
    const Key = Object.fromEntries(fields.map((field) => [field, item[field]]));
    return { kind, remove: async () => void (await deleteItem(names[table], Key)) };
  };

  const scanned = (table: TableVariable, FilterExpression: string, ExpressionAttributeValues: Values) =>
    scanItems(names[table], { FilterExpression, ExpressionAttributeValues });

  /** Rows with one value of their table's partition key. */
  const partition = (table: TableVariable, value: string) =>
    queryItems(names[table], `${tables[table].partitionKey} = :value`, { ':value': value });

  async function* objectsIn(bucket: 'SOURCES_BUCKET' | 'IMAGES_BUCKET', kind: PieceKind, prefix: string) {
    for (const key of await listKeys(names[bucket], prefix))
      yield { kind, remove: () => deleteObject(names[bucket], key) } satisfies StoredPiece;
  }

  /** Rendered images, each after the lease by which it is rendered. */
  async function* imagesIn(prefix: string): AsyncGenerator<StoredPiece> {
    for (const key of await listKeys(names.IMAGES_BUCKET, prefix)) {
      const lease = row('TREES_TABLE', 'images', { address: key.split('/').at(-1), part: 'drawing' });
      const remove = async () => {
        await lease.remove();
        await deleteObject(names.IMAGES_BUCKET, key);
      };
      yield { kind: 'images', remove };
    }
  }

  /** Yields the cached results of a tree's remote images, then the tree. */
  async function* getParts(address: string): AsyncGenerator<StoredPiece> {
    const parts = await Array.fromAsync(partition('TREES_TABLE', address));
    const treeLast = parts.toSorted((a, b) => Number(a.part === 'tree') - Number(b.part === 'tree'));
    for (const part of treeLast) yield row('TREES_TABLE', 'trees', part);
  }

  async function* getTemplates(accountId: string): AsyncGenerator<StoredPiece> {
    const isTheirs = 'ownerId = :account OR deletedBy = :account';
    for await (const template of scanned('TEMPLATES_TABLE', isTheirs, { ':account': accountId })) {
      const templateId = String(template.templateId);
      yield* imagesIn(previewsFolder(templateId));
      for await (const version of partition('VERSIONS_TABLE', templateId))
        yield row('VERSIONS_TABLE', 'versions', version);
      yield row('TEMPLATES_TABLE', 'templates', template);
    }
  }

  /** Yields stored responses by `Idempotency-Key`, and closed segments of quota tokens. */
  async function* getAnswers(accountId: string): AsyncGenerator<StoredPiece> {
    const values = { ':account': accountId, ':segment': `segment ${accountId} ` };
    for await (const { id } of scanned(
      'IDEMPOTENCY_TABLE',
      'accountId = :account OR begins_with(id, :segment)',
      values,
    )) {
      const parts = await Array.fromAsync(partition('IDEMPOTENCY_TABLE', String(id)));
      const turnLast = parts.toSorted((a, b) => Number(a.part === 'turn') - Number(b.part === 'turn'));
      for (const part of turnLast) yield row('IDEMPOTENCY_TABLE', 'answers', part);
    }
  }

  return {
    /**
     * Everything of an account except its own record, deny list entries and revocations. A piece comes after the pieces
     * that are found through it.
     */
    async *of(accountId: string): AsyncGenerator<StoredPiece> {
      const own = { ':account': accountId };
      for await (const key of scanned('KEYS_TABLE', 'accountId = :account', own)) yield row('KEYS_TABLE', 'keys', key);
      for await (const use of partition('KEY_USES_TABLE', accountId)) yield row('KEY_USES_TABLE', 'keyUses', use);
      for await (const key of partition('SIGNING_KEYS_TABLE', accountId))
        yield row('SIGNING_KEYS_TABLE', 'signingKeys', key);
      yield* getTemplates(accountId);
      for (const kind of sourceKinds) yield* objectsIn('SOURCES_BUCKET', 'sources', `${kind}/${accountId}/`);
      for await (const fonts of partition('FONTS_TABLE', accountId)) yield row('FONTS_TABLE', 'fonts', fonts);
      yield* imagesIn(accountImagesFolder(accountId));
      for await (const { address } of scanned('TREES_TABLE', 'accountId = :account', own))
        yield* getParts(String(address));
      for await (const usage of partition('USAGE_TABLE', accountId)) yield row('USAGE_TABLE', 'usage', usage);
      yield* getAnswers(accountId);
    },
    /** The tree of an image, and all its rendered images in every size and for every client class. */
    async *ofTree(accountId: string, address: string): AsyncGenerator<StoredPiece> {
      yield* imagesIn(`${accountImagesFolder(accountId)}${address}/`);
      yield* getParts(address);
    },
    /** What was frozen for the identity of an on-demand URL; undefined if nothing was. */
    frozenImage: (identity: string): Promise<FrozenImage | undefined> => dynamoDbFrozenImages(names).find(identity),
    /**
     * What is stored under an identity: the frozen image, its failures and lease; and what the list of render failures
     * says of a path.
     */
    async *ofOnDemandUrl(accountId: string, identity: string, path: string): AsyncGenerator<StoredPiece> {
      yield* getParts(onDemandAddress(identity));
      for await (const failure of partition('TREES_TABLE', renderFailuresAddress(accountId)))
        if (failure.path === path) yield row('TREES_TABLE', 'trees', failure);
    },
  };
};
