import { getAssetKey, getAssetsFolder, readAssetPath } from 'image-url-contract/asset-path.ts';
import { dayMs } from 'image-url-contract/days.ts';
import { findRecord, putRecord } from '../lambdas/aws/dynamodb/stored-records.ts';
import { deleteItem, queryItems, scanItems } from '../lambdas/aws/dynamodb/table.ts';
import { deleteObject, listKeys } from '../lambdas/aws/s3/client.ts';
import { sourceKinds } from '../lambdas/aws/s3/sources.ts';
import { type TableSchema, type TableVariable, tables } from '../lambdas/config/tables.ts';
import { getAccountImagesFolder, getPreviewsFolder } from '../lambdas/domain/address.ts';
import { getSentEventsKey } from '../lambdas/domain/records/account-records.ts';
import { toMonthKey } from '../lambdas/domain/records/bill-records.ts';
import {
  assets,
  getPageFailuresAddress,
  getRemoteImagesKey,
  getRenderFailuresAddress,
  getSitePageAddress,
  getTreeKey,
  hashPath,
  isFrozen,
  onDemandImages,
  renderLeases,
  type SitePage,
  sitePages,
  siteRefreshes,
} from '../lambdas/domain/records/image-records.ts';
import { toSeconds } from '../lambdas/domain/records/record.ts';
import {
  erasedImageDays,
  erasedImages,
  storedImageViews,
  viewPrefixes,
} from '../lambdas/domain/records/view-records.ts';
import { getImageName } from '../lambdas/domain/views/viewed-image.ts';
import { getBudgetOwner } from '../lambdas/limits/budgets.ts';
import type { FrozenImage } from '../lambdas/ports/records.ts';
import { isForBills, reduceToCounts } from './usage-rows.ts';

/** One row or object of an account. */
export interface StoredPiece {
  /** What kind of data it is, as it is counted for the operator. */
  readonly kind: string;
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
  const toPiece = (table: TableVariable, kind: string, item: Item): StoredPiece => {
    const { partitionKey, sortKey }: TableSchema = tables[table];
    const fields = [partitionKey, ...(sortKey === undefined ? [] : [sortKey])];
    const Key = Object.fromEntries(fields.map((field) => [field, item[field]]));
    return { kind, remove: async () => void (await deleteItem(names[table], Key)) };
  };

  const scanTable = (table: TableVariable, FilterExpression: string, ExpressionAttributeValues: Values) =>
    scanItems(names[table], { FilterExpression, ExpressionAttributeValues });

  /** Yields the rows with one value of the partition key. @param lastPart the sort key of the row that comes last */
  async function* getRows(table: TableVariable, kind: string, value: string, lastPart?: string) {
    const rows = await Array.fromAsync(queryItems(names[table], { [tables[table].partitionKey]: value }));
    const sorted = rows.toSorted((a, b) => Number(a.part === lastPart) - Number(b.part === lastPart));
    for (const row of sorted) yield { ...toPiece(table, kind, row), row };
  }

  async function* listObjects(bucket: 'SOURCES_BUCKET' | 'IMAGES_BUCKET', kind: string, prefix: string) {
    for (const key of await listKeys(names[bucket], prefix))
      yield { kind, key, remove: () => deleteObject(names[bucket], key) };
  }

  /** Yields rendered images, each after its render lease. */
  async function* listImages(prefix: string): AsyncGenerator<StoredPiece> {
    for await (const image of listObjects('IMAGES_BUCKET', 'images', prefix)) {
      const lease = toPiece('TREES_TABLE', 'images', renderLeases.toKey(image.key.split('/').at(-1) ?? ''));
      const remove = async () => {
        await lease.remove();
        await image.remove();
      };
      yield { kind: 'images', remove };
    }
  }

  /** Yields the items of a partition; of a tree the cached results of its remote images first. */
  async function* getParts(partition: string): AsyncGenerator<StoredPiece> {
    const treePrefix = getTreeKey('');
    if (partition.startsWith(treePrefix))
      yield* getRows('TREES_TABLE', 'trees', getRemoteImagesKey(partition.slice(treePrefix.length)));
    yield* getRows('TREES_TABLE', 'trees', partition);
  }

  async function* getTemplates(accountId: string): AsyncGenerator<StoredPiece> {
    const isTheirs = 'ownerId = :account OR deletedBy = :account';
    for await (const template of scanTable('TEMPLATES_TABLE', isTheirs, { ':account': accountId })) {
      const templateId = String(template.templateId);
      yield* listImages(getPreviewsFolder(templateId));
      yield* getRows('VERSIONS_TABLE', 'versions', templateId);
      yield toPiece('TEMPLATES_TABLE', 'templates', template);
    }
  }

  /** Yields usage and budgets, of which the counts of billing months stay for bills. */
  async function* getUsage(accountId: string): AsyncGenerator<StoredPiece> {
    for await (const { row, ...piece } of getRows('USAGE_TABLE', 'usage', toMonthKey(accountId, '').owner))
      if (!isForBills(row)) yield { ...piece, remove: () => reduceToCounts(names.USAGE_TABLE, row) };
    yield* getRows('USAGE_TABLE', 'usage', getSentEventsKey(accountId));
    for await (const { row, ...piece } of getRows('BUDGETS_TABLE', 'usage', getBudgetOwner(accountId)))
      if (!isForBills(row)) yield piece;
  }

  /** Yields the rows of an account in the table of views whose sort keys begin with a prefix. */
  async function* getViewRows(accountId: string, kind: keyof typeof viewPrefixes) {
    const ofKind = { sort: 'begins_with(part, :kind)', values: { ':kind': `${viewPrefixes[kind]} ` } };
    for await (const row of queryItems(names.VIEWS_TABLE, { accountId }, ofKind))
      yield { ...toPiece('VIEWS_TABLE', 'views', row), row };
  }

