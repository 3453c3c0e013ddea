import type { EnvironmentOf } from '../../config/capabilities.ts';
import { getSitesAddress, type SitePage, type SiteRecord, sitePages, sites } from './image-items.ts';
import { toSeconds } from './records.ts';
import { queryItems } from './table.ts';

/* Items of the trees table: sites by account, and their read pages by the hash of the image's path. */

export const dynamoDbSiteReader = ({ TREES_TABLE }: EnvironmentOf<'sites:read'>) => ({
  find: (accountId: string, siteId: string): Promise<SiteRecord | undefined> =>
    sites.find(TREES_TABLE, { accountId, siteId }),
});

export const dynamoDbSiteCreator = ({ TREES_TABLE, IMAGE_URL: imageUrl }: EnvironmentOf<'sites:create'>) => ({
  /** Origin of the image host. */
  imageUrl,
  async put(site: SiteRecord): Promise<void> {
    await sites.put(TREES_TABLE, site, site);
  },
});

export const dynamoDbSiteUpdater = ({ TREES_TABLE }: EnvironmentOf<'sites:update'>) => ({
  ...dynamoDbSiteReader({ TREES_TABLE }),
  /** Replaces a site unless it has changed since it was read. @returns whether it was replaced */
  replace(site: SiteRecord, { updatedAt }: SiteRecord): Promise<boolean> {
    const values = { ':before': updatedAt.toISOString() };
    return sites.put(TREES_TABLE, site, site, { condition: 'updatedAt = :before', values });
  },
});

export const dynamoDbSiteDeleter = ({ TREES_TABLE }: EnvironmentOf<'sites:delete'>) => ({
  /** @returns false when the site does not exist */
  delete: (accountId: string, siteId: string): Promise<boolean> =>
    sites.delete(TREES_TABLE, { accountId, siteId }, 'attribute_exists(address)'),
});

export const dynamoDbSiteLister = ({ TREES_TABLE }: EnvironmentOf<'sites:list'>) => ({
  of: (accountId: string): Promise<SiteRecord[]> =>
    Array.fromAsync(queryItems(TREES_TABLE, { address: getSitesAddress(accountId) }), sites.read),
});

export const dynamoDbSitePages = ({ TREES_TABLE }: EnvironmentOf<'sitePages:write'>) => ({
  find: (siteId: string, path: string): Promise<SitePage | undefined> => sitePages.find(TREES_TABLE, { siteId, path }),
  /** @param expiresAt when the item expires */
  async put(accountId: string, siteId: string, path: string, page: SitePage, expiresAt: Date): Promise<void> {
    const also = { accountId, expires: toSeconds(expiresAt) };
    await sitePages.put(TREES_TABLE, { siteId, path }, page, { also });
  },
});
