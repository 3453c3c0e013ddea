import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { Ledger } from '../lambdas/ports/quotas.ts';
import { startStandIns } from '../local/emulators.ts';
import { randomFrom } from '../test/support/random.ts';
import { table } from './report.ts';
import { quantileOf } from './timing.ts';

/** One way an account's units are taken. */
interface Load {
  readonly perSecond: number;
  /** Function instances that take them. */
  readonly instances: number;
  /** Whether each taking has a reservation, as those of requests with an Idempotency-Key. */
  readonly isNamed: boolean;
  readonly seconds: number;
}

/** What it cost. */
interface Cost extends Load {
  /** Write units of one taking: on the account's usage record, and on pages that are filed. */
  readonly record: number;
  readonly filed: number;
  /** Units of the record's most expensive write. */
  readonly highest: number;
  /** Read units of one taking. */
  readonly reads: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** The rates of the promise, from as many instances as mints of 100 ms need. */
const rates = [1, 20, 100, 500];
const mintSeconds = 0.1;

/** An instance is one for so long, then another begins in its place. Lambda keeps them far longer. */
const instanceSeconds = 30;
/** Takings that begin within so much time overlap. */
const overlapMs = 10;

/** Sums of what was consumed since the last start. */
class Meter {
  record = 0;
  filed = 0;
  reads = 0;
  highest = 0;

  restart(): void {
    Object.assign(this, new Meter());
  }
  countRecord(units: number): void {
    this.record += units;
    this.highest = Math.max(this.highest, units);
  }
}

/** Starts the tables and counts what every call of the ledger consumes. */
const startMetered = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-counting-'));
  const cloud = await startStandIns(folder);
  Object.assign(process.env, cloud.environment);
  const { documents } = await import('../lambdas/aws/dynamodb.ts');
  const { dynamoDbLedger } = await import('../lambdas/aws/dynamodb-ledger.ts');
  const { markOf } = await import('../lambdas/aws/ledger/seen-pages.ts');
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
        else if (call.input.TableName === USAGE_TABLE) meter.countRecord(units);
        else meter.filed += units;
        return answer;
      } catch (error) {
        // a write whose condition fails costs what the item is worth, and does not say so
        if (error instanceof ConditionalCheckFailedException) meter.countRecord(meter.highest);
        throw error;
      }
    };
  documents.middlewareStack.add(metered as never, { step: 'initialize', priority: 'low' });

  return {
    meter,
    markOf,
    newInstance: () => dynamoDbLedger({ USAGE_TABLE, IDEMPOTENCY_TABLE }, 'mints'),
    close: async () => {
      await cloud.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const period = { start: new Date('2027-01-01T00:00:00Z'), end: new Date('2027-02-01T00:00:00Z') };

/** A function instance, and what it saw of the account when it took last. */
interface Instance {
  readonly ledger: Ledger;
  mark?: string | undefined;
}

type Metered = Awaited<ReturnType<typeof startMetered>>;

/**
 * What counting costs under a load. The time is simulated: a ledger has no clock, so what matters of it is which takings
 * overlap, which instance takes, and when one ends and another begins.
 */
const measure = async ({ meter, markOf, newInstance }: Metered, load: Load): Promise<Cost> => {
  const random = randomFrom(load.perSecond + load.instances);
  const account = randomBytes(8).toString('hex');
  const instances: Instance[] = Array.from({ length: load.instances }, () => ({ ledger: newInstance() }));
  const takings = load.perSecond * load.seconds;
  const atOnce = Math.max(1, Math.round((load.perSecond * overlapMs) / 1_000));
  const stride = Math.max(1, Math.floor(load.instances / atOnce));
  const perReplacement = (load.perSecond * instanceSeconds) / load.instances;
  const times: number[] = [];
  meter.restart();

  const take = async (n: number, instance: Instance): Promise<void> => {
    const { ledger, mark } = instance;
    const reservation = load.isNamed ? { name: `bench ${account} ${n}`, ...(mark && { mark }) } : undefined;
    const started = performance.now();
    const { isTaken } = await ledger.take(account, period, 1, takings, reservation);
    times.push(performance.now() - started);
    instance.mark = markOf(account);
    if (!isTaken) throw new Error('A taking within the allowance was refused.');
  };
  let replaced = 0;
  for (let n = 0; n < takings; n += atOnce) {
    // an instance does one thing at a time: those that overlap are different ones, beginning anywhere
    const first = random.int(0, load.instances - 1);
    const instanceOf = (k: number) => instances[(first + k * stride) % load.instances] as Instance;
    await Promise.all(Array.from({ length: Math.min(atOnce, takings - n) }, (_, k) => take(n + k, instanceOf(k))));
    for (; (replaced + 1) * perReplacement <= n; replaced += 1)
      instances[replaced % load.instances] = { ledger: newInstance() };
  }

  const { record, filed, highest, reads } = meter;
  const used = await newInstance().used(account, period);
  if (used !== takings) throw new Error(`${takings} were taken and ${used} counted.`);
  const sorted = times.toSorted((a, b) => a - b);
  return {
    ...load,
    record: record / takings,
    filed: filed / takings,
    highest,
    reads: reads / takings,
    medianMs: quantileOf(sorted, 0.5),
    p99Ms: quantileOf(sorted, 0.99),
  };
};

/** What is promised: with and without a key, from as many instances as mints need and from as many as there are mints. */
const promisedLoads: readonly Omit<Load, 'seconds'>[] = [false, true].flatMap((isNamed) => [
  ...rates.map((perSecond) => ({ perSecond, instances: Math.max(1, perSecond * mintSeconds), isNamed })),
  { perSecond: 500, instances: 500, isNamed },
]);

/**
 * Measures what the promise is about.
 *
 * @param highest write units a taking may cost.
 * @returns the table, and whether the promise is kept.
 */
export const measureCounting = async (
  seconds: number,
  highest: number,
): Promise<{ readonly text: string; readonly isKept: boolean }> => {
  const started = await startMetered();
  const rows: string[][] = [];
  let isKept = true;
  for (const load of promisedLoads) {
    const cost = await measure(started, { ...load, seconds });
    const units = cost.record + cost.filed;
    rows.push([
      `${load.perSecond}${load.isNamed ? ', with keys' : ''}`,
      `${load.instances}`,
      ...[units, cost.record, cost.filed].map((some) => some.toFixed(2)),
      `${cost.highest}`,
      cost.reads.toFixed(2),
      `${cost.medianMs.toFixed(1)}, ${cost.p99Ms.toFixed(1)}`,
    ]);
    isKept &&= units <= highest;
  }
  await started.close();
  const head = [
    ...['takings/s', 'instances', 'write units', 'record', 'filed', 'highest', 'read units'],
    'ms, half and 99%',
  ];
  return { text: table(head, rows), isKept };
};
