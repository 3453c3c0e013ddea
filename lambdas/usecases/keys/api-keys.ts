import { fail, failWithDetail } from '../../contract/errors.ts';
import { includesScope } from '../../contract/scopes.ts';
import { apiKeyRandomBytes, createApiKey } from '../../core/api-key.ts';
import type { KeyRecord, ListedKey } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { Answer, Call, UseCase } from '../../ports/use-case.ts';
import { apiKeyCount, releaseOne, withBudgetUnit } from '../accounts/budgets.ts';
import { requireUsable } from '../accounts/ownership.ts';
import { getQuotaPeriod } from '../accounts/quota.ts';

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

/** Returns the earlier of two moments, either of which may be missing. */
const getEarlier = (a: Date | undefined, b: Date | undefined): Date | undefined =>
  a && b ? (a < b ? a : b) : (a ?? b);

/**
 * Returns the limits of a new key: the requested ones, restricted to those of the creating key.
 *
 * @throws INVALID_BODY when `expiresAt` is in the past; INSUFFICIENT_SCOPE for a scope that the creating key lacks, or
 * for `mint` if the creating key has a monthly limit; TEMPLATE_NOT_FOUND for a template that the caller cannot use
 */
const getLimits = (runtime: Runtime, { caller, key: maker, templates, body }: Call<'createKey'>) => {
  const { scopes, templateIds, expiresAt, monthlyMints } = body;
  for (const scope of scopes) if (!includesScope(maker.scopes, scope)) throw fail('INSUFFICIENT_SCOPE', { scope });
  // otherwise a limited key could create more keys with the same limit each
  if (maker.monthlyMints !== undefined && includesScope(scopes, 'mint'))
    throw fail('INSUFFICIENT_SCOPE', { scope: 'mint' });
  if (expiresAt && expiresAt <= runtime.now()) throw failWithDetail('INVALID_BODY', 'expiresAt is in the past.');
  for (const id of templateIds ?? []) requireUsable(templates.get(id), caller);
  return {
    scopes,
    templateIds: templateIds ?? maker.templateIds,
    expiresAt: getEarlier(expiresAt, maker.expiresAt),
    monthlyMints,
  };
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
  await withBudgetUnit(ports, apiKeyCount(call.caller), fail('TOO_MANY_KEYS'), () => ports['keys:create'].create(key));
  return { keyId, apiKey, key: toKeyResponse({ key }, key.monthlyMints === undefined ? null : 0) };
};

/** Lists the keys of an account that are not revoked, the newest first. */
export const listKeys: UseCase<'listKeys'> = async (ports, runtime, { caller }) => {
  const used = await ports['usage:read'].find(caller.accountId, getQuotaPeriod(caller, runtime));
  const toView = (listed: ListedKey): Answer<'listKeys'>['keys'][number] => {
    const { keyId, monthlyMints } = listed.key;
    return toKeyResponse(listed, monthlyMints === undefined ? null : (used.keys.get(keyId) ?? 0));
  };
  const found = (await ports['keys:list'].of(caller.accountId)).filter(({ key }) => !key.revoked);
  const newest = found.toSorted((a, b) => (b.key.createdAt?.getTime() ?? 0) - (a.key.createdAt?.getTime() ?? 0));
  return { keys: newest.map(toView) };
};

/**
 * Deletes an API key of the caller's account. Every request reads its key, so the next one with this key is rejected.
 *
 * @throws KEY_NOT_FOUND
 */
export const deleteKey: UseCase<'deleteKey'> = async (ports, _, { caller, path: { keyId } }) => {
  const { isFound, key } = await ports['keys:delete'].delete(caller.accountId, keyId);
  if (!isFound) throw fail('KEY_NOT_FOUND');
  if (key?.isCounted) await releaseOne(ports, apiKeyCount(caller));
  return { keyId };
};
