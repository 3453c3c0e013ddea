import { fail } from '../../contract/errors.ts';
import type { DeleteKeyResponse } from '../../contract/schemas/key.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord } from '../../ports/records.ts';
import { keyCount } from './create-key.ts';

/**
 * Deletes a key of the caller's: every request reads its key, so the next one is refused.
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
  // a count that stays is one place less: no reason to call the deletion failed
  if (key?.isCounted) await ports['budgets:consume'].release(keyCount(caller), 1).catch(() => undefined);
  return { keyId };
};
