import { fail, failWithRetryAt, ServiceError } from 'image-url-contract/errors.ts';
import { limits } from 'image-url-contract/limits.ts';
import { formatThousands } from 'image-url-engine/words.ts';
import { getAllowance, toFiniteLimit } from '../domain/quota/plans.ts';
import { usageRetentionDays } from '../domain/quota/usage-retention.ts';
import type { Budget } from '../ports/budgets.ts';
import type { Ports } from '../ports/ports.ts';
import type { AccountRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import { getQuotaPeriod } from './quota.ts';

type BudgetPorts = Pick<Ports, 'budgets:consume'>;

/** Returns who owns the budgets of an account. */
export const getBudgetOwner = (accountId: string): string => `account ${accountId}`;

type Owner = Pick<AccountRecord, 'accountId'>;
type Budgeted = Budget & { readonly endsAt: Date };

/** Declares a budget of an account's billing month, of as much as its plan includes of something. */
const inMonth =
  (name: string, included: 'mints' | 'generations' | 'storedBytes') =>
  (caller: AccountRecord, runtime: Runtime): Budgeted => {
    const { start, end: endsAt } = getQuotaPeriod(caller, runtime);
    const limit = toFiniteLimit(getAllowance(caller.plan, runtime.plans)[included]);
    return { owner: getBudgetOwner(caller.accountId), name: `${name} ${start.toISOString()}`, limit, endsAt };
  };

export const failedItems = inMonth('failed', 'generations');
/** Expensive mints whose image failed to render. */
export const failedMints = inMonth('failed mints', 'mints');
/** Stored bytes: code, render plans, previews, fonts and assets. Deleting does not reduce the count. Kept for bills. */
export const storedInMonth = (caller: AccountRecord, runtime: Runtime): Budgeted => ({
  ...inMonth('stored', 'storedBytes')(caller, runtime),
  keptDays: usageRetentionDays,
});

/** Templates that an account has at the same time. Shorter lists are counted by reading them (`store-within.ts`). */
export const templateCount = (
  { accountId, plan }: Pick<AccountRecord, 'accountId' | 'plan'>,
  { plans }: Pick<Runtime, 'plans'>,
): Budget => ({ owner: getBudgetOwner(accountId), name: 'templates', limit: getAllowance(plan, plans).templates });

/** Returns a budget of the hour or minute of a moment. */
const inWindow = (owner: string, name: string, limit: number, now: Date, windowMs: number): Budgeted => {
  const start = now.getTime() - (now.getTime() % windowMs);
  return { owner, name: `${name} ${new Date(start).toISOString()}`, limit, endsAt: new Date(start + windowMs) };
};
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Renders that consume no quota: of templates that are checked or saved, and of uploaded fonts. */
export const trials = ({ accountId }: Owner, now: Date) =>
  inWindow(getBudgetOwner(accountId), 'trials', limits.trialsPerHour, now, hourMs);
/**
 * Pages of a site that are read per minute: `known` ones had an image or name theirs. `unproven` are pages of a site none
 * of whose pages has named its image.
 */
export const pagesRead = (siteId: string, kind: keyof typeof limits.sitePagesPerMinute, now: Date) =>
  inWindow(`site ${siteId}`, `${kind} pages`, limits.sitePagesPerMinute[kind], now, minuteMs);

/** Work of an account that is free, but not without end, in the hour of a moment. */
const freeWork = {
  refreshes: { most: limits.refreshesPerHour, what: 'have pages of its sites read again at most', unit: 'times' },
  imageViewDays: { most: limits.imageViewDaysPerHour, what: 'list a day of views by image at most', unit: 'times' },
  assetBytes: { most: limits.assetBytesPerHour, what: 'upload pictures of at most', unit: 'bytes' },
} as const;
export type FreeWork = keyof typeof freeWork;

export const freeWorkOf = ({ accountId }: Owner, work: FreeWork, now: Date) =>
  inWindow(getBudgetOwner(accountId), work, freeWork[work].most, now, hourMs);

/** Consumes an amount of an hourly budget of free work. @throws TOO_MANY_REQUESTS */
export const countFreeWork = async (
  ports: BudgetPorts,
  runtime: Pick<Runtime, 'now'>,
  caller: Owner,
  work: FreeWork,
  amount: number,
): Promise<void> => {
  const budget = freeWorkOf(caller, work, runtime.now());
  if (await ports['budgets:consume'].consume(budget, amount)) return;
  const { most, what, unit } = freeWork[work];
  const detail = `An account can ${what} ${formatThousands(most)} ${unit} an hour; try again later.`;
  throw new ServiceError('TOO_MANY_REQUESTS', [], { detail, retryAt: budget.endsAt });
};

/** Consumes one unit of the hourly trial budget. @throws TOO_MANY_TRIALS */
export const countTrial = async (ports: BudgetPorts, runtime: Pick<Runtime, 'now'>, caller: AccountRecord) => {
  const budget = trials(caller, runtime.now());
  if (!(await ports['budgets:consume'].consume(budget, 1))) throw failWithRetryAt(budget.endsAt, 'TOO_MANY_TRIALS');
};

/**
 * Counts one template less. A failure lowers what the account can have until `account recount`, so it is logged and
 * fails nothing.
 */
export const releaseTemplate = async (
  ports: BudgetPorts,
  runtime: Pick<Runtime, 'plans' | 'log'>,
  caller: AccountRecord,
): Promise<void> => {
  try {
    await ports['budgets:consume'].release(templateCount(caller, runtime), 1);
  } catch (cause) {
    runtime.log('error', 'template still counted', { accountId: caller.accountId, cause });
  }
};

/** Runs work that stores another template. @throws TOO_MANY_TEMPLATES; what `work` throws */
export const whileCountingTemplate = async <T>(
  ports: BudgetPorts,
  runtime: Pick<Runtime, 'plans' | 'log'>,
  caller: AccountRecord,
  work: () => Promise<T>,
): Promise<T> => {
  const budget = templateCount(caller, runtime);
  const { limit } = budget;
  if (!(await ports['budgets:consume'].consume(budget, 1))) throw fail('TOO_MANY_TEMPLATES', { limit });
  try {
    return await work();
  } catch (error) {
    await releaseTemplate(ports, runtime, caller);
    throw error;
  }
};

/** Consumes bytes of the monthly storage budget before they are stored. @throws STORAGE_QUOTA_EXCEEDED */
export const countStored = async (ports: BudgetPorts, runtime: Runtime, caller: AccountRecord, bytes: number) => {
  const budget = storedInMonth(caller, runtime);
  if (await ports['budgets:consume'].consume(budget, bytes)) return;
  throw failWithRetryAt(budget.endsAt, 'STORAGE_QUOTA_EXCEEDED', budget);
};
