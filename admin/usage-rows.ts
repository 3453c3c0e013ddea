import { dayMs } from 'image-url-contract/days.ts';
import { putItem, scanItems } from '../lambdas/aws/dynamodb/table.ts';
import type { BillingPeriod } from '../lambdas/domain/quota/billing-period.ts';
import { usageRetentionDays } from '../lambdas/domain/quota/usage-retention.ts';
import {
  billedCounts,
  type ClosedAccount,
  closedAccounts,
  isClosedAccount,
  parseMonthKey,
} from '../lambdas/domain/records/bill-records.ts';
import { type Item, toSeconds } from '../lambdas/domain/records/record.ts';
import { readTemplateViews, viewPrefixes } from '../lambdas/domain/records/view-records.ts';
import { getBudgetOwner } from '../lambdas/limits/budgets.ts';

/** Sort key of the bytes stored in a billing month, in the table of budgets. */
const storedPrefix = 'stored ';

/** Attributes of a month of which only its counts are left. */
const billAttributes = ['owner', 'part', 'expires', ...Object.keys(billedCounts.shape)];

/** Returns whether a row of usage or budgets is kept for bills after its account was deleted: it holds counts alone. */
export const isForBills = (row: Item): boolean => {
  if (isClosedAccount(row) || String(row.name).startsWith(storedPrefix)) return true;
  return (
    parseMonthKey(row) !== undefined &&
    'expires' in row &&
    Object.keys(row).every((key) => billAttributes.includes(key))
  );
};

/** Reduces a month to its counts, which expire as those of other accounts do. */
export const reduceToCounts = async (table: string, row: Item): Promise<void> => {
  const { owner, part } = row;
  const end = Date.parse(String(part)) + (usageRetentionDays + 31) * dayMs;
  await putItem(table, { owner, part, ...billedCounts.parse(row), expires: toSeconds(new Date(end)) });
};

/** What an account used in one billing month. */
export type MonthCounts = ReturnType<typeof billedCounts.parse> & { readonly storedBytes: number };

/** What the tables of usage and budgets say of all accounts, by one scan of each. */
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
export const readUsage = async (
  { USAGE_TABLE, BUDGETS_TABLE }: Readonly<Record<'USAGE_TABLE' | 'BUDGETS_TABLE', string>>,
  month: string,
): Promise<UsageOfAll> => {
  const months = new Map<string, MonthCounts>();
  const closed: ClosedAccount[] = [];
  const add = (accountId: string, start: string, counts: Partial<MonthCounts>) => {
    const key = `${accountId} ${start}`;
    months.set(key, { ...none, ...months.get(key), ...counts });
  };
  for await (const item of scanItems(USAGE_TABLE)) {
    const counted = parseMonthKey(item);
    if (isClosedAccount(item)) closed.push(closedAccounts.read(item));
    else if (counted?.start.startsWith(`${month}-`)) add(counted.accountId, counted.start, billedCounts.parse(item));
  }
  const prefixes = { ':owner': getBudgetOwner(''), ':stored': `${storedPrefix}${month}-` };
  const stored = scanItems(BUDGETS_TABLE, {
    FilterExpression: 'begins_with(#owner, :owner) AND begins_with(#name, :stored)',
    ExpressionAttributeNames: { '#owner': 'owner', '#name': 'name' },
    ExpressionAttributeValues: prefixes,
  });
  for await (const { owner, name, amount = 0 } of stored) {
    const accountId = String(owner).slice(prefixes[':owner'].length);
    add(accountId, String(name).slice(storedPrefix.length), { storedBytes: Number(amount) });
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
