import { randomBytes } from 'node:crypto';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { withinBudget } from '#engine/time-budget.ts';
import { documents } from '../../lambdas/aws/dynamodb/client.ts';
import { dynamoDbIdempotencyStore } from '../../lambdas/aws/dynamodb/idempotency.ts';
import { quotaSegments, segmentPosition, segmentSize } from '../../lambdas/aws/dynamodb/quota/segments.ts';
import { dynamoDbQuotaStore } from '../../lambdas/aws/dynamodb/quota-store.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { toMonthKey } from '../../lambdas/domain/records/bill-records.ts';
import type { QuotaStore, Reservation } from '../../lambdas/ports/quotas.ts';
import { effort, figure } from '../support/effort.ts';
import { useFaultyCloud } from '../support/faults/faulty-cloud.ts';
import {
  closeSegments,
  fillSegment,
  getQuotaAccount,
  isQuotaWrite,
  isSettling,
  quotaTables,
} from '../support/quota-store.ts';

/**
 * @promise Exact counting: A request whose answer is lost counts once, however many others count in between
 * @figure 300 requests between a lost answer and its retry: 301 counted
 */

/**
 * @promise On-demand URLs: `dailyRenders` is exact with concurrent requests, lost answers and repeated ones
 * @figure exact
 */

/**
 * @promise AWS failures: A silent connection is closed after 3 s and retried, three attempts in all; the time to get
 *   a connection is not counted
 * @figure one stalled answer: 3.1 s and a correct count
 */

const cloud = useFaultyCloud();

const period = { start: new Date('2027-01-01T00:00:00Z'), end: new Date('2027-02-01T00:00:00Z') };
/** Callers at once: more than a segment has tokens for. */
const crowd = segmentSize + effort(10, 210);
const anId = (): string => randomBytes(9).toString('base64url');
/** A quota store as one function instance has it. */
const newStore = (): QuotaStore => dynamoDbQuotaStore(quotaTables(), 'mints');

/** The first write is done and its answer lost; `meanwhile` runs to its end before the client comes again. */
const losingFirstAnswer = (meanwhile: () => Promise<unknown>) => {
  let first: string | undefined;
  let between: Promise<unknown> | undefined;
  cloud.dynamoDb.decide = async ({ body }) => {
    if (!isQuotaWrite(body)) return undefined;
    first ??= body;
    if (body !== first) return undefined;
    if (between === undefined) {
      const { ExpressionAttributeValues: values } = JSON.parse(body);
      between = isStored(getQuotaAccount(body), values[':tokens'].SS[0]).then(meanwhile);
      return 'lost';
    }
    await between;
    return undefined;
  };
  // a client whose machine is busy gives up waiting before it is over
  return { isOver: async () => between };
};

/** The answers of some updates are lost. @returns how many updates there were */
const loseUpdates = (...which: number[]) => {
  let updates = 0;
  cloud.dynamoDb.decide = ({ operation }) => {
    if (operation !== 'UpdateItem') return undefined;
    updates += 1;
    return which.includes(updates) ? 'lost' : undefined;
  };
  return () => updates;
};

/** Waits until a token is in the current segment. */
const isStored = async (accountId: string, token: string): Promise<void> => {
  const key = { accountId, periodStart: period.start.toISOString() };
  while (!(await quotaSegments(quotaTables()).read(key)).tokens.has(token));
};

/** Tokens that the current segment has already; the short run takes the first. */
const tokensBefore = [segmentSize, 0, segmentSize - 1];

const aReservation = (): Reservation => ({ name: anId() });
const ways: [string, () => Reservation | undefined][] = [
  ['without a reservation', () => undefined],
  ['with a reservation', aReservation],
];

