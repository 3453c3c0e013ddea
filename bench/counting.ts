import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { QuotaStore } from '../lambdas/ports/quotas.ts';
import { startEmulators } from '../local/emulators.ts';
import { randomFrom } from '../test/support/random.ts';
import type { Measurement } from './measurement.ts';
import { table } from './report.ts';
import type { PartSettings } from './settings.ts';
import { getQuantile } from './timing.ts';

/** A load on an account's quota. */
interface Load {
  readonly perSecond: number;
  /** Function instances that consume. */
  readonly instances: number;
  /** Whether each call has a reservation, like requests with an Idempotency-Key. */
  readonly isNamed: boolean;
  readonly calls: number;
}

interface Cost extends Load {
  /** Write units of one call: on the account's usage item, and on closed segments. */
  readonly item: number;
  readonly closed: number;
  /** Units of the item's most expensive write. */
  readonly highest: number;
  /** Read units of one call. */
  readonly reads: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** Rates with as many instances as mints of 100 ms need, and the highest with one for each mint. */
const rates = [
  { perSecond: 1, instances: 1 },
  { perSecond: 100, instances: 10 },
  { perSecond: 500, instances: 500 },
];

/** Lifetime of an instance, after which another replaces it. Lambda's live far longer. */
const instanceSeconds = 10;
/** Calls that begin within this time overlap. */
const overlapMs = 10;

/** Sums of consumed capacity since the last reset. */
class Meter {
  item = 0;
  closed = 0;
  reads = 0;
  highest = 0;

  restart(): void {
    Object.assign(this, new Meter());
  }
  countItem(units: number): void {
    this.item += units;
    this.highest = Math.max(this.highest, units);
  }
}

/** Starts the tables and meters every call of the quota store. */
const startMetered = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-counting-'));
  const cloud = await startEmulators(folder);
  Object.assign(process.env, cloud.environment);
  const { documents } = await import('../lambdas/aws/dynamodb/client.ts');
  const { dynamoDbQuotaStore } = await import('../lambdas/aws/dynamodb/quota-store.ts');
  const { segmentPosition } = await import('../lambdas/aws/dynamodb/quota/segments.ts');
  const { USAGE_TABLE = '', IDEMPOTENCY_TABLE = '' } = process.env;
  const meter = new Meter();

  type Answer = { readonly output: { readonly ConsumedCapacity?: { readonly CapacityUnits?: number } } };
  const metered =
    (next: (call: object) => Promise<Answer>, { commandName = '' }: { readonly commandName?: string }) =>
    async (call: { readonly input: { readonly TableName?: string } }): Promise<Answer> => {
      const input = { ...call.input, ReturnConsumedCapacity: 'TOTAL' };
      try {
        const answer = await next({ ...call, input });
        const units = answer.output.ConsumedCapacity?.CapacityUnits ?? Number.NaN;
        if (commandName.startsWith('Get') || commandName.startsWith('Query')) meter.reads += units;
        else if (call.input.TableName === USAGE_TABLE) meter.countItem(units);
        else meter.closed += units;
        return answer;
      } catch (error) {
        // a failed condition costs as much as the item's size, which the response does not report
        if (error instanceof ConditionalCheckFailedException) meter.countItem(meter.highest);
        throw error;
      }
    };
  documents.middlewareStack.add(metered as never, { step: 'initialize', priority: 'low' });

  return {
    meter,
    segmentPosition,
    newInstance: () => dynamoDbQuotaStore({ USAGE_TABLE, IDEMPOTENCY_TABLE }, 'mints'),
    close: async () => {
      await cloud.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const period = { start: new Date('2027-01-01T00:00:00Z'), end: new Date('2027-02-01T00:00:00Z') };

/** A function instance, and the position it saw when it last consumed. */
interface Instance {
  readonly store: QuotaStore;
  mark?: string | undefined;
}

type Metered = Awaited<ReturnType<typeof startMetered>>;

/**
 * Measures the cost of counting under a load. Time is simulated: the store has no clock, so only overlaps, instances
 * and their lifetimes matter.
 */
const measure = async ({ meter, segmentPosition, newInstance }: Metered, load: Load): Promise<Cost> => {
  const random = randomFrom(load.perSecond + load.instances);
  const account = randomBytes(8).toString('hex');
  const instances: Instance[] = Array.from({ length: load.instances }, () => ({ store: newInstance() }));
  const { calls } = load;
  const atOnce = Math.max(1, Math.round((load.perSecond * overlapMs) / 1_000));
  const stride = Math.max(1, Math.floor(load.instances / atOnce));
  const perReplacement = (load.perSecond * instanceSeconds) / load.instances;
  const times: number[] = [];
  meter.restart();

  const consume = async (n: number, instance: Instance): Promise<void> => {
    const { store, mark } = instance;
    const reservation = load.isNamed ? { name: `bench ${account} ${n}`, ...(mark && { mark }) } : undefined;
    const started = performance.now();
    const { granted } = await store.consume(account, period, 1, calls, reservation);
    times.push(performance.now() - started);
    instance.mark = segmentPosition(account);
    if (!granted) throw new Error('A call within the limit was rejected.');
  };
  let replaced = 0;
  for (let n = 0; n < calls; n += atOnce) {
    // an instance handles one call at a time, so overlapping calls are on different ones
    const first = random.int(0, load.instances - 1);
    const instanceOf = (k: number) => instances[(first + k * stride) % load.instances] as Instance;
    await Promise.all(Array.from({ length: Math.min(atOnce, calls - n) }, (_, k) => consume(n + k, instanceOf(k))));
    for (; (replaced + 1) * perReplacement <= n; replaced += 1)
      instances[replaced % load.instances] = { store: newInstance() };
  }

  const { item, closed, highest, reads } = meter;
  const used = await newInstance().used(account, period);
  if (used !== calls) throw new Error(`${calls} units were consumed and ${used} counted.`);
  const sorted = times.toSorted((a, b) => a - b);
  return {
    ...load,
    item: item / calls,
    closed: closed / calls,
    highest,
    reads: reads / calls,
    medianMs: getQuantile(sorted, 0.5),
    p99Ms: getQuantile(sorted, 0.99),
  };
};

/** Loads of the promise, with and without a key. */
const promisedLoads: readonly Omit<Load, 'calls'>[] = [false, true].flatMap((isNamed) =>
  rates.map((rate) => ({ ...rate, isNamed })),
);

/** Measures the promised loads. */
export const measureCounting = async ({ countedCalls: calls, countedAtMost }: PartSettings): Promise<Measurement> => {
  const started = await startMetered();
  const rows: string[][] = [];
  let isHeld = true;
  for (const load of promisedLoads) {
    const cost = await measure(started, { ...load, calls });
    const units = cost.item + cost.closed;
    rows.push([
      `${load.perSecond}${load.isNamed ? ', with keys' : ''}`,
      `${load.instances}`,
      ...[units, cost.item, cost.closed].map((some) => some.toFixed(2)),
      `${cost.highest}`,
      cost.reads.toFixed(2),
      `${cost.medianMs.toFixed(1)}, ${cost.p99Ms.toFixed(1)}`,
    ]);
    isHeld &&= units <= countedAtMost;
  }
  await started.close();
  const head = [
    ...['calls/s', 'instances', 'write units', 'item', 'closed', 'highest', 'read units'],
    'ms, half and 99%',
  ];
  const problems = isHeld ? [] : [`Consuming quota costs more than ${countedAtMost} write units.`];
  return { text: table(head, rows), problems };
};
