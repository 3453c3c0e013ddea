import { fail } from '../../contract/errors.ts';
import type { DeleteRevocationResponse } from '../../contract/schemas/revocation.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { mayUse } from '../accounts/ownership.ts';
import { liftRevocation } from './revoke.ts';
import { templateOfRevocation } from './template-of-revocation.ts';

/**
 * Lifts a revocation that the caller's account has created.
 *
 * @throws REVOCATION_NOT_FOUND.
 */
export const deleteRevocation = async (
  ports: PortsOf<'deleteRevocation'>,
  runtime: Runtime,
  { accountId }: AccountRecord,
  revocationId: string,
): Promise<DeleteRevocationResponse> => {
  const all = await ports['revocations:lift'].of(accountId);
  const found = all.find((one) => one.revocationId === revocationId);
  // one that is marked as lifted was interrupted, so it is lifted again
  const isConfined = found !== undefined && !mayUse(runtime, templateOfRevocation(found));
  if (isConfined || found?.by !== 'account' || found.expiresAt <= runtime.now()) throw fail('REVOCATION_NOT_FOUND');
  await liftRevocation(ports, runtime, found);
  return { revocationId };
};
