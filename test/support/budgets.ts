import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { documents } from '../../lambdas/aws/dynamodb.ts';
import { limits } from '../../lambdas/contract/limits.ts';
import type { Budget } from '../../lambdas/ports/budgets.ts';
import type { AccountRecord } from '../../lambdas/ports/records.ts';
import { runtime } from '../../lambdas/runtime.ts';
import { failedItems, storedInMonth, templateCount, trials } from '../../lambdas/usecases/budgets.ts';
import { type Caller, store } from './service.ts';

/** The budgets an account has, as its handlers see them at this moment. */
export const budgetsOf = {
  trials: (account: AccountRecord) => trials(account, runtime.now()),
  templates: (account: AccountRecord) => templateCount(account),
  stored: (account: AccountRecord) => storedInMonth(account, runtime),
  failed: (account: AccountRecord) => failedItems(account, runtime),
};

/** Sets what is consumed of a budget. */
export const setConsumed = async ({ owner, name }: Budget, amount: number): Promise<void> => {
  const Item = { accountId: owner, periodStart: name, amount };
  await documents.send(new PutCommand({ TableName: process.env.USAGE_TABLE, Item }));
};

/** Leaves nothing of one of an account's budgets. */
export const useUp = async ({ accountId }: Pick<Caller, 'accountId'>, which: keyof typeof budgetsOf): Promise<void> => {
  const account = await store.account(accountId);
  if (!account) throw new Error('There is no such account.');
  const budget = budgetsOf[which](account);
  await setConsumed(budget, budget.limit);
};

/** Has a template be at its last version. */
export const haveAllVersions = (templateId: string) =>
  documents.send(
    new UpdateCommand({
      TableName: process.env.TEMPLATES_TABLE,
      Key: { templateId },
      UpdateExpression: 'SET #version = :last',
      ExpressionAttributeNames: { '#version': 'version' },
      ExpressionAttributeValues: { ':last': limits.versions },
    }),
  );
