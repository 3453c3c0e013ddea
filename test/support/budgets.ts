import { BatchWriteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { limits } from 'image-url-contract/limits.ts';
import type { AdminStore } from '../../admin/store.ts';
import { documents } from '../../lambdas/aws/dynamodb/client.ts';
import { apiKeys, keyUses, signingKeys } from '../../lambdas/domain/records/account-records.ts';
import { assets, sites } from '../../lambdas/domain/records/image-records.ts';
import {
  failedItems,
  failedMints,
  freeWorkOf,
  storedInMonth,
  templateCount,
  trials,
} from '../../lambdas/limits/budgets.ts';
import type { Budget } from '../../lambdas/ports/budgets.ts';
import type { AccountRecord } from '../../lambdas/ports/records.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { setFields } from './rows.ts';

/** The budgets an account has, as its handlers see them at this moment. */
export const budgetsOf = {
  refreshes: (account: AccountRecord) => freeWorkOf(account, 'refreshes', runtime.now()),
  imageViewDays: (account: AccountRecord) => freeWorkOf(account, 'imageViewDays', runtime.now()),
  assetBytes: (account: AccountRecord) => freeWorkOf(account, 'assetBytes', runtime.now()),
  trials: (account: AccountRecord) => trials(account, runtime.now()),
  templates: (account: AccountRecord) => templateCount(account, runtime),
  stored: (account: AccountRecord) => storedInMonth(account, runtime),
  failed: (account: AccountRecord) => failedItems(account, runtime),
  failedMints: (account: AccountRecord) => failedMints(account, runtime),
} satisfies Record<string, (account: AccountRecord) => Budget>;
export type BudgetName = keyof typeof budgetsOf;

/** Leaves nothing, or so much, of one of an account's budgets. */
export const getUseUp = async (store: AdminStore, accountId: string, which: BudgetName, left = 0): Promise<void> => {
  const account = await store.account(accountId);
  if (!account) throw new Error('There is no such account.');
  const { owner, name, limit } = budgetsOf[which](account);
  const Item = { owner, name, amount: limit - left };
  await documents.send(new PutCommand({ TableName: process.env.BUDGETS_TABLE, Item }));
};

const createdAt = new Date('2026-01-01T00:00:00Z');

type Rows = Readonly<Record<string, object>>;

/** The nth thing of those that an account may have, as the API stores it: an item by each of its tables. */
const makers = {
  keys: (accountId: string, n: number): Rows => {
    const key = {
      keyId: `${accountId}key${n}`,
      keyHash: `${n}`,
      accountId,
      revoked: false,
      isCounted: true,
      createdAt,
    };
    return { KEYS_TABLE: apiKeys.toItem(key, key), KEY_USES_TABLE: keyUses.toItem(key, key) };
  },
  signingKeys: (accountId: string, n: number): Rows => {
    const key = { accountId, signingKeyId: `k-${accountId}-${n}`, name: `${n}`, createdAt, expiresAt: createdAt };
    return { SIGNING_KEYS_TABLE: signingKeys.toItem(key, key) };
  },
  sites: (accountId: string, n: number): Rows => {
    const site = {
      accountId,
      siteId: `${accountId}-${n}`,
      origin: `https://${n}.example`,
      templateId: 'starter-article',
    };
    const record = { ...site, map: {}, refreshSeconds: 60, createdAt, updatedAt: createdAt };
    return { TREES_TABLE: sites.toItem(record, record) };
  },
  assets: (accountId: string, n: number): Rows => {
    const asset = anAsset(n);
    const key = { accountId, assetId: asset.assetId };
    return { TREES_TABLE: assets.toItem(key, { accountId, asset }) };
  },
};
/** A picture as its record is. */
const anAsset = (n: number) => {
  const assetId = n.toString(16).padStart(64, '0');
  return { assetId, kind: 'png' as const, width: 1, height: 1, bytes: 1, createdAt };
};
const mostOf = { keys: limits.keys, signingKeys: limits.keys, sites: limits.sites, assets: limits.assets };
export type Counted = keyof typeof makers;

/** Leaves an account room for `left` more of something. */
export const haveAll = async (accountId: string, what: Counted, left = 0): Promise<void> => {
  const all = Array.from({ length: mostOf[what] - left }, (_, n) => makers[what](accountId, n));
  // a call takes 25 items, and a thing has at most two
  for (let first = 0; first < all.length; first += 12) {
    const puts = all.slice(first, first + 12).flatMap((rows) => Object.entries(rows));
    const byTable = Object.entries(Object.groupBy(puts, ([table]) => table)).map(([table, of = []]) => [
      process.env[table],
      of.map(([, Item]) => ({ PutRequest: { Item } })),
    ]);
    const batch = new BatchWriteCommand({ RequestItems: Object.fromEntries(byTable) });
    const { UnprocessedItems = {} } = await documents.send(batch);
    if (Object.keys(UnprocessedItems).length > 0) throw new Error('Not everything was stored.');
  }
};

export const haveAllVersions = (templateId: string) =>
  setFields('TEMPLATES_TABLE', { templateId }, { version: limits.versions });