describe.each(ways)('the quota store, consuming %s', (_, reservationOf) => {
  it('consumes units up to the limit and not one more, and returns how many are consumed', async () => {
    const [store, account] = [newStore(), anId()];
    const take = (units: number) => store.consume(account, period, units, 5, reservationOf());

    expect(await take(6)).toEqual({ granted: false, used: 0 });
    expect(await take(3)).toEqual({ granted: true, used: 3 });
    expect(await take(3)).toEqual({ granted: false, used: 3 });
    expect(await take(2)).toEqual({ granted: true, used: 5 });
    expect(await take(1)).toEqual({ granted: false, used: 5 });
    expect(await store.used(account, period)).toBe(5);
  });

  it('fails on an item that does not parse: no quota is exceeded', async () => {
    for (const mints of ['5', true, null, [], {}, new Set(['a'])]) {
      const [store, account] = [newStore(), anId()];
      const Item = { ...toMonthKey(account, period.start.toISOString()), mints };
      await documents.send(new PutCommand({ TableName: process.env.USAGE_TABLE, Item }));

      await expect(store.consume(account, period, 1, 500, reservationOf())).rejects.toThrow();
      await expect(store.used(account, period)).rejects.toThrow();
    }
  });

  it.each(['lost', 'errorAfter', 'stallAfter'] as const)('counts once when an answer is %s', async (fault) => {
    const [store, account] = [newStore(), anId()];
    let lost = 0;
    cloud.dynamoDb.decide = ({ operation }) => {
      if (operation !== 'UpdateItem' || lost > 0) return undefined;
      lost += 1;
      return fault;
    };

    expect(await store.consume(account, period, 1, 1, reservationOf())).toEqual({ granted: true, used: 1 });
    expect([lost, await store.used(account, period)]).toEqual([1, 1]);
  });

  it(`counts once, and says so, when ${crowd} others come between a lost answer and its repetition`, async () => {
    const [store, account] = [newStore(), anId()];
    // some of the same instance, some of another one
    const stores = [store, newStore()];
    const { isOver } = losingFirstAnswer(() =>
      Promise.all(Array.from({ length: crowd }, (__, n) => stores[n % 2]?.consume(account, period, 1, 500))),
    );

    const { granted } = await store.consume(account, period, 1, 500, reservationOf());
    await isOver();

    expect([granted, await store.used(account, period)]).toEqual([true, crowd + 1]);
  });

  it.each(tokensBefore)(
    'counts once, and says so, when others close segments between a lost answer and its repetition (%i tokens)',
    async (tokens) => {
      const [store, account] = [newStore(), anId()];
      await fillSegment(account, period, tokens);
      const { isOver } = losingFirstAnswer(async () => {
        await closeSegments(account, period);
        await newStore().consume(account, period, 1, 10_000);
      });

      const { granted } = await store.consume(account, period, 1, 10_000, reservationOf());
      await isOver();

      expect([granted, await store.used(account, period)]).toEqual([true, 2]);
    },
  );

  it('counts nothing when others fill the segment before a write that failed', async () => {
    const [store, account] = [newStore(), anId()];
    let failed = 0;
    cloud.dynamoDb.decide = async ({ body }) => {
      if (!isQuotaWrite(body) || isSettling(body)) return undefined;
      failed += 1;
      if (failed === 1) await fillSegment(account, period);
      return 'error';
    };

    await expect(store.consume(account, period, 1, 500, reservationOf())).rejects.toThrow();

    expect([failed, await store.used(account, period)]).toEqual([3, 0]);
  });

  it.each(tokensBefore)('counts nothing when its write arrives after it failed (%i tokens)', async (tokens) => {
    const [store, account] = [newStore(), anId()];
    await fillSegment(account, period, tokens);
    cloud.dynamoDb.decide = ({ body }) => (isQuotaWrite(body) && !isSettling(body) ? 'late' : undefined);

    const consuming = withinBudget(AbortSignal.timeout(500), () =>
      store.consume(account, period, 1, 5, reservationOf()),
    );
    await expect(consuming).rejects.toThrow();
    await cloud.dynamoDb.release();

    expect(await store.used(account, period)).toBe(0);
  });

  it('has the rest of its request to find out what became of a write', async () => {
    const [store, account] = [newStore(), anId()];
    let settlings = 0;
    cloud.dynamoDb.decide = ({ operation, body }) => {
      if (operation !== 'UpdateItem') return undefined;
      if (!isSettling(body)) return 'lost';
      settlings += 1;
      return settlings === 1 ? 'stall' : undefined;
    };

    const { granted } = await withinBudget(AbortSignal.timeout(20_000), () =>
      store.consume(account, period, 1, 5, reservationOf()),
    );

    expect([granted, settlings, await store.used(account, period)]).toEqual([true, 2, 1]);
  });

  it('says that it does not know when the settling write fails too, with both causes', async () => {
    const [store, account] = [newStore(), anId()];
    cloud.dynamoDb.decide = ({ operation }) => (operation === 'UpdateItem' ? 'error' : undefined);

    const consuming = store.consume(account, period, 1, 5, reservationOf());

    await expect(consuming).rejects.toMatchObject({ errors: [expect.any(Error), expect.any(Error)] });
  });
});

