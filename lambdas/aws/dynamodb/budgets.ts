import * as z from 'zod';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import { toSeconds } from '../../domain/records/record.ts';
import type { Budget, Budgets } from '../../ports/budgets.ts';
import { getItem, updateItem } from './table.ts';

const budgetItem = z.object({ amount: z.number().default(0) });

/** Days for which a count is stored after its window, for requests that started within the window. */
const graceDays = 1;
const daySeconds = 86_400;

/** Returns the key of the item of a budget in its window. */
export const getBudgetKey = ({ owner, name }: Pick<Budget, 'owner' | 'name'>) => ({ owner, name });

/** Counts work against budgets. After a lost response or a killed process a count may be too high, never too low. */
export const dynamoDbBudgets = ({ BUDGETS_TABLE }: EnvironmentOf<'budgets:consume'>): Budgets => ({
  async consume(budget: Budget, amount: number): Promise<boolean> {
    const highest = budget.limit - amount;
    if (highest < 0) return false;
    const keptSeconds = (budget.keptDays ?? graceDays) * daySeconds;
    const expires = budget.endsAt && { ':expires': toSeconds(budget.endsAt) + keptSeconds };
    return updateItem(
      BUDGETS_TABLE,
      getBudgetKey(budget),
      `ADD amount :amount, changes :one${expires ? ' SET expires = :expires' : ''}`,
      'attribute_not_exists(amount) OR amount <= :highest',
      { ':amount': amount, ':one': 1, ':highest': highest, ...expires },
    );
  },
  async release(budget: Budget, amount: number): Promise<void> {
    const values = { ':less': -amount, ':one': 1, ':amount': amount };
    const update = 'ADD amount :less, changes :one';
    await updateItem(BUDGETS_TABLE, getBudgetKey(budget), update, 'amount >= :amount', values);
  },
});

export const dynamoDbBudgetReader = ({ BUDGETS_TABLE }: EnvironmentOf<'budgets:read'>) => ({
  /** Returns the amount consumed so far. */
  used: async (budget: Budget): Promise<number> =>
    budgetItem.parse((await getItem(BUDGETS_TABLE, getBudgetKey(budget))) ?? {}).amount,
});
