import { randomBytes } from 'node:crypto';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { documents } from '../../lambdas/aws/dynamodb.ts';
import { dynamoDbLedger } from '../../lambdas/aws/dynamodb-ledger.ts';
import { markOf } from '../../lambdas/aws/ledger/seen-pages.ts';
import { usageKey, usageRecords } from '../../lambdas/aws/ledger/usage-record.ts';
import type { Reservation } from '../../lambdas/ports/idempotency.ts';
import type { Ledger } from '../../lambdas/ports/quotas.ts';
import { withinBudget } from '../../lambdas/time-budget.ts';
import { type FaultyCloud, startFaultyCloud } from '../faults/faulty-cloud.ts';
import { displaceAll, fillRecord, isSettling, isTaking, ledgerTables } from '../support/ledger.ts';

let cloud: FaultyCloud;
beforeAll(async () => {
  cloud = await startFaultyCloud();
});
beforeEach(() => cloud.calm());
afterAll(() => cloud.close());

const period = { start: new Date('2027-01-01T00:00:00Z'), end: new Date('2027-02-01T00:00:00Z') };
const anId = (): string => randomBytes(9).toString('base64url');
/** A ledger as one function instance has it: with lanes of its own. */
const ledgerOf = (): Ledger => dynamoDbLedger(ledgerTables(), 'mints');

/** The first write is done and its answer lost; `meanwhile` runs to its end before the client comes again. */
const losingFirstAnswer = (meanwhile: () => Promise<unknown>) => {
  let first: string | undefined;
  let between: Promise<unknown> | undefined;
  cloud.dynamoDb.decide = async ({ operation, body }) => {
    if (operation !== 'UpdateItem') return undefined;
    first ??= body;
    if (body !== first) return undefined;
    if (between === undefined) {
      const { Key, ExpressionAttributeValues: values } = JSON.parse(body);
      const own = (values[':token'] ?? values[':unless']).S;
      between = isIn(Key.accountId.S, own).then(meanwhile);
      return 'lost';
    }
    await between;
    return undefined;
  };
  // a client whose machine is busy gives up waiting before it is over
  return { isOver: async () => between };
};

/** Waits for a token to be in a usage record. */
const isIn = async (accountId: string, token: string): Promise<void> => {
  const key = usageKey(accountId, period);
  for (;;) {
    const { slots, pages } = await usageRecords(ledgerTables().USAGE_TABLE).read(key);
    if ([...slots.values(), ...[...pages.values()].flatMap((page) => [...page])].includes(token)) return;
  }
};

const aReservation = (): Reservation => ({ name: anId() });
const ways: [string, () => Reservation | undefined][] = [
  ['in a lane', () => undefined],
  ['by name', aReservation],
];

