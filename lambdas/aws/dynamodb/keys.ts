import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Adapter } from '../connect.ts';
import { batchGet } from './batch-get.ts';
import { documents } from './client.ts';
import { holds } from './condition.ts';
import { keyItem, keyUseItem, readKey, readKeyUse, stored } from './items.ts';

/*
 * An API key has two rows: the key by its id, and a row of its account with the day of its last use. Every
 * authenticated function may write the second one, so nothing relies on its contents.
 */

export const dynamoDbKeyCreator: Adapter<'keys:create'> = ({ KEYS_TABLE, KEY_USES_TABLE }) => ({
  async create(key) {
    const { accountId, keyId } = key;
    // written first, so that every key that works is listed
    const use = stored(keyUseItem.encode({ accountId, keyId }));
    await documents.send(new PutCommand({ TableName: KEY_USES_TABLE, Item: use }));
    await documents.send(new PutCommand({ TableName: KEYS_TABLE, Item: stored(keyItem.encode(key as never)) }));
  },
});

/** Maximum number of keys in one batch. */
const batchSize = 100;

export const dynamoDbKeyLister: Adapter<'keys:list'> = ({ KEYS_TABLE, KEY_USES_TABLE }) => ({
  async of(accountId) {
    const query = {
      TableName: KEY_USES_TABLE,
      KeyConditionExpression: 'accountId = :account',
      ExpressionAttributeValues: { ':account': accountId },
      ConsistentRead: true,
    };
    const pages = await Array.fromAsync(paginateQuery({ client: documents }, query));
    const uses = new Map(pages.flatMap(({ Items = [] }) => Items.map(readKeyUse)).map((use) => [use.keyId, use]));
    const ids = [...uses.keys()];
    const batches = Array.from({ length: Math.ceil(ids.length / batchSize) }, (_, n) =>
      batchGet({ [KEYS_TABLE]: ids.slice(n * batchSize, (n + 1) * batchSize).map((keyId) => ({ keyId })) }),
    );
    const keys = (await Promise.all(batches)).flatMap((found) => found[KEYS_TABLE] ?? []).map(readKey);
    // the account in a use row is not trusted
    const own = keys.filter((key) => key.accountId === accountId);
    return own.map((key) => ({ key, lastUsedOn: uses.get(key.keyId)?.lastUsedOn }));
  },
});

export const dynamoDbKeyDeleter: Adapter<'keys:delete'> = ({ KEYS_TABLE, KEY_USES_TABLE }) => ({
  async delete(accountId, keyId) {
    const remove = async () => {
      const command = new DeleteCommand({
        TableName: KEYS_TABLE,
        Key: { keyId },
        ConditionExpression: 'accountId = :account',
        ExpressionAttributeValues: { ':account': accountId },
        ReturnValues: 'ALL_OLD',
      });
      try {
        return (await documents.send(command)).Attributes;
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return undefined;
        throw error;
      }
    };
    const removed = await remove();
    const use = new DeleteCommand({ TableName: KEY_USES_TABLE, Key: { accountId, keyId }, ReturnValues: 'ALL_OLD' });
    const { Attributes: used } = await documents.send(use);
    // a use row without a key: an earlier deletion succeeded, but its answer was lost
    return { isFound: removed !== undefined || used !== undefined, ...(removed && { key: readKey(removed) }) };
  },
});

export const dynamoDbKeyEnder: Adapter<'keys:end'> = ({ KEYS_TABLE }) => ({
  async endAt(accountId, keyId, moment) {
    const command = new UpdateCommand({
      TableName: KEYS_TABLE,
      Key: { keyId },
      UpdateExpression: 'SET expiresAt = :moment',
      ConditionExpression: 'accountId = :account AND (attribute_not_exists(expiresAt) OR expiresAt > :moment)',
      ExpressionAttributeValues: { ':account': accountId, ':moment': moment.toISOString() },
    });
    await holds(documents.send(command));
  },
});
