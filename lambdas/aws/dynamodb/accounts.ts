import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import { tables } from '../../config/tables.ts';
import type { AccountRecord, Walked } from '../../ports/records.ts';
import { documents } from './client.ts';
import { accountCycle, accountItem, readAccount, readWalked, toAccountItem } from './items.ts';
import { deleteItem, putItem, queryItems, updateItem } from './table.ts';

export const dynamoDbAccountReader = ({ ACCOUNTS_TABLE: TableName }: EnvironmentOf<'accounts:read'>) => ({
  async find(accountId: string): Promise<AccountRecord | undefined> {
    const { Item } = await documents.send(new GetCommand({ TableName, Key: { accountId } }));
    return Item && readAccount(Item);
  },
});

/** Writes the accounts of stacks only. */
export const dynamoDbAccountWriter = ({ ACCOUNTS_TABLE }: EnvironmentOf<'accounts:write'>) => ({
  /** Stores a new account. @returns false when the id exists; its record is unchanged */
  create: (account: AccountRecord): Promise<boolean> =>
    putItem(ACCOUNTS_TABLE, toAccountItem(account), 'attribute_not_exists(accountId)'),
  /** Sets the plan of an account. @returns false when the account does not exist */
  setPlan(accountId: string, plan: string): Promise<boolean> {
    const isThere = 'attribute_exists(accountId) AND attribute_not_exists(deletingSince)';
    return updateItem(ACCOUNTS_TABLE, { accountId }, 'SET #plan = :plan', isThere, { ':plan': plan });
  },
});

/** Finds accounts whose visible billing period has ended, by an index, and advances them. */
export const dynamoDbAccountRoller = ({ ACCOUNTS_TABLE, USAGE_TABLE }: EnvironmentOf<'accounts:roll'>) => ({
  /** Yields accounts whose visible period ended at or before the moment. */
  async *due(moment: Date): AsyncGenerator<Walked<AccountRecord>> {
    const byPeriodEnd = { IndexName: tables.ACCOUNTS_TABLE.index.name, ConsistentRead: false };
    const values = { ':cycle': accountCycle, ':moment': moment.toISOString() };
    for await (const item of queryItems(
      ACCOUNTS_TABLE,
      '#cycle = :cycle AND periodEnd <= :moment',
      values,
      byPeriodEnd,
    ))
      yield readWalked(item.accountId, item, readAccount);
  },

  /** Changes an account unless its period has changed since it was read. */
  async roll(
    account: AccountRecord,
    change: Partial<Pick<AccountRecord, 'status' | 'periodStart' | 'periodEnd'>>,
  ): Promise<boolean> {
    const read = accountItem.encode(account);
    const { status, periodStart, periodEnd } = accountItem.encode({ ...account, ...change });
    // an expired account leaves the index, so no later run finds it
    const removal = status === 'expired' ? ' REMOVE #cycle' : '';
    return updateItem(
      ACCOUNTS_TABLE,
      { accountId: account.accountId },
      `SET #status = :status, periodStart = :start, periodEnd = :end${removal}`,
      'periodEnd = :read AND #status = :readStatus',
      {
        ...{ ':status': status, ':start': periodStart, ':end': periodEnd },
        ...{ ':read': read.periodEnd, ':readStatus': read.status },
      },
    );
  },

  /** Deletes the usage of periods that began before the moment. */
  async clearUsage(accountId: string, before: Date): Promise<void> {
    const values = { ':account': accountId, ':before': before.toISOString() };
    const keysOnly = { ProjectionExpression: 'accountId, periodStart', ConsistentRead: false };
    for await (const key of queryItems(USAGE_TABLE, 'accountId = :account AND periodStart < :before', values, keysOnly))
      await deleteItem(USAGE_TABLE, key);
  },
});
