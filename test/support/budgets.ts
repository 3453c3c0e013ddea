import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { AdminStore } from '../../admin/store.ts';
import { documents } from '../../lambdas/aws/dynamodb/client.ts';
import { limits } from '../../lambdas/contract/limits.ts';
import type { Budget } from '../../lambdas/ports/budgets.ts';
import type { AccountRecord } from '../../lambdas/ports/records.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import {
  apiKeyCount,
  failedItems,
  failedMints,
  signingKeyCount,
  siteCount,
  storedInMonth,
  templateCount,
  trials,
} from '../../lambdas/usecases/accounts/budgets.ts';
import { setFields } from './rows.ts';

/** The budgets an account has, as its handlers see them at this moment. */
export const budgetsOf = {
  trials: (account: AccountRecord) => trials(account, runtime.now()),
  templates: (account: AccountRecord) => templateCount(account, runtime),
  stored: (account: AccountRecord) => storedInMonth(account, runtime),
  keys: (account: AccountRecord) => apiKeyCount(account),
  signingKeys: (account: AccountRecord) => signingKeyCount(account),
  sites: (account: AccountRecord) => siteCount(account),
  failed: (account: AccountRecord) => failedItems(account, runtime),
  failedMints: (account: AccountRecord) => failedMints(account, runtime),
} satisfies Record<string, (account: AccountRecord) => Budget>;
export type BudgetName = keyof typeof budgetsOf;

/** Leaves nothing, or so much, of one of an account's budgets. */
export const getUseUp = async (store: AdminStore, accountId: string, which: BudgetName, left = 0): Promise<void> => {
  const account = await store.account(accountId);
  if (!account) throw new Error('There is no such account.');
  const { owner, name, limit } = budgetsOf[which](account);
  const Item = { accountId: owner, periodStart: name, amount: limit - left };
  await documents.send(new PutCommand({ TableName: process.env.USAGE_TABLE, Item }));
};

export const haveAllVersions = (templateId: string) =>
  setFields('TEMPLATES_TABLE', { templateId }, { version: limits.versions });
