import { fail, failWithDetail } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { dayMs } from '../../core/days.ts';
import { getAllowance } from '../../core/quota/plans.ts';
import { getSigningKey } from '../../core/signing/keyring.ts';
import {
  createSigningKeyId,
  isServiceKeyId,
  readSigningKeyId,
  signingKeyRandomBytes,
  signingKeyText,
} from '../../core/signing/signing-secret.ts';
import type { KeyRecord, SigningKeyRecord } from '../../ports/records.ts';
import type { UseCase } from '../../ports/use-case.ts';
import { releaseOne, signingKeyCount, withBudgetUnit } from '../accounts/budgets.ts';
import { requireUsable } from '../accounts/ownership.ts';
import { createRevocationRecord, revoke } from '../revocations/revoke.ts';

/** Converts a signing key's record to the API's view, which has no secret. */
const toSigningKeyResponse = (key: SigningKeyRecord) => ({
  signingKeyId: key.signingKeyId,
  name: key.name,
  templateIds: key.templateIds ? [...key.templateIds] : null,
  dailyRenders: key.dailyRenders ?? null,
  expiresAt: key.expiresAt.toISOString(),
  createdAt: key.createdAt.toISOString(),
});

/**
 * Returns when a signing key expires: the earliest of the requested date, the expiry of the creating API key, and
 * `limits.urlLifetimeDays` from now. The keyring's key that its secret is derived from verifies longer than that.
 */
const getEnd = (now: Date, wanted: Date | undefined, maker: KeyRecord): Date => {
  const most = now.getTime() + limits.urlLifetimeDays * dayMs;
  return new Date(Math.min(most, ...[wanted, maker.expiresAt].map((date) => date?.getTime() ?? most)));
};

/**
 * Creates a signing key. Its secret is derived from the keyring's newest key that signs.
 *
 * @throws INVALID_BODY, TEMPLATE_NOT_FOUND, TOO_MANY_KEYS; SERVER_ERROR without a key to derive from
 */
export const createSigningKey: UseCase<'createSigningKey'> = async (ports, runtime, call) => {
  const { caller, key: maker, templates, body } = call;
  const { name, templateIds, dailyRenders, expiresAt } = body;
  const now = runtime.now();
  if (expiresAt && expiresAt <= now) throw failWithDetail('INVALID_BODY', 'expiresAt is in the past.');
  for (const id of templateIds ?? []) requireUsable(templates.get(id), caller);
  const master = getSigningKey(await ports['keyring:read'].keyring(runtime), now);
  if (!master) throw fail('SERVER_ERROR');
  const { accountId } = caller;
  const key: SigningKeyRecord = {
    accountId,
    signingKeyId: createSigningKeyId(master, accountId, runtime.randomBytes(signingKeyRandomBytes)),
    name,
    templateIds: templateIds ?? maker.templateIds,
    dailyRenders,
    expiresAt: getEnd(now, expiresAt, maker),
    createdAt: now,
  };
  await withBudgetUnit(ports, signingKeyCount(caller), fail('TOO_MANY_KEYS'), () =>
    ports['signingKeys:create'].create(key),
  );
  return { ...toSigningKeyResponse(key), signingKey: signingKeyText(master, key.signingKeyId) };
};

/** Lists the signing keys of an account, the newest first. */
export const listSigningKeys: UseCase<'listSigningKeys'> = async (ports, _, { caller }) => {
  const found = await ports['signingKeys:read'].of(caller.accountId);
  const newest = found.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  return { signingKeys: newest.map(toSigningKeyResponse) };
};

/**
 * Deletes a signing key of the caller's account. Its URLs that were never rendered stop working immediately. `revoke`
 * also revokes those that were rendered, even of a key that was deleted before.
 *
 * @throws SIGNING_KEY_NOT_FOUND, TOO_MANY_REVOCATIONS
 */
export const deleteSigningKey: UseCase<'deleteSigningKey'> = async (ports, runtime, { caller, path, query }) => {
  const { accountId } = caller;
  const { signingKeyId } = path;
  const isRevoking = query.revoke === 'true';
  const isOwn = readSigningKeyId(signingKeyId)?.accountId === accountId && !isServiceKeyId(signingKeyId);
  if (!isOwn) throw fail('SIGNING_KEY_NOT_FOUND');
  if (isRevoking) {
    const wanted = createRevocationRecord(runtime, accountId, { kind: 'key', signingKeyId });
    await revoke(ports, runtime, wanted, getAllowance(caller.plan, runtime.plans).revocations);
  }
  const isDeleted = await ports['signingKeys:delete'].delete(accountId, signingKeyId);
  if (!isDeleted && !isRevoking) throw fail('SIGNING_KEY_NOT_FOUND');
  if (isDeleted) await releaseOne(ports, signingKeyCount(caller));
  return { signingKeyId };
};
