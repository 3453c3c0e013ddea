import { fail, failSaying } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type {
  CreateSigningKeyRequest,
  CreateSigningKeyResponse,
  SigningKeyView,
} from '../../contract/schemas/signing-key.ts';
import { dayMs } from '../../core/days.ts';
import { keyToSignWith } from '../../core/signing/keyring.ts';
import { newSigningKeyId, signingKeyRandomBytes, signingKeyText } from '../../core/signing/signing-secret.ts';
import type { Budget } from '../../ports/budgets.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord, KeyRecord, SigningKeyRecord, TemplateRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { isUsableBy } from '../accounts/ownership.ts';

/** Budget of signing keys of an account. It has no window. */
export const signingKeyCount = ({ accountId }: Pick<AccountRecord, 'accountId'>): Budget => ({
  owner: accountId,
  name: 'signing keys',
  limit: limits.keys,
});

/** Converts a signing key's record to the API's view, which has no secret. */
export const toSigningKeyResponse = (key: SigningKeyRecord): SigningKeyView => ({
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
 * @throws INVALID_BODY, TEMPLATE_NOT_FOUND, TOO_MANY_KEYS; SERVER_ERROR without a key to derive from.
 */
export const createSigningKey = async (
  ports: PortsOf<'createSigningKey'>,
  runtime: Runtime,
  caller: AccountRecord,
  maker: KeyRecord,
  templates: ReadonlyMap<string, TemplateRecord>,
  { name, templateIds, dailyRenders, expiresAt }: CreateSigningKeyRequest,
): Promise<CreateSigningKeyResponse> => {
  const now = runtime.now();
  if (expiresAt && expiresAt <= now) throw failSaying('INVALID_BODY', 'expiresAt is in the past.');
  for (const id of templateIds ?? []) {
    const found = templates.get(id);
    if (!found || !isUsableBy(found, caller)) throw fail('TEMPLATE_NOT_FOUND');
  }
  const master = keyToSignWith(await ports['signingKeys:read'].keyring(runtime), now);
  if (!master) throw fail('SERVER_ERROR');
  const { accountId } = caller;
  const key: SigningKeyRecord = {
    accountId,
    signingKeyId: newSigningKeyId(master, accountId, runtime.randomBytes(signingKeyRandomBytes)),
    name,
    templateIds: templateIds ?? maker.templateIds,
    dailyRenders,
    expiresAt: getEnd(now, expiresAt, maker),
    createdAt: now,
  };
  const [budgets, budget] = [ports['budgets:consume'], signingKeyCount(caller)];
  if (!(await budgets.consume(budget, 1))) throw fail('TOO_MANY_KEYS');
  try {
    await ports['accountKeys:create'].create(key);
  } catch (error) {
    // if the release fails, the account can have one key less; the original error matters more
    await budgets.release(budget, 1).catch(() => undefined);
    throw error;
  }
  return { ...toSigningKeyResponse(key), signingKey: signingKeyText(master, key.signingKeyId) };
};
