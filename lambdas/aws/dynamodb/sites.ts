import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import {
  getSitesAddress,
  leaseField,
  type RenderLease,
  type SitePage,
  type SiteRecord,
  sitePages,
  siteProofs,
  siteRefreshes,
  sites,
  wasRead,
} from '../../domain/records/image-records.ts';
import { type Item, type RecordKind, type RecordOf, toSeconds } from '../../domain/records/record.ts';
import { documents } from './client.ts';
import { deleteRecord, findRecord, putRecord } from './stored-records.ts';
import {
  batchGet,
  deleteItem,
  queryItems,
  setFields,
  toExpressions,
  undefinedIfConditionFails,
  updateItem,
} from './table.ts';

/* Items of the trees table: sites by account, and their read pages by the hash of the image's path. */

export const dynamoDbSiteReader = ({ TREES_TABLE }: EnvironmentOf<'sites:read'>) => ({
  find: (accountId: string, siteId: string): Promise<SiteRecord | undefined> =>
    findRecord(sites, TREES_TABLE, { accountId, siteId }),
});

export const dynamoDbSiteCreator = ({ TREES_TABLE }: EnvironmentOf<'sites:create'>) => ({
  /** @returns false when the account has the site */
  async create(site: SiteRecord): Promise<boolean> {
    if (await putRecord(sites, TREES_TABLE, site, site, { condition: 'attribute_not_exists(address)' })) return true;
    // by this call, if its first response was lost
    const found = await findRecord(sites, TREES_TABLE, site);
    return found?.createdAt.getTime() === site.createdAt.getTime();
  },
});

export const dynamoDbSiteUpdater = ({ TREES_TABLE }: EnvironmentOf<'sites:update'>) => ({
  ...dynamoDbSiteReader({ TREES_TABLE }),
  /** Replaces a site unless it has changed since it was read. @returns whether it was replaced */
  replace(site: SiteRecord, { updatedAt }: SiteRecord): Promise<boolean> {
    const values = { ':before': updatedAt.toISOString() };
    return putRecord(sites, TREES_TABLE, site, site, { condition: 'updatedAt = :before', values });
  },
});

export const dynamoDbSiteDeleter = ({ TREES_TABLE }: EnvironmentOf<'sites:delete'>) => ({
  /** @returns false when the site does not exist */
  delete: (accountId: string, siteId: string): Promise<boolean> =>
    deleteRecord(sites, TREES_TABLE, { accountId, siteId }, 'attribute_exists(address)'),
});

export const dynamoDbSiteLister = ({ TREES_TABLE }: EnvironmentOf<'sites:list'>) => ({
  of: (accountId: string): Promise<SiteRecord[]> =>
    Array.fromAsync(queryItems(TREES_TABLE, { address: getSitesAddress(accountId) }), sites.read),
});

/** Identifies the record of a page. */
export interface PageKey {
  readonly siteId: string;
  /** Path of the page. */
  readonly page: string;
  /** Path of its image. */
  readonly path: string;
}

/** What is known of a page. */
interface KnownPage {
  /** @default it was never read */
  readonly page?: SitePage | undefined;
  /** Of the request that reads it. @default none does */
  readonly lease?: RenderLease;
  /** When it was last asked to be read again. @default never */
  readonly refreshedAt?: Date;
}

const splitLease = (record: RecordOf<typeof sitePages> | undefined): KnownPage => {
  if (!record) return {};
  const { lease, ...page } = record;
  return { ...(lease && { lease }), ...(wasRead(page) && { page }) };
};

