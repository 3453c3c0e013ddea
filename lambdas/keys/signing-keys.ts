import { dayMs } from 'image-url-contract/days.ts';
import { fail } from 'image-url-contract/errors.ts';
import { limits } from 'image-url-contract/limits.ts';
import { includesScope } from 'image-url-contract/scopes.ts';
import { getSigningKey } from 'image-url-contract/signing/keyring.ts';
import {
  createSigningKeyId,
  isServiceKeyId,
  readSigningKeyId,
  signingKeyRandomBytes,
  signingKeyText,
} from 'image-url-contract/signing/signing-secret.ts';
import { covers, inheritLimits } from '../access/delegation.ts';
import { getAllowance } from '../domain/quota/plans.ts';
import { byAge, storeWithin } from '../limits/store-within.ts';
import type { SigningKeyRecord } from '../ports/records.ts';
import type { UseCase } from '../ports/use-case.ts';
import { createRevocationRecord, revoke } from '../revocations/revoke.ts';

const getId = ({ signingKeyId }: SigningKeyRecord): string => signingKeyId;

/** Converts a signing key's record to the API's view, which has no secret. */
const toSigningKeyResponse = (key: SigningKeyRecord) => ({
  signingKeyId: key.signingKeyId,
  name: key.name,
  templateIds: key.templateIds ? [...key.templateIds] : null,
  dailyRenders: key.dailyRenders ?? null,
  monthlyMints: key.monthlyMints ?? null,
  expiresAt: key.expiresAt.toISOString(),
  createdAt: key.createdAt.toISOString(),
});

/**
 * Returns when a signing key expires: `limits.urlLifetimeDays` from now at the latest. The keyring's key that its secret
 * is derived from verifies longer than that.
 */
const getEnd = (now: Date, inherited: Date | undefined): Date => {
  const most = now.getTime() + limits.urlLifetimeDays * dayMs;
  return new Date(Math.min(most, inherited?.getTime() ?? most));
};

/**
 * Creates a signing key with at most the limits of the API key. Its secret is derived from the keyring's newest key that signs.
 *
 * @throws INVALID_BODY, TEMPLATE_NOT_FOUND, TOO_MANY_KEYS; SERVER_ERROR without a key to derive from
 */
export const createSigningKey: UseCase<'createSigningKey'> = async (ports, runtime, call) => {
  const { name, dailyRenders } = call.body;
  const now = runtime.now();
  const inherited = inheritLimits(call, call.body, runtime);
  const master = getSigningKey(await ports['keyring:read'].keyring(runtime), now);
  if (!master) throw fail('SERVER_ERROR');
  const { accountId } = call.caller;
  const key: SigningKeyRecord = {
    accountId,
    signingKeyId: createSigningKeyId(master, accountId, runtime.randomBytes(signingKeyRandomBytes)),
    name,
    ...inherited,
    dailyRenders,
    expiresAt: getEnd(now, inherited.expiresAt),
    createdAt: now,
  };
  await storeWithin(limits.keys, fail('TOO_MANY_KEYS'), {
    id: key.signingKeyId,
    list: async () => (await ports['signingKeys:read'].of(accountId)).sort(byAge(getId)).map(getId),
    store: async () => {
      await runtime.beginAct({ accountId, subject: key.signingKeyId });
      await ports['signingKeys:create'].create(key);
    },
    remove: () => ports['signingKeys:delete'].delete(accountId, key.signingKeyId),
  });
  return { ...toSigningKeyResponse(key), signingKey: signingKeyText(master, key.signingKeyId) };
};

/** Lists the signing keys of an account that the caller's key covers, the newest first. */
export const listSigningKeys: UseCase<'listSigningKeys'> = async (ports, _, { caller, key }) => {
  const found = (await ports['signingKeys:read'].of(caller.accountId)).filter((one) => covers(key, one));
  const newest = found.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  return { signingKeys: newest.map(toSigningKeyResponse) };
};

/**
 * Deletes a signing key of the caller's account that the caller's key covers. Its URLs that were never rendered stop working immediately. `revoke`
 * also revokes those that were rendered, even of a key that was deleted before.
 *
 * @throws INSUFFICIENT_SCOPE for `revoke` without the scope `revocations:write`; SIGNING_KEY_NOT_FOUND,
 * TOO_MANY_REVOCATIONS
 */
export const deleteSigningKey: UseCase<'deleteSigningKey'> = async (ports, runtime, { caller, key, path, query }) => {
  const { accountId } = caller;
  const { signingKeyId } = path;
  const isRevoking = query.revoke === 'true';
  if (isRevoking && !includesScope(key.scopes, 'revocations:write'))
    throw fail('INSUFFICIENT_SCOPE', { scope: 'revocations:write' });
  const isOwn = readSigningKeyId(signingKeyId)?.accountId === accountId && !isServiceKeyId(signingKeyId);
  const found =
    isOwn && (await ports['signingKeys:read'].of(accountId)).find((one) => one.signingKeyId === signingKeyId);
  // of a deleted key nothing is known, so only a key without limits covers it
  if (!isOwn || !covers(key, found || {}) || !(found || isRevoking)) throw fail('SIGNING_KEY_NOT_FOUND');
  const act = { accountId, subject: signingKeyId };
  if (isRevoking) {
    const wanted = createRevocationRecord(runtime, accountId, { kind: 'key', signingKeyId });
    const most = getAllowance(caller.plan, runtime.plans).revocations;
    await revoke(ports, runtime, wanted, most, act);
  } else await runtime.beginAct(act);
  const isDeleted = await ports['signingKeys:delete'].delete(accountId, signingKeyId);
  if (!isDeleted && !isRevoking) throw fail('SIGNING_KEY_NOT_FOUND');
  return { signingKeyId };
};
