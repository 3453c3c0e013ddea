import type { KeyScope } from '../lambdas/contract/scopes.ts';
import { apiKeyRandomBytes, createApiKey } from '../lambdas/core/api-key.ts';
import { type BillingPeriod, getBillingPeriod } from '../lambdas/core/quota/billing-period.ts';
import { createUnlimitedPlan, getAllowance, mergePlans } from '../lambdas/core/quota/plans.ts';
import type { AccountStatus } from '../lambdas/core/quota/subscription.ts';
import type { AccountRecord } from '../lambdas/ports/records.ts';
import type { Runtime } from '../lambdas/ports/runtime.ts';
import { failedItems } from '../lambdas/usecases/accounts/budgets.ts';
import type { AdminStore } from './store.ts';

/** An error in an operator's input. Its message is printed as it is. */
export class AdminError extends Error {}

export const accountIdForm = /^[0-9A-Za-z]{1,32}$/;

/** Returns the account with its billing month advanced to the current one; unchanged if canceled or expired. */
const advanceToCurrent = (account: AccountRecord, now: Date): AccountRecord => {
  const isOver = account.periodEnd <= now && account.status !== 'canceled' && account.status !== 'expired';
  const { start, end } = getBillingPeriod(account.anchor, now);
  return isOver ? { ...account, periodStart: start, periodEnd: end } : account;
};

/** Returns the billing month whose usage is displayed. */
const getDisplayedMonth = ({ anchor, periodStart }: AccountRecord): BillingPeriod =>
  getBillingPeriod(anchor, periodStart);

const requireAccount = async (store: AdminStore, accountId: string): Promise<AccountRecord> => {
  const account = await store.account(accountId);
  if (!account) throw new AdminError(`There is no account ${accountId}.`);
  return account;
};

const requireNotDeleted = ({ accountId, deletingSince }: AccountRecord): void => {
  if (!deletingSince) return;
  throw new AdminError(`The account ${accountId} is being deleted. To go on: account delete ${accountId} --yes`);
};

/** Returns an account and its usage; a `limit` is null for an unlimited plan. */
export const showAccount = async (store: AdminStore, runtime: Runtime, accountId: string) => {
  const account = advanceToCurrent(await requireAccount(store, accountId), runtime.now());
  const used = await store.usage(accountId, getDisplayedMonth(account));
  const { plan, status, periodStart, periodEnd } = account;
  const allowance = getAllowance(plan, runtime.plans);
  return {
    accountId,
    plan,
    status,
    periodStart: periodStart.toISOString(),
    periodEnd: periodEnd.toISOString(),
    imageMints: { used: used.mints, limit: allowance.mints },
    aiGenerations: { used: used.generations, limit: allowance.generations },
  };
};

/** Returns the plan's name. @throws AdminError listing the stage's plans when it is missing or unknown */
const requirePlan = ({ plans }: Pick<Runtime, 'plans'>, plan: string | undefined): string => {
  const names = Object.keys(mergePlans(plans));
  if (plan !== undefined && names.includes(plan)) return plan;
  const what = plan === undefined ? '--plan is missing' : `There is no plan ${plan}`;
  throw new AdminError(`${what}: the stage has ${names.join(', ')}.`);
};

export interface NewAccount {
  /** @default a plan without limits if the stage has one; otherwise required */
  readonly plan?: string | undefined;
  readonly status?: AccountStatus;
  /** Start of the first billing month. @default now */
  readonly anchor?: Date;
}

export const createAccount = async (
  store: AdminStore,
  runtime: Runtime,
  { plan: wanted, status = 'active', anchor = runtime.now() }: NewAccount,
) => {
  const plan = requirePlan(runtime, wanted ?? createUnlimitedPlan(runtime.plans));
  const accountId = Buffer.from(runtime.randomBytes(8)).toString('hex');
  const { start, end } = getBillingPeriod(anchor, runtime.now());
  await store.putAccount({ accountId, plan, status, anchor, periodStart: start, periodEnd: end }, true);
  return showAccount(store, runtime, accountId);
};

export interface AccountChange {
  readonly plan?: string;
  readonly status?: AccountStatus;
  /** Until when the account has paid. */
  readonly periodEnd?: Date;
  readonly mintsUsed?: number;
  readonly generationsUsed?: number;
  /** Failed items of this month. */
  readonly generationsFailed?: number;
}

export const setAccount = async (
  store: AdminStore,
  runtime: Runtime,
  accountId: string,
  { plan, status, periodEnd, mintsUsed, generationsUsed, generationsFailed }: AccountChange,
) => {
  const account = advanceToCurrent(await requireAccount(store, accountId), runtime.now());
  requireNotDeleted(account);
  if (plan !== undefined) requirePlan(runtime, plan);
  const changed = { ...account, ...(plan && { plan }), ...(status && { status }), ...(periodEnd && { periodEnd }) };
  await store.putAccount(changed, false);
  await store.setUsage(accountId, getBillingPeriod(account.anchor, runtime.now()), {
    ...(mintsUsed !== undefined && { mints: mintsUsed }),
    ...(generationsUsed !== undefined && { generations: generationsUsed }),
  });
  if (generationsFailed !== undefined) await store.setConsumed(failedItems(changed, runtime), generationsFailed);
  return showAccount(store, runtime, accountId);
};

/**
 * Creates an API key. Only its hash is stored, so the key is returned only here. The account need not exist yet.
 *
 * @throws AdminError for a malformed account id, or an account that is being deleted
 */
export const createKey = async (
  store: AdminStore,
  runtime: Runtime,
  accountId: string,
  { name, scopes }: { readonly name?: string; readonly scopes?: readonly KeyScope[] } = {},
): Promise<{ keyId: string; apiKey: string }> => {
  if (!accountIdForm.test(accountId)) throw new AdminError('An account id is 1 to 32 letters and digits.');
  const { apiKey, keyHash, keyId } = createApiKey(accountId, runtime.randomBytes(apiKeyRandomBytes));
  const account = await store.account(accountId);
  if (account) requireNotDeleted(account);
  const createdAt = runtime.now();
  await store.putKey({ keyId, keyHash, accountId, revoked: false, name, scopes, createdAt });
  return { keyId, apiKey };
};

export const revokeKey = async (store: AdminStore, keyId: string): Promise<{ keyId: string; revoked: true }> => {
  if (!(await store.revokeKey(keyId))) throw new AdminError(`There is no key ${keyId}.`);
  return { keyId, revoked: true };
};
