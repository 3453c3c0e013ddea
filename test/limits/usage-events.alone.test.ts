import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, setAccount } from '../../admin/administer-accounts.ts';
import { administration } from '../../admin/administration.ts';
import * as adapters from '../../lambdas/aws/adapters.ts';
import { connect } from '../../lambdas/aws/connect.ts';
import { dynamoDbKeyCreator, dynamoDbSigningKeyCreator } from '../../lambdas/aws/dynamodb/keys.ts';
import { dynamoDbQuotaStore } from '../../lambdas/aws/dynamodb/quota-store.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { tables } from '../../lambdas/config/tables.ts';
import { getBillingPeriod } from '../../lambdas/domain/quota/billing-period.ts';
import { reportUsage } from '../../lambdas/limits/report-usage.ts';
import type { KeyLimit } from '../../lambdas/ports/quotas.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { type QueueEmulator, startSqs } from '../../local/sqs.ts';
import { onEmptyCloud } from '../support/empty-cloud.ts';
import { handlerOf } from '../support/handler.ts';
import { quotaTables } from '../support/quota-store.ts';
import { setFields } from '../support/rows.ts';

onEmptyCloud();

let queue: QueueEmulator;
const dayMs = 86_400_000;
/** Details of the events that were sent, in order. */
// biome-ignore lint/suspicious/noExplicitAny: what consumers get
let delivered: any[] = [];
beforeAll(async () => {
  queue = await startSqs({ atOnce: 1, tries: 1 });
  process.env.USAGE_EVENTS_QUEUE = queue.queueUrl;
  queue.feed(async (body) => void delivered.push(JSON.parse(body)));
});
afterAll(() => queue.close());

const quiet = { ...runtime, log: () => undefined, plans: { own: { mints: null, generations: null } } };
const getPorts = () => connect('reportUsage', adapters);

const anAccount = async (plan = 'free') => {
  const store = () => administration().store;
  const { accountId } = await createAccount(store(), quiet, { plan });
  const { anchor } = (await store().account(accountId)) ?? expect.fail('no account');
  const period = getBillingPeriod(anchor, quiet.now());
  const month = { accountId, start: period.start.toISOString() };
  return {
    accountId,
    period,
    month,
    consume: (units: number, key?: KeyLimit) =>
      dynamoDbQuotaStore(quotaTables(), 'mints').consume(accountId, period, units, 1_000, undefined, key && [key]),
    setPlan: (to: string) => setAccount(store(), quiet, accountId, { plan: to }),
    report: (times = 1) => reportUsage(getPorts(), quiet, Array(times).fill(month)),
  };
};

/** The events that something sends, without their ids. */
const sentBy = async (run: () => Promise<unknown>) => {
  delivered = [];
  await run();
  return delivered.map(({ id: _, ...event }) => event);
};

const aKey = async (accountId: string, monthlyMints: number) => {
  const keyId = randomBytes(8).toString('hex');
  const key = { keyHash: 'x', keyId, accountId, revoked: false, monthlyMints };
  await dynamoDbKeyCreator(readEnvironment('keys:create')).create(key);
  return { keyId, limit: monthlyMints };
};

describe('a month of an account', () => {
  it('has one event when 80% of its mints are used and one when all are, whatever comes between', async () => {
    const ana = await anAccount();
    const event = { accountId: ana.accountId, what: 'mints', limit: 50, periodEnd: ana.period.end.toISOString() };
    const use = (units: number) =>
      sentBy(async () => {
        await ana.consume(units);
        await ana.report();
      });

    expect(await use(39)).toEqual([]);
    expect(await use(1)).toEqual([{ ...event, threshold: 80, used: 40 }]);
    expect(await use(9)).toEqual([]);
    expect(await use(1)).toEqual([{ ...event, threshold: 100, used: 50 }]);
    expect(await sentBy(() => ana.report())).toEqual([]);
  });

  it('has them once more for another limit, be it higher or lower, and both where both are passed at once', async () => {
    const ana = await anAccount('starter');
    await ana.consume(450);
    const limits = async () => (await sentBy(() => ana.report())).map(({ threshold, limit }) => [threshold, limit]);
    const bothOf50 = [
      [80, 50],
      [100, 50],
    ];

    expect(await limits()).toEqual([[80, 500]]);
    await ana.setPlan('pro');
    expect(await limits()).toEqual([]);
    await ana.setPlan('free');
    expect(await limits()).toEqual(bothOf50);
    await ana.setPlan('own');
    expect(await limits()).toEqual([]);
  });

  it('has them when its plan changes to one of which more is used than it has', async () => {
    const ana = await anAccount('pro');
    await ana.consume(450);
    await ana.setPlan('free');
    const handler = await handlerOf('reportUsage');
    const Records = [{ dynamodb: { Keys: { accountId: { S: ana.accountId } } } }];

    const events = await sentBy(() => handler({ Records }));

    expect(events).toMatchObject([80, 100].map((threshold) => ({ threshold, used: 450, limit: 50 })));
  });

  it('that is long over has none: its counts may come back with a restored table', async () => {
    const ana = await anAccount();
    await ana.consume(50);
    const at = (ms: number) => ({ ...quiet, now: () => new Date(ana.period.end.getTime() + ms) });
    const hour = 3_600_000;

    expect(await sentBy(() => reportUsage(getPorts(), at(25 * hour), [ana.month]))).toEqual([]);
    // a stream holds changes for a day
    expect(await sentBy(() => reportUsage(getPorts(), at(23 * hour), [ana.month]))).toHaveLength(2);
  });

  it('has those of its API keys with a limit, by the key', async () => {
    const ana = await anAccount('pro');
    const [one, other] = [await aKey(ana.accountId, 10), await aKey(ana.accountId, 100)];
    await ana.consume(8, one);
    await ana.consume(8, other);

    expect(await sentBy(() => ana.report())).toEqual([
      {
        ...{ accountId: ana.accountId, what: 'monthlyMints', keyId: one.keyId, threshold: 80, used: 8, limit: 10 },
        periodEnd: ana.period.end.toISOString(),
      },
    ]);
  });
});

