import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import type { KeyRecord, ListedKey } from '../../ports/records.ts';
import { batchGet } from './batch-get.ts';
import { documents } from './client.ts';
import { addFormatVersion, keyItem, keyUseItem, readKey, readKeyUse } from './items.ts';
import { putItem, queryItems, undefinedIfConditionFails, updateItem } from './table.ts';

/*
 * An API key has two rows: the key by its id, and a row of its account with the day of its last use. Every
 * authenticated function may write the second one, so no check relies on it.
 */

type KeyTables = EnvironmentOf<'keys:create'>;

export const dynamoDbKeyCreator = ({ KEYS_TABLE, KEY_USES_TABLE }: KeyTables) => ({
  async create(key: KeyRecord): Promise<void> {
    const { accountId, keyId } = key;
    // written first, so that every key that works is listed
    await putItem(KEY_USES_TABLE, addFormatVersion(keyUseItem.encode({ accountId, keyId })));
    await putItem(KEYS_TABLE, addFormatVersion(keyItem.encode(key as never)));
  },
});

/** Maximum number of keys in one batch. */
const batchSize = 100;

export const dynamoDbKeyLister = ({ KEYS_TABLE, KEY_USES_TABLE }: KeyTables) => ({
  /**
   * Lists the API keys of an account, including revoked ones, in no order. A key that is older than the second row
   * appears after its first use.
   */
  async of(accountId: string): Promise<ListedKey[]> {
    const found = queryItems(KEY_USES_TABLE, 'accountId = :account', { ':account': accountId });
    const uses = new Map((await Array.fromAsync(found, readKeyUse)).map((use) => [use.keyId, use]));
    const ids = [...uses.keys()];
    const batches = Array.from({ length: Math.ceil(ids.length / batchSize) }, (_, n) =>
      batchGet({ [KEYS_TABLE]: ids.slice(n * batchSize, (n + 1) * batchSize).map((keyId) => ({ keyId })) }),
    );
    const keys = (await Promise.all(batches)).flatMap((batch) => batch[KEYS_TABLE] ?? []).map(readKey);
    // the account in a use row is not trusted
    const own = keys.filter((key) => key.accountId === accountId);
    return own.map((key) => ({ key, lastUsedOn: uses.get(key.keyId)?.lastUsedOn }));
  },
});

export const dynamoDbKeyDeleter = ({ KEYS_TABLE, KEY_USES_TABLE }: KeyTables) => ({
  /**
   * Deletes a key of an account. `isFound` is false when the account has no such key; `key` is the deleted record,
   * absent if an earlier call deleted it.
   */
  async delete(accountId: string, keyId: string): Promise<{ readonly isFound: boolean; readonly key?: KeyRecord }> {
    const command = new DeleteCommand({
      TableName: KEYS_TABLE,
      Key: { keyId },
      ConditionExpression: 'accountId = :account',
      ExpressionAttributeValues: { ':account': accountId },
      ReturnValues: 'ALL_OLD',
    });
    const removed = (await undefinedIfConditionFails(documents.send(command)))?.Attributes;
    const use = new DeleteCommand({ TableName: KEY_USES_TABLE, Key: { accountId, keyId }, ReturnValues: 'ALL_OLD' });
    const { Attributes: used } = await documents.send(use);
    // a use row without a key: an earlier deletion succeeded, but its response was lost
    return { isFound: removed !== undefined || used !== undefined, ...(removed && { key: readKey(removed) }) };
  },
});

export const dynamoDbKeyEnder = ({ KEYS_TABLE }: EnvironmentOf<'keys:end'>) => ({
  /** Ends an API key of an account at a moment, unless it ends earlier or does not exist. */
  async endAt(accountId: string, keyId: string, moment: Date): Promise<void> {
    const isLater = 'accountId = :account AND (attribute_not_exists(expiresAt) OR expiresAt > :moment)';
    const values = { ':account': accountId, ':moment': moment.toISOString() };
    await updateItem(KEYS_TABLE, { keyId }, 'SET expiresAt = :moment', isLater, values);
  },
});
