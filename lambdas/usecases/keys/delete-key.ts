import { fail } from '../../contract/errors.ts';
import type { DeleteKeyResponse } from '../../contract/schemas/key.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord } from '../../ports/records.ts';
import { keyCount } from './create-key.ts';

/**
 * Deletes an API key of the caller's account. Every request reads its key, so the next request with this key is
 * rejected.
 *
 * @throws KEY_NOT_FOUND.
 */
export const deleteKey = async (
  ports: PortsOf<'deleteKey'>,
  caller: AccountRecord,
  keyId: string,
): Promise<DeleteKeyResponse> => {
  const { isFound, key } = await ports['keys:delete'].delete(caller.accountId, keyId);
  if (!isFound) throw fail('KEY_NOT_FOUND');
  // if the release fails, the account can have one key less; the key itself is deleted
  if (key?.isCounted) await ports['budgets:consume'].release(keyCount(caller), 1).catch(() => undefined);
  return { keyId };
};
