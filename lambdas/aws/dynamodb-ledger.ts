import { createHash } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { BillingPeriod } from '../core/quota/billing-period.ts';
import type { Ledger } from '../ports/ports.ts';
import type { Adapter } from './connect.ts';
import { documents } from './dynamodb.ts';

/** Attributes of a usage record that count one kind of unit. */
export type UsageCounter = 'mints' | 'generations';

const slots = 64;
const slotOf = (counter: UsageCounter, reservation: string): string =>
  `${counter}Slot${(createHash('sha256').update(reservation).digest()[0] ?? 0) % slots}`;

const keyOf = (accountId: string, { start }: BillingPeriod) => ({ accountId, periodStart: start.toISOString() });

/**
 * Ledger of one kind of unit: a usage record per account and billing period.
 *
 * The check and the count are one conditional write, so two callers at the limit can never both get through, and a month
 * without a record starts at zero. The write leaves its reservation in a slot: when the client repeats a write whose
 * answer was lost, the condition fails, and the slot tells "taken already" from "none left" (decisions 3, "Counting").
 */
export const dynamoDbLedger = (tableName: string, counter: UsageCounter): Ledger => {
  const read = async (accountId: string, period: BillingPeriod) => {
    const { Item = {} } = await documents.send(
      new GetCommand({ TableName: tableName, Key: keyOf(accountId, period), ConsistentRead: true }),
    );
    return Item;
  };
  return {
    async take(accountId, period, units, limit, reservation) {
      if (units > limit) return false;
      const slot = slotOf(counter, reservation);
      try {
        await documents.send(
          new UpdateCommand({
            TableName: tableName,
            Key: keyOf(accountId, period),
            UpdateExpression: 'SET #slot = :reservation ADD #counter :units',
            ConditionExpression:
              '(attribute_not_exists(#slot) OR #slot <> :reservation) AND (attribute_not_exists(#counter) OR #counter <= :highest)',
            ExpressionAttributeNames: { '#slot': slot, '#counter': counter },
            ExpressionAttributeValues: { ':reservation': reservation, ':units': units, ':highest': limit - units },
          }),
        );
        return true;
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        return (await read(accountId, period))[slot] === reservation;
      }
    },
    async used(accountId, period) {
      return Number((await read(accountId, period))[counter] ?? 0);
    },
  };
};

export const dynamoDbMintLedger: Adapter<'mints:spend'> = ({ USAGE_TABLE }) => dynamoDbLedger(USAGE_TABLE, 'mints');

export const dynamoDbGenerationLedger: Adapter<'generations:spend'> = ({ USAGE_TABLE }) =>
  dynamoDbLedger(USAGE_TABLE, 'generations');
