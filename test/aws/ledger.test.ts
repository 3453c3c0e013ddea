import { randomBytes } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { documents } from '../../lambdas/aws/dynamodb.ts';
import { dynamoDbLedger } from '../../lambdas/aws/dynamodb-ledger.ts';
import { withinBudget } from '../../lambdas/time-budget.ts';
import { type FaultyCloud, startFaultyCloud } from '../faults/faulty-cloud.ts';

let cloud: FaultyCloud;
beforeAll(async () => {
  cloud = await startFaultyCloud();
});
beforeEach(() => cloud.calm());
afterAll(() => cloud.close());

const period = { start: new Date('2027-01-01T00:00:00Z'), end: new Date('2027-02-01T00:00:00Z') };
const anId = (): string => randomBytes(9).toString('base64url');
const ledgerOf = () => dynamoDbLedger(process.env.USAGE_TABLE ?? '', 'mints');

/** The first write of one reservation is done and its answer lost; `meanwhile` runs before the client comes again. */
const losingAnswerOf = (reservation: string, fault: 'lost' | 'errorAfter' | 'stallAfter' = 'lost') => {
  let lost = 0;
  cloud.dynamoDb.decide = ({ operation, body }) => {
    if (operation !== 'UpdateItem' || !body.includes(reservation) || lost > 0) return undefined;
    lost += 1;
    return fault;
  };
};

describe('the ledger', () => {
  it('takes units up to the limit and not one more', async () => {
    const [ledger, account] = [ledgerOf(), anId()];

    expect(await ledger.take(account, period, 3, 5, anId())).toBe(true);
    expect(await ledger.take(account, period, 3, 5, anId())).toBe(false);
    expect(await ledger.take(account, period, 2, 5, anId())).toBe(true);
    expect(await ledger.used(account, period)).toBe(5);
  });

  it.each(['5', true, null, [], {}, new Set(['a'])])(
    'fails on a record that does not parse (%j): no quota is used up',
    async (mints) => {
      const [ledger, account] = [ledgerOf(), anId()];
      const Item = { accountId: account, periodStart: period.start.toISOString(), mints };
      await documents.send(new PutCommand({ TableName: process.env.USAGE_TABLE, Item }));

      await expect(ledger.take(account, period, 1, 500, anId())).rejects.toThrow();
      await expect(ledger.used(account, period)).rejects.toThrow();
    },
  );

  it.each(['lost', 'errorAfter', 'stallAfter'] as const)('counts once when an answer is %s', async (fault) => {
    const [ledger, account, reservation] = [ledgerOf(), anId(), anId()];
    losingAnswerOf(reservation, fault);

    expect(await ledger.take(account, period, 1, 1, reservation)).toBe(true);
    expect(await ledger.used(account, period)).toBe(1);
  });

  it('counts once, and says so, when 300 others come between a lost answer and its repetition', {
    timeout: 60_000,
  }, async () => {
    const [ledger, account, reservation] = [ledgerOf(), anId(), anId()];
    let crowd: Promise<boolean[]> | undefined;
    cloud.dynamoDb.decide = async ({ operation, body }) => {
      if (operation !== 'UpdateItem' || !body.includes(reservation)) return undefined;
      const isFirst = crowd === undefined;
      crowd ??= Promise.all(Array.from({ length: 300 }, () => ledger.take(account, period, 1, 500, anId())));
      if (isFirst) return 'lost';
      await crowd;
      return undefined;
    };

    const isTaken = await ledger.take(account, period, 1, 500, reservation);

    expect([isTaken, await ledger.used(account, period)]).toEqual([true, 301]);
  });

  it('has the rest of its request to find out what became of a taking', async () => {
    const [ledger, account, reservation] = [ledgerOf(), anId(), anId()];
    let settlings = 0;
    cloud.dynamoDb.decide = ({ operation, body }) => {
      if (operation !== 'UpdateItem') return undefined;
      if (!body.includes(`"!${reservation}"`)) return 'lost';
      settlings += 1;
      return settlings === 1 ? 'stall' : undefined;
    };

    const isTaken = await withinBudget(AbortSignal.timeout(20_000), () =>
      ledger.take(account, period, 1, 5, reservation),
    );

    expect([isTaken, settlings, await ledger.used(account, period)]).toEqual([true, 2, 1]);
  });

  it('gives back once, however often it is asked and whatever answers are lost', async () => {
    const [ledger, account] = [ledgerOf(), anId()];
    const [kept, returned] = [anId(), anId()];
    await ledger.take(account, period, 3, 9, kept);
    await ledger.take(account, period, 2, 9, returned);
    let lost = 0;
    cloud.dynamoDb.decide = () => {
      lost += 1;
      return lost === 1 ? 'lost' : undefined;
    };

    await ledger.giveBack(account, period, 2, returned);
    await ledger.giveBack(account, period, 2, returned);
    await ledger.giveBack(account, period, 2, 'never-taken');

    expect(lost).toBeGreaterThan(2);
    expect(await ledger.used(account, period)).toBe(3);
  });
});
