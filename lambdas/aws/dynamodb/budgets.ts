import * as z from 'zod';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import type { Budget, BudgetReader, Budgets } from '../../ports/budgets.ts';
import { getItem, toSeconds, updateItem } from './table.ts';

const budgetItem = z.object({ amount: z.number().default(0) });

/** Seconds for which a count is stored after its window, for requests that started within the window. */
const graceSeconds = 86_400;

/*
 * Budgets are items of the usage table, one per window. Their keys cannot collide with usage items: no account id
 * contains a space, and no budget name begins with a digit.
 */

const getKey = ({ owner, name }: Budget) => ({ accountId: owner, periodStart: name });

export const dynamoDbBudgets = ({ USAGE_TABLE }: EnvironmentOf<'budgets:consume'>): Budgets => ({
  async consume(budget, amount) {
    const highest = budget.limit - amount;
    if (highest < 0) return false;
    const expires = budget.endsAt && { ':expires': toSeconds(budget.endsAt) + graceSeconds };
    return updateItem(
      USAGE_TABLE,
      getKey(budget),
      `ADD amount :amount${expires ? ' SET expires = :expires' : ''}`,
      'attribute_not_exists(amount) OR amount <= :highest',
      { ':amount': amount, ':highest': highest, ...expires },
    );
  },
  async release(budget, amount) {
    const values = { ':less': -amount, ':amount': amount };
    await updateItem(USAGE_TABLE, getKey(budget), 'ADD amount :less', 'amount >= :amount', values);
  },
});

export const dynamoDbBudgetReader = ({ USAGE_TABLE }: EnvironmentOf<'budgets:read'>): BudgetReader => ({
  used: async (budget) => budgetItem.parse((await getItem(USAGE_TABLE, getKey(budget))) ?? {}).amount,
});
