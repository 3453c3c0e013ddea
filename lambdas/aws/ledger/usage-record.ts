import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import type { BillingPeriod } from '../../core/quota/billing-period.ts';
import { pageNames, slotNames } from '../../core/quota/slots.ts';
import { documents } from '../dynamodb.ts';
import { usageItem } from '../items.ts';
import { type Change, expressionOf } from './change.ts';
import { sawPage } from './seen-pages.ts';

/** Key of the usage record of one account and billing period. */
export interface UsageKey {
  readonly accountId: string;
  /** ISO 8601. */
  readonly periodStart: string;
}

export const usageKey = (accountId: string, { start }: BillingPeriod): UsageKey => ({
  accountId,
  periodStart: start.toISOString(),
});

/** What a record holds. */
export interface UsageRecord {
  readonly mints: number;
  readonly generations: number;
  /** Tokens by slot; a slot nobody has used is not there. */
  readonly slots: ReadonlyMap<string, string>;
  /** Number of the page that is written to, and tokens of the last pages by attribute. */
  readonly page: number;
  readonly pages: ReadonlyMap<string, ReadonlySet<string>>;
}

const slot = z.string();
const page = z.set(z.string());

/** @throws z.ZodError when the item does not parse: damage, never a quota that is used up. */
const readItem = (item: Record<string, unknown>): UsageRecord => {
  const { mints, generations, page: number, ...rest } = usageItem.parse(item);
  const used = slotNames.filter((name) => rest[name] !== undefined);
  return {
    ...{ mints, generations, page: number },
    slots: new Map(used.map((name) => [name, slot.parse(rest[name])])),
    pages: new Map(pageNames.map((name) => [name, page.parse(rest[name] ?? new Set())])),
  };
};

/** What a write did; if not done, it found its condition wrong and changed nothing. */
export interface Written {
  readonly isDone: boolean;
  /** The record after it. */
  readonly record: UsageRecord;
  /** How often the write was sent. */
  readonly attempts: number;
}

/** Reads and writes usage records. */
export const usageRecords = (tableName: string) => {
  const seen = (key: UsageKey, item: Record<string, unknown>): UsageRecord => {
    const record = readItem(item);
    sawPage(key.accountId, key.periodStart, record.page);
    return record;
  };

  return {
    /** Reads consistently; a record that is not there holds nothing. */
    async read(key: UsageKey): Promise<UsageRecord> {
      const command = new GetCommand({ TableName: tableName, Key: key, ConsistentRead: true });
      const { Item = {} } = await documents.send(command);
      return seen(key, Item);
    },

    /** Makes a change of tokens and count, all of it in one write. */
    async write(key: UsageKey, change: Change, abortSignal?: AbortSignal): Promise<Written> {
      const command = new UpdateCommand({
        TableName: tableName,
        Key: key,
        ...expressionOf(change),
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      try {
        const { Attributes = {}, $metadata } = await documents.send(command, abortSignal && { abortSignal });
        return { isDone: true, record: seen(key, Attributes), attempts: $metadata.attempts ?? 1 };
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        const record = seen(key, unmarshall(error.Item ?? {}));
        return { isDone: false, record, attempts: error.$metadata.attempts ?? 1 };
      }
    },
  };
};
