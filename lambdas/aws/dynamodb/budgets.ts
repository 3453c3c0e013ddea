import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Budget } from '../../ports/budgets.ts';
import type { Adapter } from '../connect.ts';
import { documents } from './client.ts';
import { holds } from './condition.ts';

const budgetItem = z.object({ amount: z.number().default(0) });

/** Seconds for which a count is stored after its window, for requests that started within it. */
const graceSeconds = 86_400;

/*
 * Budgets are stored in the usage table, one item per window. Their keys cannot collide with usage items: no account id
 * contains a space, and no budget name begins with a digit.
 */

const getKey = ({ owner, name }: Budget) => ({ accountId: owner, periodStart: name });

export const dynamoDbBudgets: Adapter<'budgets:consume'> = ({ USAGE_TABLE: TableName }) => {
  return {
    async consume(budget, amount) {
      const highest = budget.limit - amount;
      if (highest < 0) return false;
      const expires = budget.endsAt && Math.ceil(budget.endsAt.getTime() / 1_000) + graceSeconds;
      return holds(
        documents.send(
          new UpdateCommand({
            TableName,
            Key: getKey(budget),
            UpdateExpression: `ADD amount :amount${expires === undefined ? '' : ' SET expires = :expires'}`,
            ConditionExpression: 'attribute_not_exists(amount) OR amount <= :highest',
            ExpressionAttributeValues: {
              ':amount': amount,
              ':highest': highest,
              ...(expires !== undefined && { ':expires': expires }),
            },
          }),
        ),
      );
    },
    async release(budget, amount) {
      await holds(
        documents.send(
          new UpdateCommand({
            TableName,
            Key: getKey(budget),
            UpdateExpression: 'ADD amount :less',
            ConditionExpression: 'amount >= :amount',
            ExpressionAttributeValues: { ':less': -amount, ':amount': amount },
          }),
        ),
      );
    },
  };
};

export const dynamoDbBudgetReader: Adapter<'budgets:read'> = ({ USAGE_TABLE: TableName }) => ({
  async used(budget) {
    const command = new GetCommand({ TableName, Key: getKey(budget), ConsistentRead: true });
    const { Item } = await documents.send(command);
    return budgetItem.parse(Item ?? {}).amount;
  },
});
