import type { EnvironmentOf } from '../../config/capabilities.ts';
import { tables } from '../../config/tables.ts';
import type { PlanHistory } from '../../domain/quota/plan-history.ts';
import { type AccountRecord, accountCycle, accounts, toAccountItem } from '../../domain/records/account-records.ts';
import { toMonthKey } from '../../domain/records/bill-records.ts';
import { readWalked, type Walked } from '../../domain/records/record.ts';
import { findRecord } from './stored-records.ts';
import { deleteItem, putItem, queryItems, setItem, updateItem } from './table.ts';

/** Returns plan and history as attributes of an account. */
export const toPlanFields = ({ plan, earlierPlans = [] }: PlanHistory) => ({
  plan,
  earlierPlans: earlierPlans.map((one) => ({ plan: one.plan, until: one.until.toISOString() })),
});

export const dynamoDbAccountReader = ({ ACCOUNTS_TABLE }: EnvironmentOf<'accounts:read'>) => ({
  find: (accountId: string): Promise<AccountRecord | undefined> => findRecord(accounts, ACCOUNTS_TABLE, { accountId }),
});

/** Writes the accounts of stacks only. */
export const dynamoDbAccountWriter = ({ ACCOUNTS_TABLE }: EnvironmentOf<'accounts:write'>) => ({
  /** Stores a new account. @returns false when the id exists; its record is unchanged */
  create: (account: AccountRecord): Promise<boolean> =>
    putItem(ACCOUNTS_TABLE, toAccountItem(account), 'attribute_not_exists(accountId)'),
  /** Sets the plan of an account. @returns false when the account does not exist, is being deleted or has changed */
  setPlan: ({ accountId, plan }: AccountRecord, to: PlanHistory): Promise<boolean> =>
    setItem(
      ACCOUNTS_TABLE,
      { accountId },
      toPlanFields(to),
      'attribute_exists(accountId) AND attribute_not_exists(deletingSince) AND #plan = :was',
      { ':was': plan },
    ),
});

/** Finds accounts whose visible billing period has ended, by an index, and advances them. */
export const dynamoDbAccountRoller = ({ ACCOUNTS_TABLE, USAGE_TABLE }: EnvironmentOf<'accounts:roll'>) => ({
  /** Yields accounts whose visible period ended at or before the moment. */
  async *due(moment: Date): AsyncGenerator<Walked<AccountRecord>> {
    const items = queryItems(
      ACCOUNTS_TABLE,
      { cycle: accountCycle },
      {
        ...{ IndexName: tables.ACCOUNTS_TABLE.index.name, ConsistentRead: false },
        ...{ sort: 'periodEnd <= :moment', values: { ':moment': moment.toISOString() } },
      },
    );
    for await (const item of items) yield readWalked(item.accountId, item, accounts.read);
  },

  /** Changes an account unless its period has changed since it was read. */
  async roll(
    account: AccountRecord,
    change: Partial<Pick<AccountRecord, 'status' | 'periodStart' | 'periodEnd'>>,
  ): Promise<boolean> {
    const { status, periodStart, periodEnd } = { ...account, ...change };
    // an expired account leaves the index, so no later run finds it
    const removal = status === 'expired' ? ' REMOVE #cycle' : '';
    return updateItem(
      ACCOUNTS_TABLE,
      { accountId: account.accountId },
      `SET #status = :status, periodStart = :start, periodEnd = :end${removal}`,
      'periodEnd = :read AND #status = :readStatus',
      {
        ...{ ':status': status, ':start': periodStart.toISOString(), ':end': periodEnd.toISOString() },
        ...{ ':read': account.periodEnd.toISOString(), ':readStatus': account.status },
      },
    );
  },

  /** Deletes the usage of periods that began before the moment. */
  async clearUsage(accountId: string, before: Date): Promise<void> {
    const { owner, part } = toMonthKey(accountId, before.toISOString());
    const began = { sort: 'part < :before', values: { ':before': part } };
    const keysOnly = { ProjectionExpression: '#owner, part', ConsistentRead: false };
    for await (const key of queryItems(USAGE_TABLE, { owner }, { ...began, ...keysOnly }))
      await deleteItem(USAGE_TABLE, key);
  },
});
