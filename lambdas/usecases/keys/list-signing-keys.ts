import type { ListSigningKeysResponse } from '../../contract/schemas/signing-key.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord } from '../../ports/records.ts';
import { toSigningKeyResponse } from './create-signing-key.ts';

/** Lists the signing keys of an account, the newest first. */
export const listSigningKeys = async (
  ports: PortsOf<'listSigningKeys'>,
  { accountId }: AccountRecord,
): Promise<ListSigningKeysResponse> => {
  const found = await ports['accountKeys:read'].of(accountId);
  const newest = found.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  return { signingKeys: newest.map(toSigningKeyResponse) };
};
