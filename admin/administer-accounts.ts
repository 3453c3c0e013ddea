import { apiKeyRandomBytes, createApiKey } from 'image-url-contract/api-key.ts';
import type { KeyScope } from 'image-url-contract/scopes.ts';
import type { Subject } from '../lambdas/domain/deny-list.ts';
import { type BillingPeriod, getBillingPeriod } from '../lambdas/domain/quota/billing-period.ts';
import { changePlan } from '../lambdas/domain/quota/plan-history.ts';
import { createUnlimitedPlan, getAllowance, mergePlans } from '../lambdas/domain/quota/plans.ts';
import type { AccountStatus } from '../lambdas/domain/quota/subscription.ts';
import { failedItems, templateCount } from '../lambdas/limits/budgets.ts';
import type { AccountRecord } from '../lambdas/ports/records.ts';
import type { Runtime } from '../lambdas/ports/runtime.ts';
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

export const requireAccount = async (store: AdminStore, accountId: string): Promise<AccountRecord> => {
  const account = await store.account(accountId);
  if (!account) throw new AdminError(`There is no account ${accountId}.`);
  return account;
};

/** Returns what to deny. @throws AdminError when it does not exist; a deleted template's URLs live on */
export const requireKnown = async (store: AdminStore, subject: Subject): Promise<Subject> => {
  const { kind, id } = subject;
  const isKnown = {
    account: async () => (await store.account(id)) !== undefined,
    template: async () => (await store.templateOwner(id)) !== undefined,
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
  const { plan, status, periodStart, periodEnd, name, contact, note } = account;
  const allowance = getAllowance(plan, runtime.plans);
  return {
    accountId,
    ...(name !== undefined && { name }),
    ...(contact !== undefined && { contact }),
    ...(note !== undefined && { note }),
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
  readonly name?: string | undefined;
  readonly status?: AccountStatus;
  /** Start of the first billing month. @default now */
  readonly anchor?: Date;
  /** @default a new one */
  readonly accountId?: string;
}

export const createAccountId = (runtime: Runtime): string => Buffer.from(runtime.randomBytes(8)).toString('hex');

export const createAccount = async (
  store: AdminStore,
  runtime: Runtime,
  { plan: wanted, name, status = 'active', anchor = runtime.now(), accountId = createAccountId(runtime) }: NewAccount,
) => {
  const plan = requirePlan(runtime, wanted ?? createUnlimitedPlan(runtime.plans));
  const { start, end } = getBillingPeriod(anchor, runtime.now());
  await runtime.beginAct({ accountId, subject: accountId, changes: { plan, status } });
  await store.createAccount({ accountId, plan, name, status, anchor, periodStart: start, periodEnd: end });
  return showAccount(store, runtime, accountId);
};

export interface AccountChange {
  /** An empty text removes it, as for `contact` and `note`. */
  readonly name?: string;
  readonly contact?: string;
  readonly note?: string;
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
  const fields = ['status', 'periodStart', 'periodEnd', 'name', 'contact', 'note'] as const;
  const changed = fields.filter((field) => before[field]?.valueOf() !== after[field]?.valueOf());
  return Object.fromEntries(changed.map((field) => [field, after[field]]));
};

/** @param changes what the audit says of it */
export const setAccount = async (
  store: AdminStore,
  runtime: Runtime,
  accountId: string,
  { plan, status, periodEnd, mintsUsed, generationsUsed, generationsFailed, ...texts }: AccountChange,
  changes: Readonly<Record<string, string>> = {},
) => {
  const before = await requireAccount(store, accountId);
  const account = advanceToCurrent(before, runtime.now());
  requireNotDeleted(account);
  if (plan !== undefined) requirePlan(runtime, plan);
  const changed = { ...account, ...texts, ...(status && { status }), ...(periodEnd && { periodEnd }) };
  const isOther = plan !== undefined && plan !== before.plan;
  const change = { ...getChange(before, changed), ...(isOther && changePlan(before, plan, runtime.now())) };
  const was = isOther ? before.plan : undefined;
  await runtime.beginAct({ accountId, subject: accountId, changes });
  const isStored = Object.keys(change).length === 0 || (await store.changeAccount(accountId, change, was));
  if (!isStored) {
    // its deletion may have begun meanwhile
    if (was === undefined || (await requireAccount(store, accountId)).deletingSince) throw beingDeleted(accountId);
    throw new AdminError(`The plan of ${accountId} was changed at the same time. Run the command again.`);
  }
  await store.setUsage(accountId, getBillingPeriod(account.anchor, runtime.now()), {
    ...(mintsUsed !== undefined && { mints: mintsUsed }),
    ...(generationsUsed !== undefined && { generations: generationsUsed }),
  });
  if (generationsFailed !== undefined)
    await store.setConsumed(failedItems({ ...changed, ...change }, runtime), generationsFailed);
  return showAccount(store, runtime, accountId);
};

const recountTries = 5;

/**
 * Counts the templates of an account anew: the count is too high after a process has died while it saved or deleted a
 * template. Keys, signing keys and sites are counted whenever one is created.
 *
 * A template and its place in the count are two writes of a request. So the count is only set if no request took or gave
 * back a place from before those in progress ended until after those in progress at the counting ended.
 *
 * @param pause waits until every request that was in progress has ended
 * @throws AdminError when templates are created or deleted in every one of five tries
 */
export const recountAccount = async (
  store: AdminStore,
  runtime: Runtime,
  accountId: string,
  pause: () => Promise<void>,
): Promise<{ readonly accountId: string; readonly templates: number }> => {
  const account = await requireAccount(store, accountId);
  requireNotDeleted(account);
  await runtime.beginAct({ accountId, subject: accountId });
  const budget = templateCount(account, runtime);
  for (let tries = 0; tries < recountTries; tries += 1) {
    const changes = await store.changesOf(budget);
    await pause();
    const templates = await store.countTemplates(accountId);
    await pause();
    if (await store.setConsumedSince(budget, changes, templates)) return { accountId, templates };
  }
  throw new AdminError(`The templates of ${accountId} are created or deleted all the time: run it again later.`);
};

export const generateKey = (runtime: Runtime, accountId: string) =>
  createApiKey(accountId, runtime.randomBytes(apiKeyRandomBytes));

interface NewKey {
  readonly name?: string;
  readonly scopes?: readonly KeyScope[];
  /** The key, if it was generated before. @default a new one */
  readonly generated?: ReturnType<typeof createApiKey>;
}

/**
 * Creates an API key. Only its hash is stored, so the key is returned only here.
 *
 * @throws AdminError for an account that does not exist or is being deleted
 */
export const createKey = async (
  store: AdminStore,
  runtime: Runtime,
  accountId: string,
  { name, scopes, generated = generateKey(runtime, accountId) }: NewKey = {},
): Promise<{ keyId: string; apiKey: string }> => {
  requireNotDeleted(await requireAccount(store, accountId));
  const { apiKey, keyHash, keyId } = generated;
  const createdAt = runtime.now();
  await runtime.beginAct({ accountId, subject: keyId });
  await store.putKey({ keyId, keyHash, accountId, revoked: false, name, scopes, createdAt });
  return { keyId, apiKey };
};

/** Revokes an API key. @throws AdminError when it does not exist */
export const revokeKey = async (store: AdminStore, runtime: Pick<Runtime, 'beginAct'>, keyId: string) => {
  const key = await store.key(keyId);
  if (!key) throw new AdminError(`There is no key ${keyId}.`);
  await runtime.beginAct({ accountId: key.accountId, subject: keyId });
  if (!(await store.revokeKey(keyId))) throw new AdminError(`There is no key ${keyId}.`);
  return { accountId: key.accountId, keyId, revoked: true };
};

/** Returns the API keys and signing keys of an account, the newest first, without what they sign with. */
export const listAccountKeys = async (store: AdminStore, accountId: string) => {
  await requireAccount(store, accountId);
  const byAge = (a: { createdAt?: Date | undefined }, b: { createdAt?: Date | undefined }) =>
    (b.createdAt?.getTime() ?? 0) - (a.createdAt?.getTime() ?? 0);
  const [keys, signingKeys] = await Promise.all([store.keysOf(accountId), store.signingKeysOf(accountId)]);
  return {
    keys: keys
      .toSorted((a, b) => byAge(a.key, b.key))
      .map(({ key: { keyHash: _, accountId: __, isCounted: ___, ...key }, lastUsedOn }) => ({ ...key, lastUsedOn })),
    signingKeys: signingKeys.toSorted(byAge).map(({ accountId: _, ...key }) => key),
  };
};

interface AccountFilter {
  readonly plan?: string | undefined;
  readonly status?: AccountStatus | undefined;
  /** A part of the name, in upper or lower case. */
  readonly name?: string | undefined;
}

/**
 * Returns the accounts with a plan, a status and a part of a name, in the order of their names and ids. `damaged` are
 * those whose record cannot be read.
 *
 * @throws AdminError for a plan that neither the stage nor an account has
 */
export const listAccounts = async (
  store: AdminStore,
  runtime: Pick<Runtime, 'plans'>,
  { plan, status, name }: AccountFilter,
) => {
  const found: AccountRecord[] = [];
  const damaged: string[] = [];
  for await (const one of store.accounts())
    if ('record' in one) found.push(one.record);
    else damaged.push(one.id);
  // accounts may have a plan that the stage had
  if (plan !== undefined && !found.some((one) => one.plan === plan)) requirePlan(runtime, plan);
  const matching = found.filter(
    (one) =>
      (plan === undefined || one.plan === plan) &&
      (status === undefined || one.status === status) &&
      (name === undefined || (one.name ?? '').toLowerCase().includes(name.toLowerCase())),
  );
  const getOrder = (one: AccountRecord) => `${one.name ?? '~'} ${one.accountId}`;
  const views = matching
    .toSorted((a, b) => getOrder(a).localeCompare(getOrder(b)))
    .map(({ accountId, name = '', plan, status, anchor }) => ({
      ...{ accountId, name, plan, status, since: anchor.toISOString() },
    }));
  return { accounts: views, ...(damaged.length > 0 && { damaged }) };
};
