import { DeleteCommand, GetCommand, PutCommand, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { tables } from '../../config/tables.ts';
import type { Adapter } from '../connect.ts';
import { documents } from './client.ts';
import { holds } from './condition.ts';
import { accountCycle, accountItem, itemOfAccount, readAccount, readWalked } from './items.ts';

export const dynamoDbAccountReader: Adapter<'accounts:read'> = ({ ACCOUNTS_TABLE: TableName }) => ({
  async find(accountId) {
    const { Item } = await documents.send(new GetCommand({ TableName, Key: { accountId } }));
    return Item && readAccount(Item);
  },
});

export const dynamoDbAccountWriter: Adapter<'accounts:write'> = ({ ACCOUNTS_TABLE: TableName }) => ({
  create: (account) =>
    holds(
      documents.send(
        new PutCommand({
          TableName,
          Item: itemOfAccount(account),
          ConditionExpression: 'attribute_not_exists(accountId)',
        }),
      ),
    ),
  setPlan: (accountId, plan) =>
    holds(
      documents.send(
        new UpdateCommand({
          TableName,
          Key: { accountId },
          UpdateExpression: 'SET #plan = :plan',
          ConditionExpression: 'attribute_exists(accountId) AND attribute_not_exists(deletingSince)',
          ExpressionAttributeNames: { '#plan': 'plan' },
          ExpressionAttributeValues: { ':plan': plan },
        }),
      ),
    ),
});

/** Finds accounts whose visible billing period is over by an index, and advances them. */
export const dynamoDbAccountRoller: Adapter<'accounts:roll'> = ({ ACCOUNTS_TABLE, USAGE_TABLE }) => ({
  async *due(moment) {
    const pages = paginateQuery(
      { client: documents },
      {
        TableName: ACCOUNTS_TABLE,
        IndexName: tables.ACCOUNTS_TABLE.index.name,
        KeyConditionExpression: '#cycle = :cycle AND periodEnd <= :moment',
        ExpressionAttributeNames: { '#cycle': 'cycle' },
        ExpressionAttributeValues: { ':cycle': accountCycle, ':moment': moment.toISOString() },
      },
    );
    for await (const page of pages)
      for (const item of page.Items ?? []) yield readWalked(item.accountId, item, readAccount);
  },

  async roll(account, change) {
    const read = accountItem.encode(account);
    const { status, periodStart, periodEnd } = accountItem.encode({ ...account, ...change });
    return holds(
      documents.send(
        new UpdateCommand({
          TableName: ACCOUNTS_TABLE,
          Key: { accountId: account.accountId },
          // an ended account leaves the index, so that no later run finds it again
          UpdateExpression: `SET #status = :status, periodStart = :start, periodEnd = :end${status === 'expired' ? ' REMOVE #cycle' : ''}`,
          ConditionExpression: 'periodEnd = :read AND #status = :readStatus',
          ExpressionAttributeNames: { '#status': 'status', ...(status === 'expired' && { '#cycle': 'cycle' }) },
          ExpressionAttributeValues: {
            ':status': status,
            ':start': periodStart,
            ':end': periodEnd,
            ':read': read.periodEnd,
            ':readStatus': read.status,
          },
        }),
      ),
    );
  },

  async clearUsage(accountId, before) {
    const pages = paginateQuery(
      { client: documents },
      {
        TableName: USAGE_TABLE,
        KeyConditionExpression: 'accountId = :account AND periodStart < :before',
        ExpressionAttributeValues: { ':account': accountId, ':before': before.toISOString() },
        ProjectionExpression: 'accountId, periodStart',
      },
    );
    for await (const page of pages) {
      for (const { periodStart } of page.Items ?? []) {
        await documents.send(new DeleteCommand({ TableName: USAGE_TABLE, Key: { accountId, periodStart } }));
      }
    }
  },
});
