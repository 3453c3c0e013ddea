import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { BillingPeriod } from '../core/quota/billing-period.ts';
import { type RecentSets, recentSets, voidOf } from '../core/quota/recent-reservations.ts';
import type { Ledger } from '../ports/ports.ts';
import { timeBudget } from '../time-budget.ts';
import type { Adapter } from './connect.ts';
import { documents } from './dynamodb.ts';
import { usageItem } from './items.ts';

/** Attributes of a usage record that count one kind of unit. */
export type UsageCounter = 'mints' | 'generations';

/** What the write that settles an unknown outcome has once the time of its request is over. */
const settleMs = 1_000;

/** Fires when a taking can be settled no more: a while after its request has ended. */
const settleSignal = (): AbortSignal | undefined => {
  const budget = timeBudget();
  if (budget === undefined) return undefined;
  if (budget.aborted) return AbortSignal.timeout(settleMs);
  const over = new AbortController();
  budget.addEventListener('abort', () => setTimeout(() => over.abort(), settleMs).unref(), { once: true });
  return over.signal;
};

/** One write: the sets that hold recent reservations, and what it does. */
interface Change {
  readonly sets: RecentSets;
  /** What is added to the counter. */
  readonly units?: number;
  /** What is remembered of the reservation. */
  readonly remember: string;
  readonly condition: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/**
 * Ledger of one kind of unit: a usage record per account and billing period, written in one conditional write at a time.
 *
 * The check and the count are that one write, so two callers at the limit can never both get through, and a month without
 * a record starts at zero. The write also remembers its reservation, for longer than any call is repeated: repeated after
 * a lost answer, it fails its condition instead of counting again. A taking whose outcome stays unknown is settled by a
 * second write: it makes the reservation void, unless it was taken (docs/decisions/0060).
 *
 * @param now the clock of the reservations' memory, in Unix milliseconds.
 */
export const dynamoDbLedger = (tableName: string, counter: UsageCounter, now = Date.now): Ledger => {
  const setName = (n: number): string => `${counter}Recent${n}`;

  const write = (account: string, { start }: BillingPeriod, change: Change, abortSignal?: AbortSignal) => {
    const { current, recent, outlived } = change.sets;
    const adds = ['#current :remember', ...(change.units === undefined ? [] : ['#counter :units'])];
    const command = new UpdateCommand({
      TableName: tableName,
      Key: { accountId: account, periodStart: start.toISOString() },
      UpdateExpression: `ADD ${adds.join(', ')} REMOVE ${outlived.map((n) => `#set${n}`).join(', ')}`,
      ConditionExpression: change.condition,
      ExpressionAttributeNames: {
        '#current': setName(current),
        ...Object.fromEntries([...recent, ...outlived].map((n) => [`#set${n}`, setName(n)])),
        ...((change.units !== undefined || change.condition.includes('#counter')) && { '#counter': counter }),
      },
      ExpressionAttributeValues: {
        ':remember': new Set([change.remember]),
        ...(change.units !== undefined && { ':units': change.units }),
        ...change.values,
      },
    });
    return documents.send(command, abortSignal && { abortSignal });
  };
  /** Condition that a value stands in one of the recent sets. */
  const isRecent = ({ recent }: RecentSets, value: string): string =>
    `(${recent.map((n) => `contains(#set${n}, ${value})`).join(' OR ')})`;

  /** @throws when the record does not parse: damage, never a quota that is used up. */
  const read = async (accountId: string, { start }: BillingPeriod) => {
    const Key = { accountId, periodStart: start.toISOString() };
    const { Item = {} } = await documents.send(new GetCommand({ TableName: tableName, Key, ConsistentRead: true }));
    return usageItem.parse(Item);
  };
  const isTaken = async (account: string, period: BillingPeriod, reservation: string): Promise<boolean> => {
    const item = await read(account, period);
    const known = recentSets(now()).recent.flatMap((n) => [...((item[setName(n)] as Set<string>) ?? [])]);
    return known.includes(reservation) && !known.includes(voidOf(reservation));
  };

  /** Decides a taking whose outcome is not known: true when it was taken, false when it is void from here on. */
  const settle = async (account: string, period: BillingPeriod, reservation: string): Promise<boolean> => {
    const sets = recentSets(now());
    const change = {
      sets,
      remember: voidOf(reservation),
      condition: `NOT ${isRecent(sets, ':id')}`,
      values: { ':id': reservation },
    };
    try {
      // longer than its request: the request's time may be what has run out
      await write(account, period, change, settleSignal());
      return false;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return true;
      throw error;
    }
  };

  return {
    async take(account, period, units, limit, reservation) {
      if (units > limit) return false;
      const isFree = 'attribute_not_exists(#counter) OR #counter <= :highest';
      const sets = recentSets(now());
      const change = {
        sets,
        units,
        remember: reservation,
        condition: `NOT ${isRecent(sets, ':id')} AND NOT ${isRecent(sets, ':void')} AND (${isFree})`,
        values: { ':id': reservation, ':void': voidOf(reservation), ':highest': limit - units },
      };
      try {
        await write(account, period, change);
        return true;
      } catch (error) {
        const isRefused = error instanceof ConditionalCheckFailedException;
        // refused at the first attempt: nothing of this call can still be on its way
        if (isRefused && error.$metadata.attempts === 1) return isTaken(account, period, reservation);
        const wasTaken = await settle(account, period, reservation).catch(() => {
          throw error;
        });
        if (wasTaken || isRefused) return wasTaken;
        throw error;
      }
    },
    async giveBack(account, period, units, reservation) {
      const sets = recentSets(now());
      const change = {
        sets,
        units: -units,
        remember: voidOf(reservation),
        condition: `${isRecent(sets, ':id')} AND NOT ${isRecent(sets, ':void')}`,
        values: { ':id': reservation, ':void': voidOf(reservation) },
      };
      try {
        await write(account, period, change);
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      }
    },
    async used(account, period) {
      return (await read(account, period))[counter];
    },
  };
};

export const dynamoDbMintLedger: Adapter<'mints:spend'> = ({ USAGE_TABLE }) => dynamoDbLedger(USAGE_TABLE, 'mints');

export const dynamoDbGenerationLedger: Adapter<'generations:spend'> = ({ USAGE_TABLE }) =>
  dynamoDbLedger(USAGE_TABLE, 'generations');
