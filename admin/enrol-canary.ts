import type { KeyScope } from '../lambdas/contract/scopes.ts';
import { parseApiKey } from '../lambdas/domain/api-key.ts';
import { createUnlimitedPlan } from '../lambdas/domain/quota/plans.ts';
import type { Runtime } from '../lambdas/ports/runtime.ts';
import { createAccount, createKey, setAccount } from './administer-accounts.ts';
import type { AdminStore } from './store.ts';

/** Store of the canary's API key. */
interface CanaryKey {
  read(): Promise<string | undefined>;
  write(apiKey: string): Promise<void>;
}

interface CanaryKeyParts {
  readonly accountId: string;
  readonly keyId: string;
}

/** The canary's account and the id of its key, and those that were ended in their place. */
type Enrolment = CanaryKeyParts & { readonly isNew: boolean; readonly ended?: CanaryKeyParts };

/** What the canary does with its key. */
const canaryScopes = [
  'mint',
  'sites:write',
  'templates:read',
  'templates:write',
] as const satisfies readonly KeyScope[];

/** Ends a key that may have leaked, and the account that it can use. Without them, nothing happens. */
const endOld = async (store: AdminStore, runtime: Runtime, { accountId, keyId }: CanaryKeyParts): Promise<void> => {
  await store.revokeKey(keyId);
  const account = await store.account(accountId);
  if (account && !account.deletingSince) await setAccount(store, runtime, accountId, { status: 'canceled' });
};

/**
 * Creates an account and an API key for the canary, with an unlimited plan if the stage has one. An enrolled canary is
 * unchanged.
 *
 * @param isNewWanted replaces account and key of an enrolled canary, because the key has leaked: the old key is revoked
 * and its account canceled, before there are new ones
 */
export const enrolCanary = async (
  store: AdminStore,
  runtime: Runtime,
  key: CanaryKey,
  isNewWanted: boolean,
): Promise<Enrolment> => {
  const old = parseApiKey((await key.read()) ?? '');
  if (old && !isNewWanted && (await store.account(old.accountId)))
    return { accountId: old.accountId, keyId: old.keyId, isNew: false };
  if (old) await endOld(store, runtime, old);
  const { accountId } = await createAccount(store, runtime, { plan: createUnlimitedPlan(runtime.plans) ?? 'scale' });
  const { apiKey, keyId } = await createKey(store, runtime, accountId, { name: 'Canary', scopes: canaryScopes });
  await key.write(apiKey);
  return { accountId, keyId, isNew: true, ...(old && { ended: { accountId: old.accountId, keyId: old.keyId } }) };
};
