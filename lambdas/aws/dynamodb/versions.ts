import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import { limits } from '../../contract/limits.ts';
import type { VersionRecord } from '../../ports/records.ts';
import { documents } from './client.ts';
import { readVersion, toVersionItem, versionKey } from './items.ts';
import { deleteItem, getItem, putItem, queryItems } from './table.ts';

/* Earlier versions of templates. */

/** Stores a version before the template is updated. A repeated call writes the same item. */
export const storeVersion = (table: string, version: VersionRecord): Promise<boolean> =>
  putItem(table, toVersionItem(version));

/** Number of items deleted in parallel. */
const atOnce = 25;

/** Removes every version of a template. */
export const deleteVersions = async (table: string, templateId: string): Promise<void> => {
  const pages = paginateQuery(
    { client: documents, pageSize: atOnce },
    {
      TableName: table,
      KeyConditionExpression: 'templateId = :id',
      ExpressionAttributeValues: { ':id': templateId },
      ProjectionExpression: 'templateId, #version',
      ExpressionAttributeNames: { '#version': 'version' },
      ConsistentRead: true,
    },
  );
  for await (const { Items: keys = [] } of pages) await Promise.all(keys.map((key) => deleteItem(table, key)));
};

export const dynamoDbVersionLister = ({ VERSIONS_TABLE }: EnvironmentOf<'versions:list'>) => ({
  /** Returns the newest first, at most `limits.listedVersions`. */
  async of(templateId: string): Promise<VersionRecord[]> {
    const newestFirst = { ScanIndexForward: false, Limit: limits.listedVersions };
    const found: VersionRecord[] = [];
    for await (const item of queryItems(VERSIONS_TABLE, 'templateId = :id', { ':id': templateId }, newestFirst))
      if (found.push(readVersion(item)) === limits.listedVersions) break;
    return found;
  },
});

export const dynamoDbVersionReader = ({ VERSIONS_TABLE }: EnvironmentOf<'versions:read'>) => ({
  async find(templateId: string, version: number): Promise<VersionRecord | undefined> {
    const item = await getItem(VERSIONS_TABLE, { templateId, version: versionKey(version) });
    return item && readVersion(item);
  },
});
