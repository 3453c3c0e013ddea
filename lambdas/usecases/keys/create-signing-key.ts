import { fail, failSaying } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type {
  CreateSigningKeyRequest,
  CreateSigningKeyResponse,
  SigningKeyView,
} from '../../contract/schemas/signing-key.ts';
import { keyToSignWith } from '../../core/signing/keyring.ts';
import { newSigningKeyId, signingKeyRandomBytes, signingKeyText } from '../../core/signing/signing-secret.ts';
import type { Budget } from '../../ports/budgets.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord, KeyRecord, SigningKeyRecord, TemplateRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { isUsableBy } from '../accounts/ownership.ts';

const dayMs = 86_400_000;

/** Signing keys of an account, for as long as they exist. */
export const signingKeyCount = ({ accountId }: Pick<AccountRecord, 'accountId'>): Budget => ({
  owner: accountId,
  name: 'signing keys',
  limit: limits.keys,
});

/** What is answered of a signing key; its secret is no part of it. */
export const toSigningKeyResponse = (key: SigningKeyRecord): SigningKeyView => ({
  signingKeyId: key.signingKeyId,
  name: key.name,
  templateIds: key.templateIds ? [...key.templateIds] : null,
  dailyRenders: key.dailyRenders ?? null,
  expiresAt: key.expiresAt.toISOString(),
  createdAt: key.createdAt.toISOString(),
});

/**
 * When a signing key ends: as asked for, not after the API key that makes it, and before the key of the keyring that it is derived from is
 * dropped: that verifies for longer than any URL lives after its successor began to sign.
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
    // a count that stays is one place less: no reason to lose the error
    await budgets.release(budget, 1).catch(() => undefined);
    throw error;
  }
  return { ...toSigningKeyResponse(key), signingKey: signingKeyText(master, key.signingKeyId) };
};