it('a usage item is one write unit at its largest', async () => {
  // the longest account id there is, and more units than any plan has
  const account = 'x'.repeat(32);
  // the last token before it is full, and the two of a settling write
  await fillSegment(account, period, segmentSize + 1);

  const { ConsumedCapacity } = await documents.send(
    new UpdateCommand({
      TableName: process.env.USAGE_TABLE,
      Key: toMonthKey(account, period.start.toISOString()),
      UpdateExpression: 'SET mints = :many, generations = :many, #segment = :many',
      ExpressionAttributeNames: { '#segment': 'segment' },
      ExpressionAttributeValues: { ':many': 999_999_999 },
      ReturnConsumedCapacity: 'TOTAL',
    }),
  );

  expect(ConsumedCapacity?.CapacityUnits).toBe(1);
});

describe('consuming', () => {
  it('costs one read and one write', async () => {
    const [store, account] = [newStore(), anId()];

    for (let n = 0; n < 5; n += 1) await store.consume(account, period, 1, 500);

    const operations = cloud.dynamoDb.calls.map(({ operation }) => operation);
    expect(operations).toEqual(Array(5).fill(['GetItem', 'UpdateItem']).flat());
  });

  it('rejected at its second attempt has no effect when the first one arrives', async () => {
    const [store, account, released] = [newStore(), anId(), aReservation()];
    const consume = (reservation?: Reservation) => store.consume(account, period, 1, 2, reservation);
    await consume(released);
    let isFirst = true;
    cloud.dynamoDb.decide = async ({ body }) => {
      if (!isQuotaWrite(body) || !isFirst) return undefined;
      isFirst = false;
      await newStore().consume(account, period, 1, 2);
      return 'late';
    };

    const rejected = await consume();
    await store.release(account, period, 1, released);
    await cloud.dynamoDb.release();

    expect([rejected.granted, await store.used(account, period)]).toEqual([false, 1]);
  });

  it.each(['no token', 'the last token', 'a reservation of its own'])(
    'by 20 processes at once is exact where a segment has room for %s',
    async (space) => {
      const account = anId();
      await fillSegment(account, period, space === 'no token' ? segmentSize : segmentSize - 1);
      const [processes, limit] = [Array.from({ length: 20 }, newStore), 15];

      const results = await Promise.all(
        processes.map((store) =>
          store.consume(account, period, 1, limit, space.startsWith('a') ? aReservation() : undefined),
        ),
      );

      const granted = results.filter((result) => result.granted).length;
      expect([granted, await newStore().used(account, period)]).toEqual([limit, limit]);
    },
  );

  it(`by ${crowd} callers of one process is exact, and writes little more than they are`, async () => {
    const [store, account, limit] = [newStore(), anId(), crowd - 20];

    const results = await Promise.all(Array.from({ length: crowd }, () => store.consume(account, period, 1, limit)));

    const writes = cloud.dynamoDb.calls.filter(({ operation }) => /^(Update|Put)Item$/.test(operation));
    expect(results.filter(({ granted }) => granted)).toHaveLength(limit);
    expect(await store.used(account, period)).toBe(limit);
    expect(writes.length).toBeLessThanOrEqual(2 * limit);
    figure(`writes of ${crowd} callers of one process, ${limit} granted`, writes.length);
  });

  it('waits for others of its process no longer than the time of its request', async () => {
    const [store, account] = [newStore(), anId()];
    let isCalm = false;
    cloud.dynamoDb.decide = () => (isCalm ? undefined : 'stall');
    const stalled = Array.from({ length: 8 }, () =>
      withinBudget(AbortSignal.timeout(2_000), () => store.consume(account, period, 1, 500)),
    );
    const waiting = withinBudget(AbortSignal.timeout(300), () => store.consume(account, period, 1, 500));

    await expect(waiting).rejects.toThrow(/timeout/i);
    for (const one of await Promise.allSettled(stalled)) expect(one.status).toBe('rejected');
    isCalm = true;
    expect(await store.consume(account, period, 1, 500)).toEqual({ granted: true, used: 1 });
  });
});

