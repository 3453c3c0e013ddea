import type { ApiKeyView, ListKeysResponse } from '../../contract/schemas/key.ts';
import type { ListedKey } from '../../ports/keys.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { quotaPeriod } from '../accounts/quota.ts';
import { toKeyResponse } from './key-response.ts';

/** Lists the keys of an account that are not revoked, the newest first. */
export const listKeys = async (
  ports: PortsOf<'listKeys'>,
  runtime: Runtime,
  caller: AccountRecord,
): Promise<ListKeysResponse> => {
  const used = await ports['usage:read'].find(caller.accountId, quotaPeriod(caller, runtime));
  const toView = (listed: ListedKey): ApiKeyView => {
    const { keyId, monthlyMints } = listed.key;
    return toKeyResponse(listed, monthlyMints === undefined ? null : (used.keys.get(keyId) ?? 0));
  };
  const found = (await ports['keys:list'].of(caller.accountId)).filter(({ key }) => !key.revoked);
  const newest = found.toSorted((a, b) => (b.key.createdAt?.getTime() ?? 0) - (a.key.createdAt?.getTime() ?? 0));
  return { keys: newest.map(toView) };
};
