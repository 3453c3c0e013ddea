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
import { toSeconds } from '../../domain/records/record.ts';
import { deleteRecord, findRecord, putRecord } from './stored-records.ts';
import { queryItems } from './table.ts';

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

export const dynamoDbSitePages = ({ TREES_TABLE }: EnvironmentOf<'sitePages:write'>) => ({
  /** Returns what was read of a page, with `readAgainAt` in the past if a refresh was requested since. */
  async find(of: PageKey): Promise<SitePage | undefined> {
    const [page, refresh] = await Promise.all([
      findRecord(sitePages, TREES_TABLE, of),
      findRecord(siteRefreshes, TREES_TABLE, of),
    ]);
    const isDue = page && refresh && page.readAt <= refresh.refreshedAt;
    return isDue ? { ...page, readAgainAt: refresh.refreshedAt } : page;
  },
  /** @param expiresAt when the item expires */
  async put(accountId: string, of: PageKey, page: SitePage, expiresAt: Date): Promise<void> {
    await putRecord(sitePages, TREES_TABLE, of, page, { also: { accountId, expires: toSeconds(expiresAt) } });
  },
  /** Returns whether a page of the site has named its image. */
  isProven: async (siteId: string): Promise<boolean> =>
    (await findRecord(siteProofs, TREES_TABLE, siteId)) !== undefined,
  async prove(accountId: string, siteId: string, provenAt: Date, expiresAt: Date): Promise<void> {
    await putRecord(
      siteProofs,
      TREES_TABLE,
      siteId,
      { provenAt },
      { also: { accountId, expires: toSeconds(expiresAt) } },
    );
  },
});

export const dynamoDbSiteRefresher = ({ TREES_TABLE }: EnvironmentOf<'sitePages:refresh'>) => ({
  async refresh(accountId: string, siteId: string, page: string, refreshedAt: Date, expiresAt: Date): Promise<void> {
    const also = { accountId, expires: toSeconds(expiresAt) };
    await putRecord(siteRefreshes, TREES_TABLE, { siteId, page }, { refreshedAt }, { also });
  },
});
