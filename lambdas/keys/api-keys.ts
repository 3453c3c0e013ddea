import { apiKeyRandomBytes, createApiKey } from 'image-url-contract/api-key.ts';
import { fail } from 'image-url-contract/errors.ts';
import { limits } from 'image-url-contract/limits.ts';
import { includesScope } from 'image-url-contract/scopes.ts';
import { covers, inheritLimits } from '../access/delegation.ts';
import { getQuotaPeriod } from '../limits/quota.ts';
import { byAge, storeWithin } from '../limits/store-within.ts';
import type { Ports } from '../ports/ports.ts';
import type { AccountRecord, KeyRecord, ListedKey } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { Call, UseCase } from '../ports/use-case.ts';

/** A key without a list of scopes has all of them (`*`). */
const toKeyResponse = ({ key, lastUsedOn }: ListedKey, mintsUsed: number | null) => ({
  keyId: key.keyId,
  name: key.name ?? '',
  scopes: [...(key.scopes ?? (['*'] as const))],
  templateIds: key.templateIds ? [...key.templateIds] : null,
  expiresAt: key.expiresAt?.toISOString() ?? null,
  monthlyMints: key.monthlyMints ?? null,
  mintsUsed,
  createdAt: key.createdAt?.toISOString() ?? null,
  lastUsedOn: lastUsedOn ?? null,
});

/**
 * Returns the limits of a new key: the requested ones, restricted to those of the creating key.
 *
 * @throws INVALID_BODY when `expiresAt` is in the past; INSUFFICIENT_SCOPE for a scope that the creating key lacks, or
 * for `mint` if the creating key has a monthly limit; TEMPLATE_NOT_FOUND for a template that the caller cannot use
 */
const getLimits = (runtime: Runtime, call: Call<'createKey'>) => {
  const { key: maker, body } = call;
  const { scopes } = body;
  for (const scope of scopes) if (!includesScope(maker.scopes, scope)) throw fail('INSUFFICIENT_SCOPE', { scope });
  // a limited key mints for itself only
  if (maker.monthlyMints !== undefined && includesScope(scopes, 'mint'))
    throw fail('INSUFFICIENT_SCOPE', { scope: 'mint' });
  return { scopes, ...inheritLimits(call, body, runtime) };
};

/**
 * Creates an API key with at most the permissions of the creating key.
 *
 * @throws INVALID_BODY, INSUFFICIENT_SCOPE, TEMPLATE_NOT_FOUND, TOO_MANY_KEYS
 */
export const createKey: UseCase<'createKey'> = async (ports, runtime, call) => {
  const allowed = getLimits(runtime, call);
  const { accountId } = call.caller;
  const { apiKey, keyHash, keyId } = createApiKey(accountId, runtime.randomBytes(apiKeyRandomBytes));
  const key: KeyRecord = {
    ...{ keyId, keyHash, accountId, revoked: false, name: call.body.name, isCounted: true },
    ...{ createdAt: runtime.now(), ...allowed },
  };
  const list = async () => {
    const counted = (await ports['keys:list'].of(accountId)).filter(({ key }) => key.isCounted && !key.revoked);
    return counted
      .map(({ key }) => key)
      .sort(byAge((one) => one.keyId))
      .map((one) => one.keyId);
  };
  await storeWithin(limits.keys, fail('TOO_MANY_KEYS'), {
    ...{ id: keyId, list },
    store: async () => {
      await runtime.beginAct({ accountId, subject: keyId });
      await ports['keys:create'].create(key);
    },
    remove: () => ports['keys:delete'].delete(accountId, keyId),
  });
  return { keyId, apiKey, key: toKeyResponse({ key }, key.monthlyMints === undefined ? null : 0) };
};

/** Returns what turns keys of an account into responses. */
const openView = async (ports: Pick<Ports, 'usage:read'>, runtime: Runtime, caller: AccountRecord) => {
  const used = await ports['usage:read'].find(caller.accountId, getQuotaPeriod(caller, runtime));
  return (listed: ListedKey) => {
    const { keyId, monthlyMints } = listed.key;
    return toKeyResponse(listed, monthlyMints === undefined ? null : (used.keys.get(keyId) ?? 0));
  };
};

/** Returns the key of the request, which this request uses. */
export const getOwnKey: UseCase<'getOwnKey'> = async (ports, runtime, { caller, key }) => {
  const toView = await openView(ports, runtime, caller);
  return { key: toView({ key, lastUsedOn: runtime.now().toISOString().slice(0, 10) }) };
};

/** Lists the keys of an account that are not revoked and that the caller's key covers, the newest first. */
export const listKeys: UseCase<'listKeys'> = async (ports, runtime, { caller, key: own }) => {
  const toView = await openView(ports, runtime, caller);
  const found = (await ports['keys:list'].of(caller.accountId)).filter(({ key }) => !key.revoked && covers(own, key));
  const newest = found.toSorted((a, b) => (b.key.createdAt?.getTime() ?? 0) - (a.key.createdAt?.getTime() ?? 0));
  return { keys: newest.map(toView) };
};

/**
 * Deletes an API key of the caller's account that the caller's key covers. Every request reads its key, so the next one with this key is rejected.
 *
 * @throws KEY_NOT_FOUND
 */
export const deleteKey: UseCase<'deleteKey'> = async (ports, runtime, { caller, key: own, path: { keyId } }) => {
  const { accountId } = caller;
  const found = await ports['keys:read'].find(keyId);
  if (found && !(found.accountId === accountId && covers(own, found))) throw fail('KEY_NOT_FOUND');
  // without it, what is left of an earlier deletion is removed, whose entry there is
  if (found) await runtime.beginAct({ accountId, subject: keyId });
  if (!(await ports['keys:delete'].delete(accountId, keyId))) throw fail('KEY_NOT_FOUND');
  return { keyId };
};