export const dynamoDbSitePages = ({ TREES_TABLE }: EnvironmentOf<'sitePages:write'>) => {
  /** Reads keys of the table with one call. */
  const read = async (keys: readonly Item[]) => {
    const items = (await batchGet({ [TREES_TABLE]: keys }))(TREES_TABLE);
    return <K, T>(kind: RecordKind<K, T>, of: K): T | undefined => {
      const { address, part } = kind.toKey(of);
      const item = items.find((one) => one.address === address && one.part === part);
      return item && kind.read(item);
    };
  };
  const toPageKeys = (of: PageKey) => [sitePages.toKey(of), siteRefreshes.toKey(of)];
  type Find = Awaited<ReturnType<typeof read>>;
  const toKnown = (find: Find, of: PageKey): KnownPage => {
    const { refreshedAt } = find(siteRefreshes, of) ?? {};
    return { ...splitLease(find(sitePages, of)), ...(refreshedAt && { refreshedAt }) };
  };
  const isHeldBy = '#lease.id = :id';
  return {
    find: async (of: PageKey): Promise<KnownPage> => toKnown(await read(toPageKeys(of)), of),
    /** Returns also the site, and whether a page of it has named its image. */
    async findWithSite(accountId: string, of: PageKey) {
      const { siteId } = of;
      const find = await read([...toPageKeys(of), sites.toKey({ accountId, siteId }), siteProofs.toKey(siteId)]);
      const isProven = find(siteProofs, siteId) !== undefined;
      return { site: find(sites, { accountId, siteId }), known: toKnown(find, of), isProven };
    },
    /**
     * Acquires the lease of reading a page, unless it has changed since it was read as `seen`.
     *
     * @param expiresAt when the item expires
     * @returns what was read of the page until now; undefined if the lease has changed
     */
    async begin(accountId: string, of: PageKey, lease: RenderLease, seen: RenderLease | undefined, expiresAt: Date) {
      const fields = { accountId, lease: z.encode(leaseField, lease), expires: toSeconds(expiresAt) };
      const { update: UpdateExpression, values } = setFields(fields);
      const ConditionExpression = seen ? isHeldBy : 'attribute_not_exists(#lease)';
      const command = new UpdateCommand({
        ...{ TableName: TREES_TABLE, Key: sitePages.toKey(of), ReturnValues: 'ALL_NEW' },
        ...toExpressions({ UpdateExpression, ConditionExpression }, { ...values, ...(seen && { ':id': seen.id }) }),
      });
      const written = await undefinedIfConditionFails(documents.send(command));
      return written?.Attributes && splitLease(sitePages.read(written.Attributes));
    },
    /** Stores what was read of a page, which ends its lease. No effect if another request holds it. */
    async end(accountId: string, of: PageKey, { id }: RenderLease, page: SitePage, expiresAt: Date): Promise<void> {
      const write = { condition: isHeldBy, values: { ':id': id } };
      await putRecord(sitePages, TREES_TABLE, of, page, {
        also: { accountId, expires: toSeconds(expiresAt) },
        ...write,
      });
    },
    /**
     * Ends the lease of a page that was not read. No effect if another request holds it.
     *
     * @param expiresAt when the item expires; undefined to delete it, because the page was never read
     */
    async release(of: PageKey, { id }: RenderLease, expiresAt: Date | undefined): Promise<void> {
      const [key, values] = [sitePages.toKey(of), { ':id': id }];
      await (expiresAt
        ? updateItem(TREES_TABLE, key, 'REMOVE #lease SET expires = :end', isHeldBy, {
            ...values,
            ':end': toSeconds(expiresAt),
          })
        : deleteItem(TREES_TABLE, key, `attribute_not_exists(readAt) AND ${isHeldBy}`, values));
    },
    async prove(accountId: string, siteId: string, provenAt: Date, expiresAt: Date): Promise<void> {
      await putRecord(
        siteProofs,
        TREES_TABLE,
        siteId,
        { provenAt },
        { also: { accountId, expires: toSeconds(expiresAt) } },
      );
    },
  };
};

export const dynamoDbSiteRefresher = ({ TREES_TABLE }: EnvironmentOf<'sitePages:refresh'>) => ({
  async refresh(accountId: string, siteId: string, page: string, refreshedAt: Date, expiresAt: Date): Promise<void> {
    const also = { accountId, expires: toSeconds(expiresAt) };
    await putRecord(siteRefreshes, TREES_TABLE, { siteId, page }, { refreshedAt }, { also });
  },
});
