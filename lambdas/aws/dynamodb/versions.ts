import { DeleteCommand, GetCommand, PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { limits } from '../../contract/limits.ts';
import type { VersionRecord } from '../../ports/records.ts';
import type { Adapter } from '../connect.ts';
import { documents } from './client.ts';
import { itemOfVersion, readVersion, versionKey } from './items.ts';

/** Stores a version before the template is updated. A repeated call writes the same item. */
export const storeVersion = async (table: string, version: VersionRecord): Promise<void> => {
  await documents.send(new PutCommand({ TableName: table, Item: itemOfVersion(version) }));
};

/** Number of items that are deleted in parallel. */
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
  for await (const { Items: keys = [] } of pages)
    await Promise.all(keys.map((Key) => documents.send(new DeleteCommand({ TableName: table, Key }))));
};

export const dynamoDbVersionLister: Adapter<'versions:list'> = ({ VERSIONS_TABLE }) => ({
  async of(templateId) {
    const pages = paginateQuery(
      { client: documents, pageSize: limits.listedVersions },
      {
        TableName: VERSIONS_TABLE,
        KeyConditionExpression: 'templateId = :id',
        ExpressionAttributeValues: { ':id': templateId },
        ScanIndexForward: false,
        ConsistentRead: true,
      },
    );
    const found: VersionRecord[] = [];
    for await (const { Items = [] } of pages) {
      found.push(...Items.map(readVersion));
      if (found.length >= limits.listedVersions) break;
    }
    return found.slice(0, limits.listedVersions);
  },
});

export const dynamoDbVersionReader: Adapter<'versions:read'> = ({ VERSIONS_TABLE }) => ({
  async find(templateId, version) {
    const { Item } = await documents.send(
      new GetCommand({
        TableName: VERSIONS_TABLE,
        Key: { templateId, version: versionKey(version) },
        ConsistentRead: true,
      }),
    );
    return Item && readVersion(Item);
  },
});
