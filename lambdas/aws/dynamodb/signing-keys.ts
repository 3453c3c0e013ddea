import type { EnvironmentOf } from '../../config/capabilities.ts';
import type { SigningKeyRecord } from '../../ports/records.ts';
import { addFormatVersion, readSigningKeyItem, signingKeyItem } from './items.ts';
import { deleteItem, putItem, queryItems } from './table.ts';

type SigningKeysTable = EnvironmentOf<'signingKeys:read'>;

export const dynamoDbSigningKeyCreator = ({ SIGNING_KEYS_TABLE }: SigningKeysTable) => ({
  async create(key: SigningKeyRecord): Promise<void> {
    await putItem(SIGNING_KEYS_TABLE, addFormatVersion(signingKeyItem.encode(key as never)));
  },
});

export const dynamoDbSigningKeyReader = ({ SIGNING_KEYS_TABLE }: SigningKeysTable) => ({
  /** Returns the signing keys of an account, in no order. */
  of: (accountId: string): Promise<SigningKeyRecord[]> =>
    Array.fromAsync(
      queryItems(SIGNING_KEYS_TABLE, 'accountId = :account', { ':account': accountId }),
      readSigningKeyItem,
    ),
});

export const dynamoDbSigningKeyDeleter = ({ SIGNING_KEYS_TABLE }: SigningKeysTable) => ({
  /** Deletes a signing key of an account. @returns false when it does not exist */
  delete: (accountId: string, signingKeyId: string): Promise<boolean> =>
    deleteItem(SIGNING_KEYS_TABLE, { accountId, signingKeyId }, 'attribute_exists(accountId)'),
});
