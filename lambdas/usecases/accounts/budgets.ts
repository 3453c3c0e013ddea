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

/** Budget of failed generations per billing month: as many as the plan includes generations. */
export const failedItems = (caller: AccountRecord, runtime: Runtime) => {
  const { start, end } = quotaPeriod(caller, runtime);
  const limit = countable(getAllowance(caller.plan, runtime.plans).generations);
  return { owner: caller.accountId, name: `failed ${start.toISOString()}`, limit, endsAt: end } satisfies Budget;
};

/** Budget of expensive mints per billing month whose image failed to render: as many as the plan includes mints. */
export const failedMints = (caller: AccountRecord, runtime: Runtime) => {
  const { start, end } = quotaPeriod(caller, runtime);
  const limit = countable(getAllowance(caller.plan, runtime.plans).mints);
  return { owner: caller.accountId, name: `failed mints ${start.toISOString()}`, limit, endsAt: end } satisfies Budget;
};

/** Budget of templates that an account stores at the same time. It has no window. */
export const templateCount = (
  { accountId, plan }: Pick<AccountRecord, 'accountId' | 'plan'>,
  runtime: Pick<Runtime, 'plans'>,
): Budget => ({
  owner: accountId,
  name: 'templates',
  limit: getAllowance(plan, runtime.plans).templates,
});

/** Budget of bytes stored per billing month: code, render plans, previews and fonts. Deleting does not reduce it. */
export const storedInMonth = (caller: AccountRecord, runtime: Runtime) => {
  const { start, end } = quotaPeriod(caller, runtime);
  const limit = getAllowance(caller.plan, runtime.plans).storedBytes;
  return { owner: caller.accountId, name: `stored ${start.toISOString()}`, limit, endsAt: end } satisfies Budget;
};

/** Hourly budget of renders that consume no quota: templates that are checked or saved, and fonts that are opened. */
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

/** Consumes one unit of the hourly trial budget. @throws TOO_MANY_TRIALS */
export const countTrial = async (ports: BudgetPorts, runtime: Pick<Runtime, 'now'>, caller: AccountRecord) => {
  const budget = trials(caller, runtime.now());
  if (!(await ports['budgets:consume'].consume(budget, 1))) throw failUntil(budget.endsAt, 'TOO_MANY_TRIALS');
};

/**
 * Consumes one unit of the template budget, runs `work`, and releases the unit if `work` fails.
 *
 * @throws TOO_MANY_TEMPLATES; what `work` throws.
 */
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
    // if the release fails, the account can store one template less; the original error matters more
    await budgets.release(budget, 1).catch(() => undefined);
    throw error;
  }
};

/** Consumes bytes of the monthly storage budget before they are stored. @throws STORAGE_QUOTA_EXCEEDED */
export const countStored = async (ports: BudgetPorts, runtime: Runtime, caller: AccountRecord, bytes: number) => {
  const budget = storedInMonth(caller, runtime);
  if (await ports['budgets:consume'].consume(budget, bytes)) return;
  throw failUntil(budget.endsAt, 'STORAGE_QUOTA_EXCEEDED', budget);
};