it('keys that are made anew again and again have 200 events in a month at most; the account has its own all the same', async () => {
  const ana = await anAccount('starter');
  const keys = await Promise.all(Array.from({ length: 120 }, () => aKey(ana.accountId, 1)));
  for (const key of keys) await ana.consume(1, key);

  const many = await sentBy(() => ana.report());
  await ana.consume(380);
  const rest = await sentBy(() => ana.report());

  expect(many.map(({ what }) => what)).toEqual(Array(200).fill('monthlyMints'));
  expect(rest.map(({ what, threshold }) => [what, threshold])).toEqual([
    ['mints', 80],
    ['mints', 100],
  ]);
});

it('a day of a signing key has its events', async () => {
  const ana = await anAccount();
  const signingKeyId = 'master-s1';
  const day = new Date(Math.floor(Date.now() / dayMs) * dayMs);
  const key = { accountId: ana.accountId, signingKeyId, name: 'site', dailyRenders: 5, createdAt: new Date() };
  const keys = dynamoDbSigningKeyCreator(readEnvironment('signingKeys:create'));
  await keys.create({ ...key, expiresAt: new Date(Date.now() + dayMs) });

  const events = await sentBy(async () => {
    await ana.consume(4, { keyId: signingKeyId, limit: 5, day });
    await ana.report();
  });

  expect(events).toEqual([
    {
      ...{ accountId: ana.accountId, what: 'dailyRenders', keyId: signingKeyId, threshold: 80, used: 4, limit: 5 },
      periodEnd: new Date(day.getTime() + dayMs).toISOString(),
    },
  ]);
});

describe('an event', () => {
  it('that was sent before its record was written is sent again, with the same id', async () => {
    const ana = await anAccount();
    await ana.consume(40);
    const cutOff = { ...getPorts(), 'usageEvents:list': { sent: async function* () {} } };
    delivered = [];

    await reportUsage(cutOff, quiet, [ana.month]);
    await reportUsage(cutOff, quiet, [ana.month]);
    await ana.report();

    expect(delivered).toHaveLength(2);
    expect(delivered[0]).toEqual(delivered[1]);
  });

  it('that cannot be sent fails the call, which is repeated, and holds up no other account', async () => {
    const [ana, ben] = [await anAccount(), await anAccount()];
    await Promise.all([ana.consume(40), ben.consume(40)]);
    const months = [ana.month, ben.month];
    const ports = getPorts();
    const send = ports['usageEvents:send'];
    const failing = {
      ...ports,
      'usageEvents:send': {
        send: async (events: Parameters<typeof send.send>[0], sentAt: Date) => {
          if (events[0]?.accountId === ana.accountId) throw new Error('The queue does not answer.');
          await send.send(events, sentAt);
        },
      },
    };

    const first = await sentBy(() => expect(reportUsage(failing, quiet, months)).rejects.toThrow(AggregateError));
    const again = await sentBy(() => reportUsage(ports, quiet, months));

    expect(first.map(({ accountId }) => accountId)).toEqual([ben.accountId]);
    expect(again.map(({ accountId }) => accountId)).toEqual([ana.accountId]);
  });

  it('is sent once for a count that changed many times, and none for a count without a limit to report', async () => {
    const [ana, ben] = [await anAccount(), await anAccount()];
    await Promise.all([ana.consume(40), ben.consume(50)]);

    expect(await sentBy(() => ana.report(3))).toHaveLength(1);
    // in the local run the function gets the changes of all items of the table
    const handler = await handlerOf('reportUsage');
    const change = (kind: string) => ({
      dynamodb: { Keys: { owner: { S: `${kind} ${ben.accountId}` }, part: { S: ben.month.start } } },
    });
    const others = tables.USAGE_TABLE.kinds.filter((kind) => kind !== 'month');
    expect(await sentBy(() => handler({ Records: others.map(change) }))).toEqual([]);
    expect(await sentBy(() => handler({ Records: [change('month')] }))).toHaveLength(2);
  });

  it('of an account that is gone, or being deleted, is not sent', async () => {
    const ana = await anAccount();
    await ana.consume(50);
    await setFields('ACCOUNTS_TABLE', { accountId: ana.accountId }, { deletingSince: '2026-11-23T00:00:00.000Z' });

    expect(await sentBy(() => ana.report())).toEqual([]);
    expect(await sentBy(() => reportUsage(getPorts(), quiet, [{ ...ana.month, accountId: 'nobody' }]))).toEqual([]);
  });
});
