import type { EnvironmentOf } from '../../config/capabilities.ts';
import {
  getSitesAddress,
  type SitePage,
  type SiteRecord,
  sitePages,
  siteProofs,
  siteRefreshes,
  sites,
} from '../../domain/records/image-records.ts';
import { type Item, type RecordKind, toSeconds } from '../../domain/records/record.ts';
import { deleteRecord, findRecord, putRecord } from './stored-records.ts';
import { batchGet, queryItems } from './table.ts';

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
interface PageKey {
  readonly siteId: string;
  /** Path of the page. */
  readonly page: string;
  /** Path of its image. */
  readonly path: string;
}

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
  const toPage = (find: Find, of: PageKey): SitePage | undefined => {
    const [page, refresh] = [find(sitePages, of), find(siteRefreshes, of)];
    const isDue = page && refresh && page.readAt <= refresh.refreshedAt;
    return isDue ? { ...page, readAgainAt: refresh.refreshedAt } : page;
  };
  return {
    /** Returns what was read of a page, with `readAgainAt` in the past if a refresh was requested since. */
    find: async (of: PageKey): Promise<SitePage | undefined> => toPage(await read(toPageKeys(of)), of),
    /** Returns also the site, and whether a page of it has named its image. */
    async findWithSite(accountId: string, of: PageKey) {
      const { siteId } = of;
      const find = await read([...toPageKeys(of), sites.toKey({ accountId, siteId }), siteProofs.toKey(siteId)]);
      const isProven = find(siteProofs, siteId) !== undefined;
      return { site: find(sites, { accountId, siteId }), page: toPage(find, of), isProven };
    },
    /** @param expiresAt when the item expires */
    async put(accountId: string, of: PageKey, page: SitePage, expiresAt: Date): Promise<void> {
      await putRecord(sitePages, TREES_TABLE, of, page, { also: { accountId, expires: toSeconds(expiresAt) } });
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
