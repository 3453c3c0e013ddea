import type { KeyScope } from '../lambdas/contract/scopes.ts';
import { apiKeyRandomBytes, createApiKey } from '../lambdas/core/api-key.ts';
import type { Subject } from '../lambdas/core/deny-list.ts';
import { type BillingPeriod, getBillingPeriod } from '../lambdas/core/quota/billing-period.ts';
import { createUnlimitedPlan, getAllowance, mergePlans } from '../lambdas/core/quota/plans.ts';
import type { AccountStatus } from '../lambdas/core/quota/subscription.ts';
import type { AccountRecord } from '../lambdas/ports/records.ts';
import type { Runtime } from '../lambdas/ports/runtime.ts';
import { failedItems, templateCount } from '../lambdas/usecases/accounts/budgets.ts';
import type { AccountFields, AdminStore } from './store.ts';

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

/** Returns what to deny. @throws AdminError when it does not exist; a deleted template's URLs live on */
export const requireKnown = async (store: AdminStore, subject: Subject): Promise<Subject> => {
  const { kind, id } = subject;
  const isKnown = {
    account: async () => (await store.account(id)) !== undefined,
    template: () => store.hasTemplate(id),
    site: () => store.hasSite(id),
  };
  if (!(await isKnown[kind]())) throw new AdminError(`There is no ${kind} ${id}.`);
  return subject;
};

const beingDeleted = (accountId: string): AdminError =>
  new AdminError(`The account ${accountId} is being deleted. To go on: account delete ${accountId} --yes`);
const requireNotDeleted = ({ accountId, deletingSince }: AccountRecord): void => {
  if (deletingSince) throw beingDeleted(accountId);
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
  await store.createAccount({ accountId, plan, status, anchor, periodStart: start, periodEnd: end });
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

/** Returns the fields that differ. */
const getChange = (before: AccountRecord, after: AccountRecord): AccountFields => {
  const fields = ['plan', 'status', 'periodStart', 'periodEnd'] as const;
  const changed = fields.filter((field) => before[field].valueOf() !== after[field].valueOf());
  return Object.fromEntries(changed.map((field) => [field, after[field]]));
};

export const setAccount = async (
  store: AdminStore,
  runtime: Runtime,
  accountId: string,
  { plan, status, periodEnd, mintsUsed, generationsUsed, generationsFailed }: AccountChange,
) => {
  const before = await requireAccount(store, accountId);
  const account = advanceToCurrent(before, runtime.now());
  requireNotDeleted(account);
  if (plan !== undefined) requirePlan(runtime, plan);
  const changed = { ...account, ...(plan && { plan }), ...(status && { status }), ...(periodEnd && { periodEnd }) };
  const change = getChange(before, changed);
  // its deletion may have begun meanwhile
  const isStored = Object.keys(change).length === 0 || (await store.changeAccount(accountId, change));
  if (!isStored) throw beingDeleted(accountId);
  await store.setUsage(accountId, getBillingPeriod(account.anchor, runtime.now()), {
    ...(mintsUsed !== undefined && { mints: mintsUsed }),
    ...(generationsUsed !== undefined && { generations: generationsUsed }),
  });
  if (generationsFailed !== undefined) await store.setConsumed(failedItems(changed, runtime), generationsFailed);
  return showAccount(store, runtime, accountId);
};

/**
 * Counts the templates of an account anew: the count is too high after a process has died while it saved or deleted a
 * template. Keys, signing keys and sites are counted whenever one is created.
 */
export const recountAccount = async (
  store: AdminStore,
  runtime: Runtime,
  accountId: string,
): Promise<{ readonly accountId: string; readonly templates: number }> => {
  const account = await requireAccount(store, accountId);
  requireNotDeleted(account);
  const templates = await store.countTemplates(accountId);
  await store.setConsumed(templateCount(account, runtime), templates);
  return { accountId, templates };
};

/**
 * Creates an API key. Only its hash is stored, so the key is returned only here.
 *
 * @throws AdminError for an account that does not exist or is being deleted
 */
export const createKey = async (
  store: AdminStore,
  runtime: Runtime,
  accountId: string,
  { name, scopes }: { readonly name?: string; readonly scopes?: readonly KeyScope[] } = {},
): Promise<{ keyId: string; apiKey: string }> => {
  requireNotDeleted(await requireAccount(store, accountId));
  const { apiKey, keyHash, keyId } = createApiKey(accountId, runtime.randomBytes(apiKeyRandomBytes));
  const createdAt = runtime.now();
  await store.putKey({ keyId, keyHash, accountId, revoked: false, name, scopes, createdAt });
  return { keyId, apiKey };
};

export const revokeKey = async (store: AdminStore, keyId: string): Promise<{ keyId: string; revoked: true }> => {
  if (!(await store.revokeKey(keyId))) throw new AdminError(`There is no key ${keyId}.`);
  return { keyId, revoked: true };
};
