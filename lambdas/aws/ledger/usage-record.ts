import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import type { BillingPeriod } from '../../core/quota/billing-period.ts';
import { slotNames } from '../../core/quota/slots.ts';
import { documents } from '../dynamodb.ts';
import { usageItem } from '../items.ts';

/** Attributes of a usage record that count one kind of unit. */
export type UsageCounter = 'mints' | 'generations';

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

/** A slot of a record and the token that is meant to stand in it; undefined for a slot nobody has used. */
export interface Place {
  readonly slot: string;
  readonly token: string | undefined;
}

/** What a record holds. */
export interface UsageRecord {
  readonly mints: number;
  readonly generations: number;
  /** Tokens by slot; a slot nobody has used is not there. */
  readonly slots: ReadonlyMap<string, string>;
}

/** @throws z.ZodError when the item does not parse: damage, never a quota that is used up. */
const readItem = (item: Record<string, unknown>): UsageRecord => {
  const { mints, generations, ...rest } = usageItem.parse(item);
  const used = slotNames.filter((name) => rest[name] !== undefined);
  return { mints, generations, slots: new Map(used.map((name) => [name, z.string().parse(rest[name])])) };
};

/** What a write adds to a counter, and how many units may be taken at most before it. */
export interface Counted {
  readonly counter: UsageCounter;
  readonly units: number;
  readonly highest?: number;
}

const isFree = (highest: number): string =>
  highest < 0 ? '#counter <= :highest' : '(attribute_not_exists(#counter) OR #counter <= :highest)';

const countedParts = ({ counter, units, highest }: Counted) => ({
  update: ' ADD #counter :units',
  condition: highest === undefined ? '' : ` AND ${isFree(highest)}`,
  names: { '#counter': counter },
  values: { ':units': units, ...(highest !== undefined && { ':highest': highest }) },
});

/** What a write did; if not done, it found another token in the slot or too few units left, and changed nothing. */
export interface Replaced {
  readonly isDone: boolean;
  /** The record after it. */
  readonly record: UsageRecord;
  /** How often the write was sent. */
  readonly attempts: number;
}

/** Reads and writes usage records; every write puts a new token into one slot. */
export const usageRecords = (tableName: string) => ({
  /** Reads consistently; a record that is not there holds nothing. */
  async read(key: UsageKey): Promise<UsageRecord> {
    const command = new GetCommand({ TableName: tableName, Key: key, ConsistentRead: true });
    const { Item = {} } = await documents.send(command);
    return readItem(Item);
  },

  /** Puts a token in the place of another, and counts, in one write. */
  async replace(
    key: UsageKey,
    place: Place,
    token: string,
    counted?: Counted,
    abortSignal?: AbortSignal,
  ): Promise<Replaced> {
    const parts = counted && countedParts(counted);
    const isThere = place.token === undefined ? 'attribute_not_exists(#slot)' : '#slot = :expected';
    const command = new UpdateCommand({
      TableName: tableName,
      Key: key,
      UpdateExpression: `SET #slot = :token${parts?.update ?? ''}`,
      ConditionExpression: `${isThere}${parts?.condition ?? ''}`,
      ExpressionAttributeNames: { '#slot': place.slot, ...parts?.names },
      ExpressionAttributeValues: {
        ':token': token,
        ...(place.token !== undefined && { ':expected': place.token }),
        ...parts?.values,
      },
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    try {
      const { Attributes = {}, $metadata } = await documents.send(command, abortSignal && { abortSignal });
      return { isDone: true, record: readItem(Attributes), attempts: $metadata.attempts ?? 1 };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const record = readItem(unmarshall(error.Item ?? {}));
      return { isDone: false, record, attempts: error.$metadata.attempts ?? 1 };
    }
  },
});
