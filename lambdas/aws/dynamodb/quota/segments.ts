import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import type { EnvironmentOf } from '../../../config/capabilities.ts';
import { toMonthKey } from '../../../domain/records/bill-records.ts';
import type { KeyLimit, PartOfMints, SeenUsage } from '../../../ports/quotas.ts';
import { documents } from '../client.ts';
import { getItem, queryItems } from '../table.ts';
import { getKeyUpdate, type Usage, usageItem } from './key-counters.ts';

/** One account and billing period; `periodStart` is in ISO 8601. */
export interface UsageKey {
  readonly accountId: string;
  readonly periodStart: string;
}

/** Tokens in a full segment. With two more and the longest key the item is below 1,024 bytes, one write unit. */
export const segmentSize = 90;
/** Seconds for which a closed segment is stored; longer than an `Idempotency-Key` is valid. */
const storedSeconds = 2 * 86_400;
const closedSegment = z.object({ tokens: z.set(z.string()) });

/** The latest segment that this process has read of each account. */
const positions = new LRUCache<string, string>({ max: 1_000 });
/**
 * Returns the latest known position of an account; later tokens are in that segment or a later one. Undefined if
 * unknown.
 */
export const segmentPosition = (accountId: string): string | undefined => positions.get(accountId);
/** Returns the segment of a position; 0 for one of another period, or for undefined. */
export const segmentAt = (position: string | undefined, periodStart: string): number => {
  const [period, segment] = position?.split(' ') ?? [];
  return period === periodStart ? Number(segment) : 0;
};

/** A write: adds units to a counter of at most `highest`, and tokens of which the first is not stored yet. */
export interface Addition {
  readonly counter: 'mints' | 'generations';
  readonly units: number;
  readonly highest: number;
  readonly tokens: readonly [string, ...string[]];
  /** Further limits, whose counters grow by the same units. @default none */
  readonly keys?: readonly KeyLimit[];
  /** Another counter that grows by the same units. @default none */
  readonly part?: PartOfMints | undefined;
}
/** Result of a write: if its condition did not hold, `isDone` is false and nothing changed. */
export interface Added {
  readonly isDone: boolean;
  /** The item after the call. */
  readonly usage: Usage;
  /** Number of times the write was sent. */
  readonly attempts: number;
}

/** Returns the update that adds to the segment of `usage`, on the condition that it is current and all limits hold. */
const getUpdate = (usage: Usage, isFull: boolean, { counter, units, highest, tokens, keys = [], part }: Addition) => {
  const { segment } = usage;
  const ofKeys = keys.map((key, n) => getKeyUpdate(usage, units, key, n));
  const sets = [...(isFull ? ['#segment = :next', '#tokens = :tokens'] : []), ...ofKeys.flatMap(({ sets }) => sets)];
  const adds = [
    ...(isFull ? [] : ['#tokens :tokens']),
    '#counter :units',
    ...(part ? ['#part :units'] : []),
    ...ofKeys.flatMap(({ adds }) => adds),
  ];
  const conditions = [
    segment === 0 ? 'attribute_not_exists(#segment)' : '#segment = :segment',
    '(attribute_not_exists(#counter) OR #counter <= :highest)',
    ...ofKeys.map(({ condition }) => condition),
    ...(isFull ? [] : ['(attribute_not_exists(#tokens) OR (size(#tokens) < :size AND NOT contains(#tokens, :first)))']),
  ];
  return {
    UpdateExpression: `${sets.length > 0 ? `SET ${sets.join(', ')} ` : ''}ADD ${adds.join(', ')}`,
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: {
      ...{ '#segment': 'segment', '#tokens': 'tokens', '#counter': counter },
      ...(part && { '#part': part }),
      ...Object.assign({}, ...ofKeys.map(({ names }) => names)),
    },
    ExpressionAttributeValues: {
      ...{ ':tokens': new Set(tokens), ':units': units, ':highest': highest },
      ...Object.assign({}, ...ofKeys.map(({ values }) => values)),
      ...(segment > 0 && { ':segment': segment }),
      ...(isFull ? { ':next': segment + 1 } : { ':size': segmentSize, ':first': tokens[0] }),
    },
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  } as const;
};

