import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import {
  apiKeys,
  type KeyRecord,
  keyUses,
  type ListedKey,
  type SigningKeyRecord,
  signingKeys,
} from '../../domain/records/account-records.ts';
import { toBatches } from '../batches.ts';
import { documents } from './client.ts';
import { deleteRecord, findRecord, putRecord } from './stored-records.ts';
import { batchGet, queryItems, setItem, toExpressions, undefinedIfConditionFails } from './table.ts';

/*
 * An API key has two rows: the key by its id, and a row of its account with the day of its last use. Every
 * authenticated function may write the second one, so no check of rights relies on it.
 */

type KeyTables = EnvironmentOf<'keys:create'>;

export const dynamoDbKeyCreator = ({ KEYS_TABLE, KEY_USES_TABLE }: KeyTables) => ({
  async create(key: KeyRecord): Promise<void> {
    // written first, so that every key that works is listed
    await putRecord(keyUses, KEY_USES_TABLE, key, { accountId: key.accountId, keyId: key.keyId });
    await putRecord(apiKeys, KEYS_TABLE, key, key);
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
    const uses = await Array.fromAsync(queryItems(KEY_USES_TABLE, { accountId }), keyUses.read);
    const lastDays = new Map(uses.map(({ keyId, lastUsedOn }) => [keyId, lastUsedOn]));
    const batches = toBatches(uses, batchSize).map((batch) =>
      batchGet({ [KEYS_TABLE]: batch.map(({ keyId }) => ({ keyId })) }),
    );
    const keys = (await Promise.all(batches)).flatMap((itemsOf) => itemsOf(KEYS_TABLE)).map(apiKeys.read);
    // the account in a use row is not trusted
    const own = keys.filter((key) => key.accountId === accountId);
    return own.map((key) => ({ key, lastUsedOn: lastDays.get(key.keyId) }));
  },
});

export const dynamoDbKeyReader = ({ KEYS_TABLE }: EnvironmentOf<'keys:read'>) => ({
  /** Returns a key of any account. */
  find: (keyId: string): Promise<KeyRecord | undefined> => findRecord(apiKeys, KEYS_TABLE, { keyId }),
});

export const dynamoDbKeyDeleter = ({ KEYS_TABLE, KEY_USES_TABLE }: KeyTables) => ({
  /**
   * Deletes a key of an account.
   *
   * @returns false when the account has no such key
   */
  async delete(accountId: string, keyId: string): Promise<boolean> {
    const isTheirs = toExpressions({ ConditionExpression: 'accountId = :account' }, { ':account': accountId });
    const key = new DeleteCommand({ TableName: KEYS_TABLE, Key: { keyId }, ...isTheirs, ReturnValues: 'ALL_OLD' });
    const removed = (await undefinedIfConditionFails(documents.send(key)))?.Attributes;
    const use = new DeleteCommand({ TableName: KEY_USES_TABLE, Key: { accountId, keyId }, ReturnValues: 'ALL_OLD' });
    const { Attributes: used } = await documents.send(use);
    // a use row without a key: an earlier deletion succeeded, but its response was lost
    return removed !== undefined || used !== undefined;
  },
});

export const dynamoDbKeyEnder = ({ KEYS_TABLE }: EnvironmentOf<'keys:end'>) => ({
  /** Ends an API key of an account at a moment, unless it ends earlier or does not exist. */
  async endAt(accountId: string, keyId: string, moment: Date): Promise<void> {
    const isLater = 'accountId = :account AND (attribute_not_exists(expiresAt) OR expiresAt > :expiresAt)';
    await setItem(KEYS_TABLE, { keyId }, { expiresAt: moment.toISOString() }, isLater, { ':account': accountId });
  },
});

type SigningKeysTable = EnvironmentOf<'signingKeys:read'>;

export const dynamoDbSigningKeyCreator = ({ SIGNING_KEYS_TABLE }: SigningKeysTable) => ({
  async create(key: SigningKeyRecord): Promise<void> {
    await putRecord(signingKeys, SIGNING_KEYS_TABLE, key, key);
  },
});

export const dynamoDbSigningKeyReader = ({ SIGNING_KEYS_TABLE }: SigningKeysTable) => ({
  /** Returns the signing keys of an account, in no order. */
  of: (accountId: string): Promise<SigningKeyRecord[]> =>
    Array.fromAsync(queryItems(SIGNING_KEYS_TABLE, { accountId }), signingKeys.read),
});

export const dynamoDbSigningKeyDeleter = ({ SIGNING_KEYS_TABLE }: SigningKeysTable) => ({
  /** Deletes a signing key of an account. @returns false when it does not exist */
  delete: (accountId: string, signingKeyId: string): Promise<boolean> =>
    deleteRecord(signingKeys, SIGNING_KEYS_TABLE, { accountId, signingKeyId }, 'attribute_exists(accountId)'),
});
