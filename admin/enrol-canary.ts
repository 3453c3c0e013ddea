import { parseApiKey } from 'image-url-contract/api-key.ts';
import type { KeyScope } from 'image-url-contract/scopes.ts';
import { createUnlimitedPlan } from '../lambdas/domain/quota/plans.ts';
import type { Runtime } from '../lambdas/ports/runtime.ts';
import { createAccount, createAccountId, createKey, generateKey, setAccount } from './administer-accounts.ts';
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
const ofCanary = { name: 'Canary', scopes: canaryScopes };

/** Ends a key that may have leaked, and the account that it can use. Without them, nothing happens. */
const endOld = async (store: AdminStore, runtime: Runtime, { accountId, keyId }: CanaryKeyParts): Promise<void> => {
  await runtime.beginAct({ accountId, subject: keyId });
  await store.revokeKey(keyId);
  const account = await store.account(accountId);
  if (account && !account.deletingSince) await setAccount(store, runtime, accountId, { status: 'canceled' });
};

/**
 * Creates an account and an API key for the canary, with an unlimited plan if the stage has one. An enrolled canary is
 * unchanged; one whose enrolment was interrupted gets what it lacks.
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
  const stored = (await key.read()) ?? '';
  const old = parseApiKey(stored);
  const account = old && (await store.account(old.accountId));
  if (old && account && !account.deletingSince) {
    const { accountId, keyId } = old;
    const isWhole = (await store.key(keyId)) !== undefined;
    if (isWhole && !isNewWanted) return { accountId, keyId, isNew: false };
    if (!isWhole) {
      await createKey(store, runtime, accountId, { ...ofCanary, generated: { ...old, apiKey: stored } });
      return { accountId, keyId, isNew: true };
    }
  }
  if (old) await endOld(store, runtime, old);
  const accountId = createAccountId(runtime);
  const generated = generateKey(runtime, accountId);
  await runtime.beginAct({ accountId, subject: generated.keyId });
  // first, so that the next enrolment finds what an interrupted one has made
  await key.write(generated.apiKey);
  await createAccount(store, runtime, { accountId, plan: createUnlimitedPlan(runtime.plans) ?? 'scale' });
  const { keyId } = await createKey(store, runtime, accountId, { ...ofCanary, generated });
  return { accountId, keyId, isNew: true, ...(old && { ended: { accountId: old.accountId, keyId: old.keyId } }) };
};