  /** Yields views by image, which name URLs with their variables; views by template are counts alone. */
  const getImageViews = (accountId: string) => getViewRows(accountId, 'image');

  /** Yields a path's entries in the list of render failures. */
  async function* getFailures(accountId: string, path: string): AsyncGenerator<StoredPiece> {
    for (const address of [getRenderFailuresAddress(accountId), getPageFailuresAddress(accountId)])
      for await (const failure of getRows('TREES_TABLE', 'trees', address))
        if (failure.row.pathHash === hashPath(path)) yield failure;
  }

  /** Yields stored responses to `Idempotency-Key`s and closed segments of idempotency tokens. */
  async function* getAnswers(accountId: string): AsyncGenerator<StoredPiece> {
    const isTheirs = 'accountId = :account OR begins_with(id, :segment)';
    const values = { ':account': accountId, ':segment': `segment ${accountId} ` };
    for await (const { id } of scanTable('IDEMPOTENCY_TABLE', isTheirs, values))
      yield* getRows('IDEMPOTENCY_TABLE', 'answers', String(id), 'turn');
  }

  return {
    /**
     * Yields everything of an account except its record, deny list entries, revocations, audit and counts for bills. A piece comes after the
     * pieces that are found through it.
     */
    async *of(accountId: string): AsyncGenerator<StoredPiece> {
      const own = { ':account': accountId };
      for await (const key of scanTable('KEYS_TABLE', 'accountId = :account', own))
        yield toPiece('KEYS_TABLE', 'keys', key);
      yield* getRows('KEY_USES_TABLE', 'keyUses', accountId);
      yield* getRows('SIGNING_KEYS_TABLE', 'signingKeys', accountId);
      yield* getTemplates(accountId);
      for (const kind of sourceKinds) yield* listObjects('SOURCES_BUCKET', 'sources', `${kind}/${accountId}/`);
      yield* getRows('FONTS_TABLE', 'fonts', accountId);
      yield* listImages(getAccountImagesFolder(accountId));
      yield* listObjects('IMAGES_BUCKET', 'assets', getAssetsFolder(accountId));
      let last: string | undefined;
      for await (const row of scanTable('TREES_TABLE', 'accountId = :account', own)) {
        const address = String(row.address);
        // a scan returns the rows of a partition one after the other
        if (address !== last) yield* getParts(address);
        last = address;
      }
      yield* getUsage(accountId);
      for (const kind of ['image', 'imageCount', 'erased'] as const) yield* getViewRows(accountId, kind);
      yield* getAnswers(accountId);
    },
    /** Yields the file and the row of the asset that a path names, the file first. */
    async *ofAsset(path: string): AsyncGenerator<StoredPiece> {
      const name = readAssetPath(path);
      if (!name) return;
      const Key = assets.toKey(name);
      yield* listObjects('IMAGES_BUCKET', 'assets', getAssetKey(path));
      for await (const { row, ...piece } of getRows('TREES_TABLE', 'assets', String(Key.address)))
        if (row.part === name.assetId) yield piece;
    },
    /** Yields the tree of an image, and its rendered images in every size and client class. */
    async *ofTree(accountId: string, address: string): AsyncGenerator<StoredPiece> {
      yield* listImages(`${getAccountImagesFolder(accountId)}${address}/`);
      yield* getParts(getTreeKey(address));
    },
    /** Yields the views by image of a name (`imageNames`). */
    async *ofViews(accountId: string, name: string): AsyncGenerator<StoredPiece> {
      for await (const { row, ...piece } of getImageViews(accountId))
        if (getImageName(accountId, storedImageViews.parse(row).signed) === name) yield piece;
    },
    /** Has logs of the time until `now` count no image of a name, for as long as they may come. */
    async noteErased(accountId: string, name: string, now: Date): Promise<void> {
      const expires = toSeconds(new Date(now.getTime() + erasedImageDays * dayMs));
      await putRecord(erasedImages, names.VIEWS_TABLE, { accountId, name }, { erasedAt: now }, { also: { expires } });
    },
    /** Returns the images of a page, as on-demand URLs name them. */
    async pageImages(siteId: string, page: string): Promise<readonly NonNullable<SitePage['image']>[]> {
      const rows = queryItems(names.TREES_TABLE, { address: getSitePageAddress(siteId, page) });
      const read = (await Array.fromAsync(rows)).filter(({ part }) => String(part).startsWith('page '));
      return read.map(sitePages.read).flatMap(({ image }) => image ?? []);
    },
    /** Yields what was read of a page, and entries of the path of its image in the list of render failures. */
    async *ofSiteImage(accountId: string, siteId: string, page: string, path: string): AsyncGenerator<StoredPiece> {
      yield* getParts(getSitePageAddress(siteId, page));
      yield* getParts(String(siteRefreshes.toKey({ siteId, page }).address));
      yield* getFailures(accountId, path);
    },
    /** Returns the frozen image of an on-demand URL; undefined if there is none. */
    async frozenImage(identity: string): Promise<FrozenImage | undefined> {
      const found = await findRecord(onDemandImages, names.TREES_TABLE, identity);
      return isFrozen(found) ? found : undefined;
    },
    /**
     * Yields what is stored for the identity of an on-demand URL: the frozen image with its failure and lease, and the
     * path's entries in the list of render failures.
     */
    async *ofOnDemandUrl(accountId: string, identity: string, path?: string): AsyncGenerator<StoredPiece> {
      yield* getParts(String(onDemandImages.toKey(identity).address));
      if (path !== undefined) yield* getFailures(accountId, path);
    },
  };
};

export type AccountData = ReturnType<typeof storedAccountData>;