describe.each(ways)('the ledger, taking %s', (_, reservationOf) => {
  it('takes units up to the limit and not one more, and says how many are taken', async () => {
    const [ledger, account] = [ledgerOf(), anId()];
    const take = (units: number) => ledger.take(account, period, units, 5, reservationOf());

    expect(await take(3)).toEqual({ isTaken: true, used: 3 });
    expect(await take(3)).toEqual({ isTaken: false, used: 3 });
    expect(await take(2)).toEqual({ isTaken: true, used: 5 });
    expect(await take(1)).toEqual({ isTaken: false, used: 5 });
    expect(await ledger.used(account, period)).toBe(5);
  });

  it('takes nothing of an allowance smaller than what is asked for', async () => {
    const [ledger, account] = [ledgerOf(), anId()];
    const take = (units: number) => ledger.take(account, period, units, 1, reservationOf());

    expect(await take(2)).toEqual({ isTaken: false, used: 0 });
    expect(await take(1)).toEqual({ isTaken: true, used: 1 });
    expect(await take(2)).toEqual({ isTaken: false, used: 1 });
  });

  it.each(['5', true, null, [], {}, new Set(['a'])])(
    'fails on a record that does not parse (%j): no quota is used up',
    async (mints) => {
      const [ledger, account] = [ledgerOf(), anId()];
      const Item = { accountId: account, periodStart: period.start.toISOString(), mints };
      await documents.send(new PutCommand({ TableName: process.env.USAGE_TABLE, Item }));

      await expect(ledger.take(account, period, 1, 500, reservationOf())).rejects.toThrow();
      await expect(ledger.used(account, period)).rejects.toThrow();
    },
  );

  it.each(['lost', 'errorAfter', 'stallAfter'] as const)('counts once when an answer is %s', async (fault) => {
    const [ledger, account] = [ledgerOf(), anId()];
    let lost = 0;
    cloud.dynamoDb.decide = ({ operation }) => {
      if (operation !== 'UpdateItem' || lost > 0) return undefined;
      lost += 1;
      return fault;
    };

    expect(await ledger.take(account, period, 1, 1, reservationOf())).toEqual({ isTaken: true, used: 1 });
    expect([lost, await ledger.used(account, period)]).toEqual([1, 1]);
  });

  it('counts once, and says so, when 300 others come between a lost answer and its repetition', async () => {
    const [ledger, account] = [ledgerOf(), anId()];
    // some through lanes of the same instance, some of another one
    const crowd = [ledger, ledgerOf()];
    const { isOver } = losingFirstAnswer(() =>
      Promise.all(Array.from({ length: 300 }, (__, n) => crowd[n % 2]?.take(account, period, 1, 500))),
    );

    const { isTaken } = await ledger.take(account, period, 1, 500, reservationOf());
    await isOver();

    expect([isTaken, await ledger.used(account, period)]).toEqual([true, 301]);
  });

  it('counts once, and says so, when others have taken its slot between a lost answer and its repetition', async () => {
    const [ledger, account] = [ledgerOf(), anId()];
    await fillRecord(account, period);
    const { isOver } = losingFirstAnswer(async () => {
      await displaceAll(account, period);
      await ledgerOf().take(account, period, 1, 10_000);
    });

    const { isTaken } = await ledger.take(account, period, 1, 10_000, reservationOf());
    await isOver();

    expect([isTaken, await ledger.used(account, period)]).toEqual([true, 2]);
  });

  it('counts nothing when others have taken its slot before a write that failed', async () => {
    const [ledger, account] = [ledgerOf(), anId()];
    await fillRecord(account, period);
    let failed = 0;
    cloud.dynamoDb.decide = async ({ body }) => {
      if (!isTaking(body) || isSettling(body)) return undefined;
      failed += 1;
      if (failed === 1) await fillRecord(account, period);
      return 'error';
    };

    await expect(ledger.take(account, period, 1, 500, reservationOf())).rejects.toThrow();

    expect([failed, await ledger.used(account, period)]).toEqual([3, 0]);
  });

  it('has the rest of its request to find out what became of a taking', async () => {
    const [ledger, account] = [ledgerOf(), anId()];
    let settlings = 0;
    cloud.dynamoDb.decide = ({ operation, body }) => {
      if (operation !== 'UpdateItem') return undefined;
      if (!isSettling(body)) return 'lost';
      settlings += 1;
      return settlings === 1 ? 'stall' : undefined;
    };

    const { isTaken } = await withinBudget(AbortSignal.timeout(20_000), () =>
      ledger.take(account, period, 1, 5, reservationOf()),
    );

    expect([isTaken, settlings, await ledger.used(account, period)]).toEqual([true, 2, 1]);
  });

  it('says that it does not know when the settling write fails too, with both causes', async () => {
    const [ledger, account] = [ledgerOf(), anId()];
    cloud.dynamoDb.decide = ({ operation }) => (operation === 'UpdateItem' ? 'error' : undefined);

    const taking = ledger.take(account, period, 1, 5, reservationOf());

    await expect(taking).rejects.toMatchObject({ errors: [expect.any(Error), expect.any(Error)] });
  });
});

describe('a usage record', () => {
  it('is one write unit at its largest', async () => {
    // the longest account id there is, and more units than any plan has
    const account = 'x'.repeat(32);
    await fillRecord(account, period);

    const { ConsumedCapacity } = await documents.send(
      new UpdateCommand({
        TableName: process.env.USAGE_TABLE,
        Key: { accountId: account, periodStart: period.start.toISOString() },
        UpdateExpression: 'SET mints = :many, generations = :many',
        ExpressionAttributeValues: { ':many': 999_999_999 },
        ReturnConsumedCapacity: 'TOTAL',
      }),
    );

    expect(ConsumedCapacity?.CapacityUnits).toBe(1);
  });
});