/** Reads and writes the segments of accounts. @throws errors of DynamoDB, z.ZodError for an item that does not parse */
export const quotaSegments = ({
  USAGE_TABLE,
  IDEMPOTENCY_TABLE,
}: Pick<EnvironmentOf<'mints:spend'>, 'USAGE_TABLE' | 'IDEMPOTENCY_TABLE'>) => {
  const parse = ({ accountId, periodStart }: UsageKey, item: unknown): Usage => {
    const usage = usageItem.parse(item);
    if (usage.segment >= segmentAt(positions.get(accountId), periodStart))
      positions.set(accountId, `${periodStart} ${usage.segment}`);
    return usage;
  };
  const getId = ({ accountId, periodStart }: UsageKey): string => `segment ${accountId} ${periodStart}`;
  const getPart = (segment: number): string => String(segment).padStart(12, '0');

  /** Returns the usage by a consistent read; all counters are 0 without an item. */
  const read = async (key: UsageKey): Promise<Usage> =>
    parse(key, (await getItem(USAGE_TABLE, toMonthKey(key.accountId, key.periodStart))) ?? {});

  return {
    read,

    /** Returns the usage of the latest month in which an account consumed units, by a consistent read. */
    async latest(accountId: string): Promise<SeenUsage> {
      const { owner } = toMonthKey(accountId, '');
      const newest = queryItems(USAGE_TABLE, { owner }, { ScanIndexForward: false, Limit: 1 });
      for await (const item of newest) {
        const periodStart = String(item.part);
        return { accountId, periodStart, usage: parse({ accountId, periodStart }, item) };
      }
      return { accountId, periodStart: '', usage: usageItem.parse({}) };
    },

    /** Returns the usage of a month as it was seen, or reads it if that was of a later one. */
    async readSeen(key: UsageKey, seen: SeenUsage | undefined): Promise<Usage> {
      if (!seen || seen.accountId !== key.accountId || seen.periodStart > key.periodStart) return read(key);
      // an earlier month was the latest: nothing is consumed in this one
      return seen.periodStart === key.periodStart ? (seen.usage as Usage) : parse(key, {});
    },

    /** Returns the tokens of an item and of all closed segments from number `from` on. */
    async tokensFrom(
      from: number,
      key: UsageKey,
      usage: Usage,
      abortSignal?: AbortSignal,
    ): Promise<ReadonlySet<string>> {
      if (from >= usage.segment) return usage.tokens;
      const values = { ':from': getPart(from), ':last': getPart(usage.segment - 1) };
      const asked = { sort: 'part BETWEEN :from AND :last', values, abortSignal };
      let all: ReadonlySet<string> = usage.tokens;
      for await (const item of queryItems(IDEMPOTENCY_TABLE, { id: getId(key) }, asked))
        all = all.union(closedSegment.parse(item).tokens);
      return all;
    },

    /**
     * Adds to the segment of `usage`; nothing if it is not current. A full segment is stored as an item of its own, and
     * the same write that adds opens the next one.
     */
    async add(key: UsageKey, usage: Usage, addition: Addition, abortSignal?: AbortSignal): Promise<Added> {
      const { segment, tokens } = usage;
      const isFull = tokens.size >= segmentSize;
      if (isFull) {
        const expires = Math.ceil(Date.now() / 1_000) + storedSeconds;
        const Item = { id: getId(key), part: getPart(segment), expires, tokens };
        await documents.send(new PutCommand({ TableName: IDEMPOTENCY_TABLE, Item }), abortSignal && { abortSignal });
      }
      const update = getUpdate(usage, isFull, addition);
      const Key = toMonthKey(key.accountId, key.periodStart);
      const command = new UpdateCommand({ TableName: USAGE_TABLE, Key, ...update });
      try {
        const { Attributes, $metadata } = await documents.send(command, abortSignal && { abortSignal });
        return { isDone: true, usage: parse(key, Attributes), attempts: $metadata.attempts ?? 1 };
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        const { Item = {}, $metadata } = error;
        return { isDone: false, usage: parse(key, unmarshall(Item)), attempts: $metadata.attempts ?? 1 };
      }
    },
  };
};
