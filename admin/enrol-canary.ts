import { parseApiKey } from '../lambdas/domain/api-key.ts';
import { createUnlimitedPlan } from '../lambdas/domain/quota/plans.ts';
import type { Runtime } from '../lambdas/ports/runtime.ts';
import { createAccount, createKey } from './administer-accounts.ts';
import type { AdminStore } from './store.ts';

/** Store of the canary's API key. */
interface CanaryKey {
  read(): Promise<string | undefined>;
  write(apiKey: string): Promise<void>;
}

/**
 * Creates an account and an API key for the canary, with an unlimited plan if the stage has one. An enrolled canary is
 * unchanged.
 *
 * @param isNewWanted replaces account and key of an enrolled canary, because the key has leaked or was revoked
 */
export const enrolCanary = async (
  store: AdminStore,
  runtime: Runtime,
  key: CanaryKey,
  isNewWanted: boolean,
): Promise<{ readonly accountId: string; readonly isNew: boolean }> => {
  const { accountId: known } = parseApiKey((await key.read()) ?? '') ?? {};
  if (known !== undefined && !isNewWanted && (await store.account(known))) return { accountId: known, isNew: false };
  const { accountId } = await createAccount(store, runtime, { plan: createUnlimitedPlan(runtime.plans) ?? 'scale' });
  const { apiKey } = await createKey(store, runtime, accountId);
  await key.write(apiKey);
  return { accountId, isNew: true };
};