describe('a lane', () => {
  it('costs one write and nothing else once it is there', async () => {
    const [ledger, account] = [ledgerOf(), anId()];
    await ledger.take(account, period, 1, 500);
    cloud.calm();

    for (let n = 0; n < 5; n += 1) await ledger.take(account, period, 1, 500);

    expect(cloud.dynamoDb.calls.map(({ operation }) => operation)).toEqual(Array(5).fill('UpdateItem'));
  });

  it('is void when it is refused at its second attempt: the first one counts nothing when it arrives', async () => {
    const [ledger, account, returned] = [ledgerOf(), anId(), aReservation()];
    const take = (reservation?: Reservation) => ledger.take(account, period, 1, 2, reservation);
    await take(returned);
    await take();
    let isFirst = true;
    cloud.dynamoDb.decide = ({ operation }) => {
      const fault = isFirst && operation === 'UpdateItem' ? 'late' : undefined;
      isFirst = false;
      return fault;
    };

    const refused = await take();
    await ledger.giveBack(account, period, 1, returned);
    await cloud.dynamoDb.release();

    expect([refused.isTaken, await ledger.used(account, period)]).toEqual([false, 1]);
  });

  it('is looked for again, without an item of its own, when others have taken its slot', async () => {
    const [ledger, account] = [ledgerOf(), anId()];
    await ledger.take(account, period, 1, 500);
    await displaceAll(account, period, 0);
    cloud.calm();

    expect(await ledger.take(account, period, 1, 500)).toEqual({ isTaken: true, used: 2 });

    const operations = cloud.dynamoDb.calls.map(({ operation }) => operation);
    expect(operations).toEqual(['UpdateItem', 'GetItem', 'UpdateItem']);
  });

  it('is waited for no longer than the time of its request', async () => {
    const [ledger, account] = [ledgerOf(), anId()];
    let isCalm = false;
    cloud.dynamoDb.decide = () => (isCalm ? undefined : 'stall');
    const stalled = Array.from({ length: 8 }, () =>
      withinBudget(AbortSignal.timeout(2_000), () => ledger.take(account, period, 1, 500)),
    );
    const waiting = withinBudget(AbortSignal.timeout(300), () => ledger.take(account, period, 1, 500));

    await expect(waiting).rejects.toThrow(/timeout/i);
    for (const one of await Promise.allSettled(stalled)) expect(one.status).toBe('rejected');
    isCalm = true;
    expect(await ledger.take(account, period, 1, 500)).toEqual({ isTaken: true, used: 1 });
  });
});

describe('a reservation', () => {
  it('is found taken by whoever asks again, in whatever instance, however late', async () => {
    const [account, reservation] = [anId(), aReservation()];
    const take = () => ledgerOf().take(account, period, 2, 500, reservation);
    expect(await take()).toEqual({ isTaken: true, used: 2 });
    expect(await take()).toEqual({ isTaken: true, used: 2 });

    await displaceAll(account, period);

    expect(await take()).toEqual({ isTaken: true, used: 2 });
  });

  it('is taken once by a crowd that asks for it at once', async () => {
    const [account, reservation] = [anId(), aReservation()];
    await fillRecord(account, period);

    const crowd = Array.from({ length: 40 }, () => ledgerOf().take(account, period, 1, 500, reservation));

    for (const { isTaken } of await Promise.all(crowd)) expect(isTaken).toBe(true);
    expect(await ledgerOf().used(account, period)).toBe(1);
  });

  it.each(['in the record', 'filed'])(
    'is given back once with its page %s, however often it is asked and whatever answers are lost, and taken once more',
    async (where) => {
      const [ledger, account] = [ledgerOf(), anId()];
      const [kept, returned] = [aReservation(), aReservation()];
      await ledger.take(account, period, 3, 9_000, kept);
      await ledger.take(account, period, 2, 9_000, returned);
      if (where === 'filed') await displaceAll(account, period);
      let lost = 0;
      cloud.dynamoDb.decide = ({ operation }) => {
        if (operation !== 'UpdateItem') return undefined;
        lost += 1;
        return lost === 1 ? 'lost' : undefined;
      };

      await ledger.giveBack(account, period, 2, returned);
      if (where === 'filed') await displaceAll(account, period);
      await ledger.giveBack(account, period, 2, returned);
      await ledger.giveBack(account, period, 2, { name: 'never-taken' });

      expect(lost).toBeGreaterThanOrEqual(2);
      expect(await ledger.used(account, period)).toBe(3);
      expect(await ledger.take(account, period, 2, 9_000, returned)).toEqual({ isTaken: true, used: 5 });
      expect(await ledgerOf().take(account, period, 2, 9_000, returned)).toEqual({ isTaken: true, used: 5 });
    },
  );

  it('is looked for from the page on that was seen when its name was made', async () => {
    const account = anId();
    await ledgerOf().take(account, period, 1, 500, aReservation());
    await displaceAll(account, period);
    const reservation = { name: anId(), mark: markOf(account) ?? expect.fail('Nothing was seen.') };
    cloud.calm();

    await ledgerOf().take(account, period, 1, 500, reservation);
    expect(cloud.dynamoDb.calls.map(({ operation }) => operation)).toEqual(['GetItem', 'UpdateItem']);

    await displaceAll(account, period);
    await displaceAll(account, period);
    expect(await ledgerOf().take(account, period, 1, 500, reservation)).toEqual({ isTaken: true, used: 2 });
  });
});
