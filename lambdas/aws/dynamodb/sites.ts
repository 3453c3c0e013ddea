import { createHash } from 'node:crypto';
import { DeleteCommand, GetCommand, PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { SitePage, SiteRecord } from '../../ports/sites.ts';
import type { Adapter } from '../connect.ts';
import { documents, isoDate } from './client.ts';
import { holds } from './condition.ts';
import { stored } from './items.ts';

/*
 * Items in the table of trees: sites by account, and what was read of their pages by the hash of the image's path. No tree's address has
 * a space.
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
  stored({ ...getKey(site.accountId, site.siteId), ...siteItem.encode(site as never) });
const readSite = (item: unknown): SiteRecord => siteItem.parse(item) as SiteRecord;

export const dynamoDbSiteReader: Adapter<'sites:read'> = ({ TREES_TABLE: TableName }) => ({
  async find(accountId, siteId) {
    const { Item } = await documents.send(
      new GetCommand({ TableName, Key: getKey(accountId, siteId), ConsistentRead: true }),
    );
    return Item && readSite(Item);
  },
});

export const dynamoDbSiteCreator: Adapter<'sites:create'> = ({ TREES_TABLE: TableName, IMAGE_URL: imageUrl }) => ({
  imageUrl,
  async put(site) {
    await documents.send(new PutCommand({ TableName, Item: toItem(site) }));
  },
});

export const dynamoDbSiteUpdater: Adapter<'sites:update'> = (environment) => ({
  ...dynamoDbSiteReader(environment),
  replace: (site, before) =>
    holds(
      documents.send(
        new PutCommand({
          TableName: environment.TREES_TABLE,
          Item: toItem(site),
          ConditionExpression: 'updatedAt = :before',
          ExpressionAttributeValues: { ':before': before.updatedAt.toISOString() },
        }),
      ),
    ),
});

export const dynamoDbSiteDeleter: Adapter<'sites:delete'> = ({ TREES_TABLE: TableName }) => ({
  delete: (accountId, siteId) =>
    holds(
      documents.send(
        new DeleteCommand({
          TableName,
          Key: getKey(accountId, siteId),
          ConditionExpression: 'attribute_exists(address)',
        }),
      ),
    ),
});

export const dynamoDbSiteLister: Adapter<'sites:list'> = ({ TREES_TABLE: TableName }) => ({
  async of(accountId) {
    const query = {
      TableName,
      KeyConditionExpression: 'address = :address',
      ExpressionAttributeValues: { ':address': `sites ${accountId}` },
      ConsistentRead: true,
    };
    const pages = await Array.fromAsync(paginateQuery({ client: documents }, query));
    return pages.flatMap(({ Items = [] }) => Items).map(readSite);
  },
});

const getPageKey = (siteId: string, path: string) => ({
  address: `site-page ${siteId} ${createHash('sha256').update(path).digest('base64url')}`,
  part: 'page',
});

export const dynamoDbSitePages: Adapter<'sitePages:write'> = ({ TREES_TABLE: TableName }) => ({
  async find(siteId, path) {
    const { Item } = await documents.send(
      new GetCommand({ TableName, Key: getPageKey(siteId, path), ConsistentRead: true }),
    );
    return Item && (pageItem.parse(Item) as SitePage);
  },
  async put(accountId, siteId, path, page, expiresAt) {
    const expires = Math.ceil(expiresAt.getTime() / 1_000);
    const Item = stored({ ...getPageKey(siteId, path), accountId, ...pageItem.encode(page as never), expires });
    await documents.send(new PutCommand({ TableName, Item }));
  },
});
