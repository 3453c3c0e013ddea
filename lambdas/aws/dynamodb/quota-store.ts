import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sha256Hex } from 'image-url-engine/values.ts';
import { requestSignal } from 'image-url-engine/workers.ts';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import type { BillingPeriod } from '../../domain/quota/billing-period.ts';
import type { Consumption, KeyLimit, PartOfMints, QuotaStore, Reservation, SeenUsage } from '../../ports/quotas.ts';
import { getKeyCount, type Usage } from './quota/key-counters.ts';
import { keyedSemaphore } from './quota/keyed-semaphore.ts';
import { type Addition, quotaSegments, segmentAt, type UsageKey } from './quota/segments.ts';

/** Maximum number of concurrent writes of one process for one account. */
const concurrentWrites = 8;
/** Maximum number of tries of a write that conflicts with other processes, which fill or open a segment. */
const triesAtMost = 20;
/** Milliseconds for settling an unknown outcome after the request has ended. */
const settleMs = 1_000;

/** Waits before the next try: up to 200 ms, exponential, with jitter. The first conflict is retried at once. */
const waitBackoff = (tries: number) => sleep(Math.random() * Math.min(200, 5 * (2 ** tries - 1)));
const tooManyConflicts = () => new Error(`A quota write met a conflict ${triesAtMost} times in a row.`);

/**
 * Returns a signal that fires one second after the request has ended: a timeout of the request is a common cause of an
 * unknown outcome.
 */
const getSettleSignal = (): AbortSignal | undefined => {
  const budget = requestSignal();
  if (!budget || budget.aborted) return budget && AbortSignal.timeout(settleMs);
  const over = new AbortController();
  budget.addEventListener('abort', () => setTimeout(() => over.abort(), settleMs).unref(), { once: true });
  return over.signal;
};

/**
 * Returns a reservation's idempotency tokens for the next write. `consumed` is stored by the write that consumes the
 * units, `released` by the one that releases them; afterwards the next two tokens apply.
 */
const getTokens = (name: string, stored: ReadonlySet<string>) => {
  for (let iteration = 0; ; iteration += 1) {
    const hash = Buffer.from(sha256Hex(`${iteration} ${name}`), 'hex');
    // eight characters each
    const [consumed, released] = [hash.toString('base64url', 0, 6), hash.toString('base64url', 6, 12)];
    const isConsumed = stored.has(consumed);
    if (!isConsumed || !stored.has(released)) return { consumed, released, isConsumed };
  }
};

/** A consuming write: its tokens, the segment it was made for, and the first segment that can hold its tokens. */
type Written = Omit<ReturnType<typeof getTokens>, 'isConsumed'> & { readonly segment: number; readonly from: number };

interface WriteOptions {
  readonly isRelease?: boolean;
  readonly keys?: readonly KeyLimit[];
  readonly part?: PartOfMints | undefined;
  /** Usage that this request has read. @default it is read here */
  readonly seen?: SeenUsage | undefined;
}

/**
 * Quota store with one item per account and billing period: counters, and the tokens of the latest writes.
 *
 * One conditional write checks the limit, counts and stores the token. Writes of different processes conflict only
 * where a segment of tokens is full. Another write settles one with an unknown outcome (docs/decisions/0135).
 */
