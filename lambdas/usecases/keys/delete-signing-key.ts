import { fail } from '../../contract/errors.ts';
import type { DeleteSigningKeyResponse } from '../../contract/schemas/signing-key.ts';
import { dayMs } from '../../core/days.ts';
import { getAllowance } from '../../core/quota/plans.ts';
import { revocationId, versionsLifetimeDays } from '../../core/revocation.ts';
import { isServiceKeyId, readSigningKeyId } from '../../core/signing/signing-secret.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { revoke } from '../revocations/revoke.ts';
import { signingKeyCount } from './create-signing-key.ts';

/**
 * Deletes a signing key of the caller's account. Its URLs that were never rendered stop working immediately.
 *
 * @param isRevoking revokes the URLs that were rendered too; also possible for a key that was deleted before.
 * @throws SIGNING_KEY_NOT_FOUND, TOO_MANY_REVOCATIONS.
 */
export const deleteSigningKey = async (
  ports: PortsOf<'deleteSigningKey'>,
  runtime: Runtime,
  caller: AccountRecord,
  signingKeyId: string,
  isRevoking: boolean,
): Promise<DeleteSigningKeyResponse> => {
  const { accountId } = caller;
  const isOwn = readSigningKeyId(signingKeyId)?.accountId === accountId && !isServiceKeyId(signingKeyId);
  if (!isOwn) throw fail('SIGNING_KEY_NOT_FOUND');
  if (isRevoking) {
    const [createdAt, id] = [runtime.now(), revocationId({ kind: 'key', signingKeyId })];
    const expiresAt = new Date(createdAt.getTime() + versionsLifetimeDays * dayMs);
    const wanted = { accountId, revocationId: id, by: 'account', createdAt, expiresAt, isLifted: false } as const;
    await revoke(ports, runtime, wanted, getAllowance(caller.plan, runtime.plans).revocations);
  }
  const isDeleted = await ports['accountKeys:delete'].delete(accountId, signingKeyId);
  if (!isDeleted && !isRevoking) throw fail('SIGNING_KEY_NOT_FOUND');
  // if the release fails, the account can have one key less; the key itself is deleted
  if (isDeleted) await ports['budgets:consume'].release(signingKeyCount(caller), 1).catch(() => undefined);
  return { signingKeyId };
};
