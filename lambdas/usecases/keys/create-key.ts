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

/** Budget of API keys that an account has created through the API. It has no window. */
export const keyCount = ({ accountId }: Pick<AccountRecord, 'accountId'>): Budget => ({
  owner: accountId,
  name: 'api keys',
  limit: limits.keys,
});

/** The earlier of two moments, either of which may be missing. */
const earlier = (a: Date | undefined, b: Date | undefined): Date | undefined => (a && b ? (a < b ? a : b) : (a ?? b));

/**
 * Returns the limits of a new key: the requested ones, restricted to those of the creating key.
 *
 * @throws INVALID_BODY when `expiresAt` is in the past; INSUFFICIENT_SCOPE for a scope that the creating key lacks, or
 * for `mint` if the creating key has a monthly limit; TEMPLATE_NOT_FOUND for a template that the caller cannot use.
 */
const getLimits = (
  runtime: Runtime,
  caller: AccountRecord,
  maker: KeyRecord,
  templates: ReadonlyMap<string, TemplateRecord>,
  { scopes, templateIds, expiresAt, monthlyMints }: CreateKeyRequest,
) => {
  for (const scope of scopes) if (!includesScope(maker.scopes, scope)) throw fail('INSUFFICIENT_SCOPE', { scope });
  // otherwise a limited key could create more keys with the same limit each
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
    // if the release fails, the account can have one key less; the original error matters more
    await budgets.release(budget, 1).catch(() => undefined);
    throw error;
  }
  return { keyId, apiKey, key: toKeyResponse({ key }, key.monthlyMints === undefined ? null : 0) };
};