describe('a reservation', () => {
  it('is found consumed on any retry, in any instance, however late', async () => {
    const [account, reservation] = [anId(), aReservation()];
    const consume = () => newStore().consume(account, period, 2, 500, reservation);
    expect(await consume()).toEqual({ granted: true, used: 2 });
    expect(await consume()).toEqual({ granted: true, used: 2 });

    await closeSegments(account, period, 3);

    expect(await consume()).toEqual({ granted: true, used: 2 });
  });

  it('is found consumed when the limit has become smaller, and not found in another period', async () => {
    const [account, reservation] = [anId(), aReservation()];
    const next = { start: period.end, end: new Date('2027-03-01T00:00:00Z') };
    await newStore().consume(account, period, 2, 500, reservation);

    expect(await newStore().consume(account, period, 2, -1, reservation)).toEqual({ granted: true, used: 2 });
    expect(await newStore().consume(account, next, 2, -1, reservation)).toEqual({ granted: false, used: 0 });
  });

  it.each(tokensBefore)('is consumed once by a crowd that asks for it at once (%i tokens)', async (tokens) => {
    const [account, reservation] = [anId(), aReservation()];
    await fillSegment(account, period, tokens);

    const asked = Array.from({ length: 20 }, () => newStore().consume(account, period, 1, 500, reservation));

    for (const { granted } of await Promise.all(asked)) expect(granted).toBe(true);
    expect(await newStore().used(account, period)).toBe(1);
  });

  it.each(['current', 'closed'])(
    'is released once with its segment %s, however often and whatever answers are lost, and consumed once more',
    async (where) => {
      const [store, account] = [newStore(), anId()];
      const [cached, released] = [aReservation(), aReservation()];
      await store.consume(account, period, 3, 9_000, cached);
      await store.consume(account, period, 2, 9_000, released);
      if (where === 'closed') await closeSegments(account, period);
      const updates = loseUpdates(1);

      await store.release(account, period, 2, released);
      if (where === 'closed') await closeSegments(account, period);
      await store.release(account, period, 2, released);
      await store.release(account, period, 2, { name: 'never-consumed' });

      expect(updates()).toBeGreaterThanOrEqual(2);
      expect(await store.used(account, period)).toBe(3);
      expect(await store.consume(account, period, 2, 9_000, released)).toEqual({ granted: true, used: 5 });
      expect(await newStore().consume(account, period, 2, 9_000, released)).toEqual({ granted: true, used: 5 });
    },
  );

  it('is searched in the segments from the one on that was current when its name was created', async () => {
    const account = anId();
    await newStore().consume(account, period, 1, 500, aReservation());
    await closeSegments(account, period);
    const reservation = { name: anId(), mark: segmentPosition(account) ?? expect.fail('There is no position.') };
    cloud.calm();

    await newStore().consume(account, period, 1, 500, reservation);
    expect(cloud.dynamoDb.calls.map(({ operation }) => operation)).toEqual(['GetItem', 'UpdateItem']);

    await closeSegments(account, period);
    expect(await newStore().consume(account, period, 1, 500, reservation)).toEqual({ granted: true, used: 2 });
  });

  it('of a repeated request is searched in the segments from the one on that its first run knew', async () => {
    const [account, now] = [anId(), new Date()];
    const idempotencyStore = dynamoDbIdempotencyStore(readEnvironment('idempotency:write'));
    const request = { accountId: account, route: 'mintUrl', key: anId(), body: '', endsAt: now } as const;
    const begin = async () => {
      const begun = await idempotencyStore.begin(request, now);
      return begun.kind === 'run' ? begun.run : expect.fail(begun.kind);
    };
    await closeSegments(account, period);
    const first = await begin();
    await newStore().consume(account, period, 1, 500, first.reservation);
    await closeSegments(account, period);

    const repeated = await begin();

    expect(repeated).toMatchObject({ isRepeated: true, reservation: first.reservation });
    expect(first.reservation.mark).toBe(`${period.start.toISOString()} 2`);
    const consumed = await newStore().consume(account, period, 1, 500, repeated.reservation);
    expect(consumed).toEqual({ granted: true, used: 1 });
  });
});

describe('the limit of an API key', () => {
  const key = (limit: number) => ({ keyId: 'site', limit });

  it('holds beside that of the account under concurrent requests and lost responses', async () => {
    const account = anId();
    loseUpdates(2, 7);
    const stores = [newStore(), newStore(), newStore()];
    const asked = Array.from({ length: 24 }, (_, n) =>
      stores[n % 3]?.consume(account, period, 1, 10, undefined, n % 2 === 0 ? [key(4)] : undefined),
    );
    const results = await Promise.all(asked);

    cloud.calm();
    const granted = results.map((result) => result?.granted === true);
    const byKey = granted.filter((isGranted, n) => isGranted && n % 2 === 0).length;
    expect(granted.filter(Boolean)).toHaveLength(10);
    expect(byKey).toBeLessThanOrEqual(4);
    const store = newStore();
    expect(await Promise.all([store.used(account, period), store.used(account, period, key(4))])).toEqual([10, byKey]);
  });

  it('refuses without consuming anything of the account, and says whose limit it is', async () => {
    const [store, account] = [newStore(), anId()];
    await store.consume(account, period, 3, 10, undefined, [key(4)]);

    const refused = await store.consume(account, period, 2, 10, undefined, [key(4)]);

    expect(refused).toEqual({ granted: false, used: 3, exceeded: key(4) });
    expect(await store.consume(account, period, 1, 10, undefined, [key(4)])).toEqual({ granted: true, used: 4 });
  });

  it.each([0, segmentSize])('counts a repeated reservation once, with %i tokens before it', async (tokens) => {
    const [account, reservation] = [anId(), aReservation()];
    await fillSegment(account, period, tokens);

    for (let n = 0; n < 3; n += 1) await newStore().consume(account, period, 1, 10, reservation, [key(4)]);

    expect(await newStore().used(account, period, key(4))).toBe(1);
  });
});