export const dynamoDbQuotaStore = (tables: EnvironmentOf<'mints:spend'>, counter: Addition['counter']): QuotaStore => {
  const segments = quotaSegments(tables);
  const semaphore = keyedSemaphore(concurrentWrites);

  /**
   * Determines whether a write with an unknown outcome consumed its units. Stores both of its tokens, so that a write
   * that arrives later has no effect.
   */
  const settle = async (key: UsageKey, { segment, from, consumed, released }: Written, seen: Usage) => {
    const signal = getSettleSignal();
    const voiding: Addition = { counter, units: 0, highest: Number.MAX_SAFE_INTEGER, tokens: [consumed, released] };
    let usage = seen;
    for (let tries = 0; tries < triesAtMost; tries += 1) {
      const stored = await segments.tokensFrom(from, key, usage, signal);
      if (stored.has(consumed)) return { isDone: !stored.has(released), usage };
      if (usage.segment !== segment) return { isDone: false, usage };
      const added = await segments.add(key, usage, voiding, signal);
      usage = added.usage;
      if (added.isDone) return { isDone: false, usage };
      await waitBackoff(tries);
    }
    throw tooManyConflicts();
  };

  /**
   * Consumes units with one write, and settles an unknown outcome.
   *
   * @throws the error of the write, with nothing consumed; AggregateError when the outcome could not be settled
   */
  const consumeOnce = async (key: UsageKey, usage: Usage, written: Written, limits: Omit<Addition, 'tokens'>) => {
    const added = await segments
      .add(key, usage, { ...limits, tokens: [written.consumed] })
      .catch((cause: unknown) => ({ isDone: false, usage, attempts: Number.POSITIVE_INFINITY, cause }));
    // the condition failed and the client did not retry, so no copy of the write can arrive later
    if (added.isDone || added.attempts === 1) return added;
    const cause = 'cause' in added ? added.cause : undefined;
    const settled = await settle(key, written, added.usage).catch((error: unknown) => {
      throw new AggregateError([cause, error], 'It is unknown whether quota was consumed.', { cause: error });
    });
    if (!settled.isDone && 'cause' in added) throw cause;
    return settled;
  };

  /** Returns the rejection when a limit would be exceeded, those of keys first; undefined when all hold. */
  const getRefusal = (
    usage: Usage,
    units: number,
    highest: number,
    keys: readonly KeyLimit[],
  ): Consumption | undefined => {
    const used = usage[counter];
    const exceeded = keys.find((key) => getKeyCount(usage, key) + units > key.limit);
    if (exceeded) return { granted: false, used, exceeded };
    return used > highest ? { granted: false, used } : undefined;
  };

  /**
   * Consumes the units of a reservation. With `isRelease`, releases them; `units` are then negative.
   *
   * @throws the error of DynamoDB, with nothing consumed; AggregateError when it is unknown whether units were consumed
   */
  const write = async (
    key: UsageKey,
    units: number,
    limit: number,
    reservation?: Reservation,
    { isRelease = false, keys = [], part, seen }: WriteOptions = {},
  ): Promise<Consumption> => {
    const name = reservation?.name ?? randomBytes(16).toString('hex');
    const highest = Math.min(limit - units, Number.MAX_SAFE_INTEGER);
    let usage = await segments.readSeen(key, seen);
    // a random name is in no segment yet
    const from = reservation ? segmentAt(reservation.mark, key.periodStart) : usage.segment;
    for (let tries = 0; tries < triesAtMost; tries += 1) {
      const { isConsumed, ...tokens } = getTokens(name, await segments.tokensFrom(from, key, usage));
      if (isConsumed !== isRelease) return { granted: true, used: usage[counter] };
      const refusal = getRefusal(usage, units, highest, keys);
      if (refusal) return refusal;
      const { isDone, usage: after } = isRelease
        ? await segments.add(key, usage, { counter, units, highest, tokens: [tokens.released] })
        : await consumeOnce(
            key,
            usage,
            { ...tokens, segment: usage.segment, from },
            { counter, units, highest, keys, part },
          );
      if (isDone) return { granted: true, used: after[counter] };
      usage = after;
      await waitBackoff(tries);
    }
    throw tooManyConflicts();
  };

  const getKey = (accountId: string, { start }: BillingPeriod) => ({ accountId, periodStart: start.toISOString() });
  return {
    consume: (account, period, units, limit, reservation, keys = [], part, seen) =>
      semaphore(account, async () => {
        const key = getKey(account, period);
        const outcome = await write(key, units, limit, reservation, { keys, part, seen });
        // units may have been released since the usage was read
        return outcome.granted || !seen ? outcome : write(key, units, limit, reservation, { keys, part });
      }),
    latest: (account) => segments.latest(account),
    async release(account, period, units, reservation) {
      const { MAX_SAFE_INTEGER: limit } = Number;
      await semaphore(account, () =>
        write(getKey(account, period), -units, limit, reservation, { isRelease: !!reservation }),
      );
    },
    async used(account, period, key, seen) {
      const usage = await segments.readSeen(getKey(account, period), seen);
      return key ? getKeyCount(usage, key) : usage[counter];
    },
  };
};

export const dynamoDbMintQuota = (tables: EnvironmentOf<'mints:spend'>) => dynamoDbQuotaStore(tables, 'mints');

export const dynamoDbGenerationQuota = (tables: EnvironmentOf<'generations:spend'>) =>
  dynamoDbQuotaStore(tables, 'generations');
