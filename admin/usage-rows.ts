import { putItem, scanItems } from '../lambdas/aws/dynamodb/table.ts';
import { dayMs } from '../lambdas/domain/days.ts';
import type { BillingPeriod } from '../lambdas/domain/quota/billing-period.ts';
import { usageRetentionDays } from '../lambdas/domain/quota/usage-retention.ts';
import {
  billedCounts,
  type ClosedAccount,
  closedAccounts,
  isClosedAccount,
} from '../lambdas/domain/records/bill-records.ts';
import { type Item, toSeconds } from '../lambdas/domain/records/record.ts';
import { readTemplateViews, viewPrefixes } from '../lambdas/domain/records/view-records.ts';

/** Sort keys of the usage table: a billing month by its start, and the bytes stored in it. */
const monthForm = /^\d{4}-\d\d-\d\dT/;
const storedForm = /^stored (\d{4}-.*)$/;

/** Attributes of a month of which only its counts are left. */
const billAttributes = ['accountId', 'periodStart', 'expires', ...Object.keys(billedCounts.shape)];

/** Returns whether a row is kept for bills after its account was deleted: it holds counts alone. */
export const isForBills = (row: Item): boolean => {
  const name = String(row.periodStart);
  if (isClosedAccount(row) || storedForm.test(name)) return true;
  return monthForm.test(name) && 'expires' in row && Object.keys(row).every((key) => billAttributes.includes(key));
};

/** Returns whether a row has the counts of a billing month. */
export const isMonth = ({ periodStart }: Item): boolean => monthForm.test(String(periodStart));

/** Reduces a month to its counts, which expire as those of other accounts do. */
export const reduceToCounts = async (table: string, row: Item): Promise<void> => {
  const { accountId, periodStart } = row;
  const end = Date.parse(String(periodStart)) + (usageRetentionDays + 31) * dayMs;
  await putItem(table, { accountId, periodStart, ...billedCounts.parse(row), expires: toSeconds(new Date(end)) });
};

/** What an account used in one billing month. */
export type MonthCounts = ReturnType<typeof billedCounts.parse> & { readonly storedBytes: number };

/** What the usage table says of all accounts, by one scan. */
export interface UsageOfAll {
  /** By account, a space and the start of the month in ISO 8601. */
  readonly months: ReadonlyMap<string, MonthCounts>;
  readonly closed: readonly ClosedAccount[];
}

const none: MonthCounts = { ...billedCounts.parse({}), storedBytes: 0 };

/** Returns the usage of an account in the month that begins at a moment. */
export const getMonth = ({ months }: UsageOfAll, accountId: string, start: Date): MonthCounts =>
  months.get(`${accountId} ${start.toISOString()}`) ?? none;

/** Reads the usage of all accounts in billing months that began in a calendar month, and the deleted accounts. */
export const readUsage = async (table: string, month: string): Promise<UsageOfAll> => {
  const months = new Map<string, MonthCounts>();
  const closed: ClosedAccount[] = [];
  const add = (accountId: unknown, start: string, counts: Partial<MonthCounts>) => {
    const key = `${accountId} ${start}`;
    if (start.startsWith(`${month}-`)) months.set(key, { ...none, ...months.get(key), ...counts });
  };
  for await (const item of scanItems(table)) {
    const name = String(item.periodStart);
    const [, storedIn] = storedForm.exec(name) ?? [];
    if (isClosedAccount(item)) closed.push(closedAccounts.read(item));
    else if (storedIn !== undefined) add(item.accountId, storedIn, { storedBytes: Number(item.amount ?? 0) });
    else if (monthForm.test(name)) add(item.accountId, name, billedCounts.parse(item));
  }
  return { months, closed };
};

/** Views of all accounts by account and day. */
export type ViewsOfAll = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Reads the views of days on which a billing month that began in a calendar month can be, by one scan. */
export const readViews = async (table: string, month: string): Promise<ViewsOfAll> => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const after = new Date(Date.UTC(year, number + 1, 1)).toISOString().slice(0, 10);
  const prefix = viewPrefixes.template;
  const found = new Map<string, Map<string, number>>();
  const rows = scanItems(table, {
    FilterExpression: 'part BETWEEN :from AND :to',
    ExpressionAttributeValues: { ':from': `${prefix} ${month}-01`, ':to': `${prefix} ${after}` },
  });
  for await (const item of rows) {
    const { day, counts } = readTemplateViews(item);
    const days = found.get(String(item.accountId)) ?? new Map<string, number>();
    days.set(
      day,
      counts.reduce((sum, [, count]) => sum + count, days.get(day) ?? 0),
    );
    found.set(String(item.accountId), days);
  }
  return found;
};

/** Returns the views of an account in a billing month, by days in UTC: the first one counts whole, the last one not. */
export const getViews = (views: ViewsOfAll, accountId: string, { start, end }: BillingPeriod): number => {
  const [from, to] = [start, end].map((moment) => moment.toISOString().slice(0, 10)) as [string, string];
  return [...(views.get(accountId) ?? [])].reduce(
    (sum, [day, count]) => (day >= from && day < to ? sum + count : sum),
    0,
  );
};
