import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import type { SitePage, SiteRecord } from '../../ports/records.ts';
import { isoDate } from './client.ts';
import { addFormatVersion } from './items.ts';
import { deleteItem, getItem, putItem, queryItems, toSeconds } from './table.ts';

/*
 * Items in the trees table: sites by account, and their read pages by the hash of the image's path. The keys contain a
 * space, so they are no tree's address.
 */
const siteItem = z.object({
  accountId: z.string(),
  siteId: z.string(),
  origin: z.string(),
  templateId: z.string(),
  version: z.int().positive().optional(),
  map: z.record(z.string(), z.string()),
  refreshSeconds: z.int(),
  dailyRenders: z.int().positive().optional(),
  createdAt: isoDate,
  updatedAt: isoDate,
});
const pageItem = z.object({ image: z.string().optional(), problem: z.string().optional(), readAgainAt: isoDate });

const getKey = (accountId: string, siteId: string) => ({ address: `sites ${accountId}`, part: siteId });
const toItem = (site: SiteRecord) =>
  addFormatVersion({ ...getKey(site.accountId, site.siteId), ...siteItem.encode(site as never) });
const readSite = (item: unknown): SiteRecord => siteItem.parse(item) as SiteRecord;

export const dynamoDbSiteReader = ({ TREES_TABLE }: EnvironmentOf<'sites:read'>) => ({
  async find(accountId: string, siteId: string): Promise<SiteRecord | undefined> {
    const item = await getItem(TREES_TABLE, getKey(accountId, siteId));
    return item && readSite(item);
  },
});

export const dynamoDbSiteCreator = ({ TREES_TABLE, IMAGE_URL: imageUrl }: EnvironmentOf<'sites:create'>) => ({
  /** Origin of the image host. */
  imageUrl,
  async put(site: SiteRecord): Promise<void> {
    await putItem(TREES_TABLE, toItem(site));
  },
});

export const dynamoDbSiteUpdater = (environment: EnvironmentOf<'sites:update'>) => ({
  ...dynamoDbSiteReader(environment),
  /** Replaces a site unless it has changed since it was read. @returns whether it was replaced */
  replace: (site: SiteRecord, { updatedAt }: SiteRecord): Promise<boolean> =>
    putItem(environment.TREES_TABLE, toItem(site), 'updatedAt = :before', { ':before': updatedAt.toISOString() }),
});

export const dynamoDbSiteDeleter = ({ TREES_TABLE }: EnvironmentOf<'sites:delete'>) => ({
  /** @returns false when the site does not exist */
  delete: (accountId: string, siteId: string): Promise<boolean> =>
    deleteItem(TREES_TABLE, getKey(accountId, siteId), 'attribute_exists(address)'),
});

export const dynamoDbSiteLister = ({ TREES_TABLE }: EnvironmentOf<'sites:list'>) => ({
  of: (accountId: string): Promise<SiteRecord[]> =>
    Array.fromAsync(queryItems(TREES_TABLE, 'address = :address', { ':address': `sites ${accountId}` }), readSite),
});

const getPageKey = (siteId: string, path: string) => ({
  address: `site-page ${siteId} ${createHash('sha256').update(path).digest('base64url')}`,
  part: 'page',
});

export const dynamoDbSitePages = ({ TREES_TABLE }: EnvironmentOf<'sitePages:write'>) => ({
  async find(siteId: string, path: string): Promise<SitePage | undefined> {
    const item = await getItem(TREES_TABLE, getPageKey(siteId, path));
    return item && (pageItem.parse(item) as SitePage);
  },
  /** @param expiresAt when the item expires */
  async put(accountId: string, siteId: string, path: string, page: SitePage, expiresAt: Date): Promise<void> {
    const item = { ...getPageKey(siteId, path), accountId, ...pageItem.encode(page as never) };
    await putItem(TREES_TABLE, addFormatVersion({ ...item, expires: toSeconds(expiresAt) }));
  },
});
