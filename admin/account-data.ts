import { frozenImages, getOnDemandAddress, getRenderFailuresAddress } from '../lambdas/aws/dynamodb/image-items.ts';
import { deleteItem, queryItems, scanItems } from '../lambdas/aws/dynamodb/table.ts';
import { deleteObject, listKeys } from '../lambdas/aws/s3/client.ts';
import { sourceKinds } from '../lambdas/aws/s3/sources.ts';
import { type TableSchema, type TableVariable, tables } from '../lambdas/config/tables.ts';
import { getAccountImagesFolder, getPreviewsFolder } from '../lambdas/core/vnode/address.ts';
import type { FrozenImage } from '../lambdas/ports/records.ts';

/** Kinds of stored data of an account. */
export type PieceKind =
  | 'keys'
  | 'keyUses'
  | 'signingKeys'
  | 'templates'
  | 'versions'
  | 'sources'
  | 'fonts'
  | 'trees'
  | 'images'
  | 'usage'
  | 'answers';

/** One row or object of an account. */
export interface StoredPiece {
  readonly kind: PieceKind;
  /** Deletes it. A repeated call has no effect. */
  remove(): Promise<void>;
}

type Names = Readonly<Record<TableVariable | 'SOURCES_BUCKET' | 'IMAGES_BUCKET', string>>;
type Item = Readonly<Record<string, unknown>>;
type Values = Readonly<Record<string, string>>;

/**
 * Lists what is stored for accounts, for deletion. Only operators use it. Tables that are not keyed by account are
 * scanned: a scan costs only when an account is deleted, an index would cost a write per mint (docs/decisions/0341).
 */
export const storedAccountData = (names: Names) => {
  const toPiece = (table: TableVariable, kind: PieceKind, item: Item): StoredPiece => {
    const { partitionKey, sortKey }: TableSchema = tables[table];
    const fields = [partitionKey, ...(sortKey === undefined ? [] : [sortKey])];
    const Key = Object.fromEntries(fields.map((field) => [field, item[field]]));
    return { kind, remove: async () => void (await deleteItem(names[table], Key)) };
  };

  const scanTable = (table: TableVariable, FilterExpression: string, ExpressionAttributeValues: Values) =>
    scanItems(names[table], { FilterExpression, ExpressionAttributeValues });

  /** Yields the rows with one value of the partition key. */
  const queryPartition = (table: TableVariable, value: string) =>
    queryItems(names[table], { [tables[table].partitionKey]: value });

  async function* listObjects(bucket: 'SOURCES_BUCKET' | 'IMAGES_BUCKET', kind: PieceKind, prefix: string) {
    for (const key of await listKeys(names[bucket], prefix))
      yield { kind, remove: () => deleteObject(names[bucket], key) } satisfies StoredPiece;
  }

  /** Yields rendered images, each after its render lease. */
  async function* listImages(prefix: string): AsyncGenerator<StoredPiece> {
    for (const key of await listKeys(names.IMAGES_BUCKET, prefix)) {
      const lease = toPiece('TREES_TABLE', 'images', { address: key.split('/').at(-1), part: 'drawing' });
      const remove = async () => {
        await lease.remove();
        await deleteObject(names.IMAGES_BUCKET, key);
      };
      yield { kind: 'images', remove };
    }
  }

  /** Yields the cached results of a tree's remote images, then the tree. */
  async function* getParts(address: string): AsyncGenerator<StoredPiece> {
    const parts = await Array.fromAsync(queryPartition('TREES_TABLE', address));
    const treeLast = parts.toSorted((a, b) => Number(a.part === 'tree') - Number(b.part === 'tree'));
    for (const part of treeLast) yield toPiece('TREES_TABLE', 'trees', part);
  }

  async function* getTemplates(accountId: string): AsyncGenerator<StoredPiece> {
    const isTheirs = 'ownerId = :account OR deletedBy = :account';
    for await (const template of scanTable('TEMPLATES_TABLE', isTheirs, { ':account': accountId })) {
      const templateId = String(template.templateId);
      yield* listImages(getPreviewsFolder(templateId));
      for await (const version of queryPartition('VERSIONS_TABLE', templateId))
        yield toPiece('VERSIONS_TABLE', 'versions', version);
      yield toPiece('TEMPLATES_TABLE', 'templates', template);
    }
  }

  /** Yields stored responses to `Idempotency-Key`s and closed segments of idempotency tokens. */
  async function* getAnswers(accountId: string): AsyncGenerator<StoredPiece> {
    const values = { ':account': accountId, ':segment': `segment ${accountId} ` };
    for await (const { id } of scanTable(
      'IDEMPOTENCY_TABLE',
      'accountId = :account OR begins_with(id, :segment)',
      values,
    )) {
      const parts = await Array.fromAsync(queryPartition('IDEMPOTENCY_TABLE', String(id)));
      const turnLast = parts.toSorted((a, b) => Number(a.part === 'turn') - Number(b.part === 'turn'));
      for (const part of turnLast) yield toPiece('IDEMPOTENCY_TABLE', 'answers', part);
    }
  }

  return {
    /**
     * Yields everything of an account except its record, deny list entries and revocations. A piece comes after the
     * pieces that are found through it.
     */
    async *of(accountId: string): AsyncGenerator<StoredPiece> {
      const own = { ':account': accountId };
      for await (const key of scanTable('KEYS_TABLE', 'accountId = :account', own))
        yield toPiece('KEYS_TABLE', 'keys', key);
      for await (const use of queryPartition('KEY_USES_TABLE', accountId))
        yield toPiece('KEY_USES_TABLE', 'keyUses', use);
      for await (const key of queryPartition('SIGNING_KEYS_TABLE', accountId))
        yield toPiece('SIGNING_KEYS_TABLE', 'signingKeys', key);
      yield* getTemplates(accountId);
      for (const kind of sourceKinds) yield* listObjects('SOURCES_BUCKET', 'sources', `${kind}/${accountId}/`);
      for await (const fonts of queryPartition('FONTS_TABLE', accountId)) yield toPiece('FONTS_TABLE', 'fonts', fonts);
      yield* listImages(getAccountImagesFolder(accountId));
      for await (const { address } of scanTable('TREES_TABLE', 'accountId = :account', own))
        yield* getParts(String(address));
      for await (const usage of queryPartition('USAGE_TABLE', accountId)) yield toPiece('USAGE_TABLE', 'usage', usage);
      yield* getAnswers(accountId);
    },
    /** Yields the tree of an image, and its rendered images in every size and client class. */
    async *ofTree(accountId: string, address: string): AsyncGenerator<StoredPiece> {
      yield* listImages(`${getAccountImagesFolder(accountId)}${address}/`);
      yield* getParts(address);
    },
    /** Returns the frozen image of an on-demand URL; undefined if there is none. */
    frozenImage: (identity: string): Promise<FrozenImage | undefined> => frozenImages.find(names.TREES_TABLE, identity),
    /**
     * Yields what is stored for the identity of an on-demand URL: frozen image, failures, lease, and the path's entries
     * in the list of render failures.
     */
    async *ofOnDemandUrl(accountId: string, identity: string, path: string): AsyncGenerator<StoredPiece> {
      yield* getParts(getOnDemandAddress(identity));
      for await (const failure of queryPartition('TREES_TABLE', getRenderFailuresAddress(accountId)))
        if (failure.path === path) yield toPiece('TREES_TABLE', 'trees', failure);
    },
  };
};

export type AccountData = ReturnType<typeof storedAccountData>;
