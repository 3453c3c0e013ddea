import { fail, failUntil } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { countable, getAllowance } from '../../core/quota/plans.ts';
import type { Budget } from '../../ports/budgets.ts';
import type { Ports } from '../../ports/ports.ts';
import type { AccountRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { quotaPeriod } from './quota.ts';

type BudgetPorts = Pick<Ports, 'budgets:consume'>;

const hourMs = 3_600_000;

/** Items of a month for which the model was asked in vain: as many as the plan has units. */
export const failedItems = (caller: AccountRecord, runtime: Runtime) => {
  const { start, end } = quotaPeriod(caller, runtime);
  const limit = countable(getAllowance(caller.plan, runtime.plans).generations);
  return { owner: caller.accountId, name: `failed ${start.toISOString()}`, limit, endsAt: end } satisfies Budget;
};

/** Costly mints of a month whose image could not be rendered: as many as the plan has mints. */
export const failedMints = (caller: AccountRecord, runtime: Runtime) => {
  const { start, end } = quotaPeriod(caller, runtime);
  const limit = countable(getAllowance(caller.plan, runtime.plans).mints);
  return { owner: caller.accountId, name: `failed mints ${start.toISOString()}`, limit, endsAt: end } satisfies Budget;
};

/** Templates of an account, for as long as they exist. */
export const templateCount = (
  { accountId, plan }: Pick<AccountRecord, 'accountId' | 'plan'>,
  runtime: Pick<Runtime, 'plans'>,
): Budget => ({
  owner: accountId,
  name: 'templates',
  limit: getAllowance(plan, runtime.plans).templates,
});

/** Bytes of code, render plans, previews and fonts that are stored in a month: what is deleted leaves them. */
export const storedInMonth = (caller: AccountRecord, runtime: Runtime) => {
  const { start, end } = quotaPeriod(caller, runtime);
  const limit = getAllowance(caller.plan, runtime.plans).storedBytes;
  return { owner: caller.accountId, name: `stored ${start.toISOString()}`, limit, endsAt: end } satisfies Budget;
};

/** Uncounted renderings of an hour: of templates that are checked or saved, and fonts that are opened. */
export const trials = ({ accountId }: AccountRecord, now: Date) => ({
  ...getHour(now, 'trials'),
  ...{ owner: accountId, limit: limits.trialsPerHour },
});

/** Bytes that checks of an account fetch in an hour. */
export const fetchedByAccount = ({ accountId }: Pick<AccountRecord, 'accountId'>, now: Date): Budget => ({
  ...getHour(now, 'fetched'),
  ...{ owner: accountId, limit: limits.fetchedBytesPerHour.account },
});

/** Bytes that checks of all accounts fetch from one host in an hour. */
export const fetchedFromHost = (host: string, now: Date): Budget => ({
  ...getHour(now, 'fetched'),
  ...{ owner: `host ${host}`, limit: limits.fetchedBytesPerHour.host },
});

const getHour = (now: Date, what: string) => {
  const start = now.getTime() - (now.getTime() % hourMs);
  return { name: `${what} ${new Date(start).toISOString()}`, endsAt: new Date(start + hourMs) };
};

/** Counts a template that is rendered without a unit. @throws TOO_MANY_TRIALS */
export const countTrial = async (ports: BudgetPorts, runtime: Pick<Runtime, 'now'>, caller: AccountRecord) => {
  const budget = trials(caller, runtime.now());
  if (!(await ports['budgets:consume'].consume(budget, 1))) throw failUntil(budget.endsAt, 'TOO_MANY_TRIALS');
};

/** Has a template counted before the work that makes it; one that is not made does not count. @throws TOO_MANY_TEMPLATES */
export const countingTemplate = async <T>(
  ports: BudgetPorts,
  runtime: Pick<Runtime, 'plans'>,
  caller: AccountRecord,
  work: () => Promise<T>,
) => {
  const [budgets, budget] = [ports['budgets:consume'], templateCount(caller, runtime)];
  if (!(await budgets.consume(budget, 1))) throw fail('TOO_MANY_TEMPLATES', { limit: budget.limit });
  try {
    return await work();
  } catch (error) {
    // a count that stays is one place less: no reason to lose the error
    await budgets.release(budget, 1).catch(() => undefined);
    throw error;
  }
};

/** Counts bytes before they are stored for good. @throws STORAGE_QUOTA_EXCEEDED */
export const countStored = async (ports: BudgetPorts, runtime: Runtime, caller: AccountRecord, bytes: number) => {
  const budget = storedInMonth(caller, runtime);
  if (await ports['budgets:consume'].consume(budget, bytes)) return;
  throw failUntil(budget.endsAt, 'STORAGE_QUOTA_EXCEEDED', budget);
};
