import { fail, failSaying } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type { CreateKeyRequest, CreateKeyResponse } from '../../contract/schemas/key.ts';
import { includesScope } from '../../contract/scopes.ts';
import { apiKeyRandomBytes, newApiKey, readApiKey } from '../../core/api-key.ts';
import type { Budget } from '../../ports/budgets.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord, KeyRecord, TemplateRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { isUsableBy } from '../accounts/ownership.ts';
import { toKeyResponse } from './key-response.ts';

/** Keys of an account that were made through the API, for as long as they exist. */
export const keyCount = ({ accountId }: Pick<AccountRecord, 'accountId'>): Budget => ({
  owner: accountId,
  name: 'api keys',
  limit: limits.keys,
});

/** The earlier of two moments, either of which may be missing. */
const earlier = (a: Date | undefined, b: Date | undefined): Date | undefined => (a && b ? (a < b ? a : b) : (a ?? b));

/**
 * Limits of a new key: those that were asked for, and those of the key that makes it.
 *
 * @throws INVALID_BODY for an end in the past; INSUFFICIENT_SCOPE for a scope that the maker lacks, or cannot pass on because its
 * own mints are limited; TEMPLATE_NOT_FOUND for a template that the maker cannot use.
 */
const getLimits = (
  runtime: Runtime,
  caller: AccountRecord,
  maker: KeyRecord,
  templates: ReadonlyMap<string, TemplateRecord>,
  { scopes, templateIds, expiresAt, monthlyMints }: CreateKeyRequest,
) => {
  for (const scope of scopes) if (!includesScope(maker.scopes, scope)) throw fail('INSUFFICIENT_SCOPE', { scope });
  // many keys with its limit each would be no limit
  if (maker.monthlyMints !== undefined && includesScope(scopes, 'mint'))
    throw fail('INSUFFICIENT_SCOPE', { scope: 'mint' });
  if (expiresAt && expiresAt <= runtime.now()) throw failSaying('INVALID_BODY', 'expiresAt is in the past.');
  for (const id of templateIds ?? []) {
    const found = templates.get(id);
    if (!found || !isUsableBy(found, caller)) throw fail('TEMPLATE_NOT_FOUND');
  }
  return {
    scopes,
    templateIds: templateIds ?? maker.templateIds,
    expiresAt: earlier(expiresAt, maker.expiresAt),
    monthlyMints,
  };
};

/**
 * Creates an API key that may do no more than the one that creates it.
 *
 * @throws INVALID_BODY, INSUFFICIENT_SCOPE, TEMPLATE_NOT_FOUND, TOO_MANY_KEYS.
 */
export const createKey = async (
  ports: PortsOf<'createKey'>,
  runtime: Runtime,
  caller: AccountRecord,
  maker: KeyRecord,
  templates: ReadonlyMap<string, TemplateRecord>,
  request: CreateKeyRequest,
): Promise<CreateKeyResponse> => {
  const allowed = getLimits(runtime, caller, maker, templates, request);
  const { accountId } = caller;
  const apiKey = newApiKey(accountId, runtime.randomBytes(apiKeyRandomBytes));
  const { keyHash, keyId } = readApiKey(apiKey) ?? {};
  if (!keyHash || !keyId) throw new Error('A new key must be readable.');
  const key: KeyRecord = {
    ...{ keyId, keyHash, accountId, revoked: false, name: request.name, isCounted: true },
    ...{ createdAt: runtime.now(), ...allowed },
  };
  const [budgets, budget] = [ports['budgets:consume'], keyCount(caller)];
  if (!(await budgets.consume(budget, 1))) throw fail('TOO_MANY_KEYS');
  try {
    await ports['keys:create'].create(key);
  } catch (error) {
    // a count that stays is one place less: no reason to lose the error
    await budgets.release(budget, 1).catch(() => undefined);
    throw error;
  }
  return { keyId, apiKey, key: toKeyResponse({ key }, key.monthlyMints === undefined ? null : 0) };
};