describe('the daily limit of a signing key', () => {
  const [day, nextDay] = [new Date('2027-01-05T00:00:00Z'), new Date('2027-01-06T00:00:00Z')];
  const key = (limit: number, on = day) => ({ keyId: '1-ana-0123456789abcdef', limit, day: on });

  it('is exact, whoever consumes at the same time and whatever answers are lost', async () => {
    const account = anId();
    loseUpdates(2, 7);
    const stores = [newStore(), newStore(), newStore()];
    const asked = Array.from({ length: 30 }, (_, n) => {
      // each is asked for twice, as a client does that has lost the answer
      const reservation = { name: `image ${n % 15}` };
      return stores[n % 3]?.consume(account, period, 1, 100, reservation, n % 15 < 12 ? [key(5)] : undefined);
    });
    const results = await Promise.all(asked);

    cloud.calm();
    const images = new Set(results.flatMap((result, n) => (result?.granted ? [n % 15] : [])));
    expect([...images].filter((n) => n < 12)).toHaveLength(5);
    expect([...images].filter((n) => n >= 12)).toHaveLength(3);
    const store = newStore();
    expect(await Promise.all([store.used(account, period), store.used(account, period, key(5))])).toEqual([8, 5]);
  });

  it('begins anew with the next day, also where a segment is opened, and never goes back', async () => {
    const [store, account] = [newStore(), anId()];
    const consume = async (on: Date, units = 1) =>
      (await store.consume(account, period, units, 100, undefined, [key(2, on)])).granted;

    expect([await consume(day, 3), await consume(day, 2), await consume(day)]).toEqual([false, true, false]);
    await fillSegment(account, period);
    expect([await consume(nextDay), await store.used(account, period, key(2, nextDay))]).toEqual([true, 1]);
    // one that began before midnight counts with those after it
    expect([await consume(day), await consume(day), await consume(nextDay)]).toEqual([true, false, false]);
    expect(await store.used(account, period)).toBe(4);
  });

  it('is one for each key, beside the monthly limit of an API key of the same name', async () => {
    const [store, account] = [newStore(), anId()];
    const other = { ...key(1), keyId: '1-ana-fedcba9876543210' };
    const monthly = { keyId: key(1).keyId, limit: 1 };

    const granted = [];
    for (const one of [key(1), other, monthly, key(1), other, monthly])
      granted.push((await store.consume(account, period, 1, 100, undefined, [one])).granted);

    expect(granted).toEqual([true, true, true, false, false, false]);
    expect(await store.used(account, period)).toBe(3);
  });
});

describe('several limits of one write', () => {
  const day = new Date('2027-01-05T00:00:00Z');
  const daily = (limit: number) => ({ keyId: '1-ana-0123456789abcdef', limit, day });
  const monthly = (limit: number) => ({ keyId: 'maker', limit });

  it('count together, and the one that is reached is named', async () => {
    const [store, account] = [newStore(), anId()];
    const consume = (...keys: Parameters<typeof store.consume>[5] & object) =>
      store.consume(account, period, 1, 100, undefined, keys);

    expect(await consume(daily(2), monthly(3))).toEqual({ granted: true, used: 1 });
    await fillSegment(account, period);
    expect(await consume(daily(2), monthly(3))).toEqual({ granted: true, used: 2 });
    expect(await consume(daily(2), monthly(3))).toEqual({ granted: false, used: 2, exceeded: daily(2) });
    expect((await consume(monthly(3))).granted).toBe(true);
    expect(await consume(daily(9), monthly(3))).toEqual({ granted: false, used: 3, exceeded: monthly(3) });
    expect(await Promise.all([store.used(account, period, daily(2)), store.used(account, period, monthly(3))])).toEqual(
      [2, 3],
    );
  });
});
