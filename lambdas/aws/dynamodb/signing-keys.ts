import { DeleteCommand, PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { Adapter } from '../connect.ts';
import { documents } from './client.ts';
import { holds } from './condition.ts';
import { readSigningKeyItem, signingKeyItem, stored } from './items.ts';

export const dynamoDbSigningKeyCreator: Adapter<'accountKeys:create'> = ({ SIGNING_KEYS_TABLE: TableName }) => ({
  async create(key) {
    await documents.send(new PutCommand({ TableName, Item: stored(signingKeyItem.encode(key as never)) }));
  },
});

export const dynamoDbSigningKeyReader: Adapter<'accountKeys:read'> = ({ SIGNING_KEYS_TABLE: TableName }) => ({
  async of(accountId) {
    const query = {
      TableName,
      KeyConditionExpression: 'accountId = :account',
      ExpressionAttributeValues: { ':account': accountId },
      ConsistentRead: true,
    };
    const pages = await Array.fromAsync(paginateQuery({ client: documents }, query));
    return pages.flatMap(({ Items = [] }) => Items).map(readSigningKeyItem);
  },
});

export const dynamoDbSigningKeyDeleter: Adapter<'accountKeys:delete'> = ({ SIGNING_KEYS_TABLE: TableName }) => ({
  delete: (accountId, signingKeyId) =>
    holds(
      documents.send(
        new DeleteCommand({
          TableName,
          Key: { accountId, signingKeyId },
          ConditionExpression: 'attribute_exists(accountId)',
        }),
      ),
    ),
});
