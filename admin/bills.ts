import { type BillingPeriod, getBillingPeriod } from '../lambdas/domain/quota/billing-period.ts';
import { getPlansIn, type PlanHistory } from '../lambdas/domain/quota/plan-history.ts';
import type { Runtime } from '../lambdas/ports/runtime.ts';
import { AdminError } from './administer-accounts.ts';
import { controlCharacters } from './control-characters.ts';
import type { AdminStore } from './store.ts';
import { getMonth, getViews } from './usage-rows.ts';

/** What an account used in the billing month that began in a calendar month. */
export interface Bill {
  readonly accountId: string;
  /** Empty for a deleted account, and for one without a name. */
  readonly name: string;
  /** The plan at the end of the month, or now. */
  readonly plan: string;
  /** Plans of the month before that one, each with the moment it ended: `starter until 2026-10-14T09:00:00.000Z`. */
  readonly earlierPlans: string;
  readonly periodStart: string;
  readonly periodEnd: string;
  /** `closed`, or `open` while more may be counted. */
  readonly state: 'open' | 'closed';
  readonly mints: number;
  readonly generations: number;
  /** Of the mints: first renders of on-demand URLs and site images. */
  readonly onDemandRenders: number;
  readonly storedBytes: number;
  /** Fetches of images on the days of the month; 0 in a stage that does not count them. */
  readonly views: number;
}

/** Columns that are numbers, by which accounts are ordered. */
export const measures = ['mints', 'generations', 'onDemandRenders', 'storedBytes', 'views'] as const;
export type Measure = (typeof measures)[number];

const monthForm = /^\d{4}-(0[1-9]|1[0-2])$/;

/** Returns the billing month that began in a calendar month; undefined for an account that is younger. */
const getPeriodOf = (anchor: Date, month: string): BillingPeriod | undefined => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 1) - 1);
  if (anchor > last) return undefined;
  const period = getBillingPeriod(anchor, last);
  return period.start.toISOString().startsWith(`${month}-`) ? period : undefined;
};

/**
 * Returns what every account used in its billing month that began in a calendar month, also those deleted since, by id.
 * Counts are those by which quota was enforced, so that a closed month does not change.
 *
 * @param month `2026-10`
 * @throws AdminError for another form of a month, or one that has not begun
 */
export const getBills = async (store: AdminStore, runtime: Runtime, month: string): Promise<Bill[]> => {
  if (!monthForm.test(month)) throw new AdminError(`--month ${month} is no month: write 2026-10.`);
  const now = runtime.now();
  if (month > now.toISOString().slice(0, 7)) throw new AdminError(`The month ${month} has not begun.`);
  const [usage, views] = [await store.usageOfAll(month), await store.viewsOfAll(month)];
  const bills: Bill[] = [];
  const add = (account: PlanHistory & { readonly accountId: string; readonly anchor: Date }, name: string) => {
    const period = getPeriodOf(account.anchor, month);
    if (!period) return;
    const plans = getPlansIn(account, period);
    const { mints, generations, onDemandRenders, storedBytes } = getMonth(usage, account.accountId, period.start);
    bills.push({
      ...{ accountId: account.accountId, name, plan: plans.at(-1)?.plan ?? account.plan },
      earlierPlans: plans
        .flatMap(({ plan, until }) => (until ? [`${plan} until ${until.toISOString()}`] : []))
        .join('; '),
      ...{ periodStart: period.start.toISOString(), periodEnd: period.end.toISOString() },
      state: period.end > now ? 'open' : 'closed',
      ...{ mints, generations, onDemandRenders, storedBytes },
      views: getViews(views, account.accountId, period),
    });
  };
  for await (const found of store.accounts()) {
    if ('problem' in found) throw new AdminError(`The record of the account ${found.id} cannot be read.`);
    add(found.record, found.record.name ?? '');
  }
  const listed = new Set(bills.map(({ accountId }) => accountId));
  // one that is being deleted still has its record
  for (const account of usage.closed)
    if (!listed.has(account.accountId) && account.deletedAt >= (getPeriodOf(account.anchor, month)?.start ?? now))
      add(account, '');
  return bills.sort((a, b) => (a.accountId < b.accountId ? -1 : 1));
};

/** Returns the accounts that used most of something in a month, the heaviest first; none that used nothing. */
export const getTopUsers = async (
  store: AdminStore,
  runtime: Runtime,
  { month, by, limit }: { readonly month: string; readonly by: Measure; readonly limit: number },
) => {
  const bills = await getBills(store, runtime, month);
  const used = bills.filter((bill) => bill[by] > 0).sort((a, b) => b[by] - a[by]);
  return { month, by, accounts: used.slice(0, limit) };
};

/** What spreadsheets take for a formula; full-width forms too, and behind spaces. */
const formula = /^\s*[=+\-@＝＋－＠]/;

/**
 * Quotes a value of a table as RFC 4180 says. A text that a spreadsheet would compute has an apostrophe before it, and
 * control characters are spaces.
 */
const toField = (value: string | number): string => {
  if (typeof value === 'number') return String(value);
  const text = `${formula.test(value) ? "'" : ''}${value.replace(controlCharacters, ' ')}`;
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Returns rows as CSV (RFC 4180) with a row of names; of no rows, the names alone. */
export const toCsv = <T extends object>(names: readonly (keyof T & string)[], rows: readonly T[]): string =>
  [names, ...rows.map((row) => names.map((name) => row[name] as string | number))]
    .map((fields) => fields.map(toField).join(','))
    .join('\r\n');

export const billColumns = [
  'accountId',
  'name',
  'plan',
  'earlierPlans',
  'periodStart',
  'periodEnd',
  'state',
  ...measures,
] as const satisfies readonly (keyof Bill)[];
