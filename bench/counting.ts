import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { Ledger } from '../lambdas/ports/ports.ts';
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
  /** Write units of one taking: on the account's usage record, and on receipts. */
  readonly record: number;
  readonly receipts: number;
  /** Units of the record's most expensive write. */
  readonly highest: number;
  /** Read units of one taking. */
  readonly reads: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** The promise: so many write units a taking, at each of these rates, from as many instances as mints of 100 ms need. */
const promisedUnits = 2;
const rates = [1, 20, 100, 500];
const mintSeconds = 0.1;

/** An instance is one for so long, then another begins in its place. Lambda keeps them far longer. */
const instanceSeconds = 30;
/** Takings that begin within so much time overlap. */
const overlapMs = 10;

/** Sums of what was consumed since the last start. */
class Meter {
  record = 0;
  receipts = 0;
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
        if (commandName.startsWith('Get')) meter.reads += units;
        else if (call.input.TableName === USAGE_TABLE) meter.countRecord(units);
        else meter.receipts += units;
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
    newInstance: () => dynamoDbLedger({ USAGE_TABLE, IDEMPOTENCY_TABLE }, 'mints'),
    close: async () => {
      await cloud.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const period = { start: new Date('2027-01-01T00:00:00Z'), end: new Date('2027-02-01T00:00:00Z') };

type Metered = Awaited<ReturnType<typeof startMetered>>;

/**
 * What counting costs under a load. The time is simulated: a ledger has no clock, so what matters of it is which takings
 * overlap, which instance takes, and when one ends and another begins.
 */
const measure = async ({ meter, newInstance }: Metered, load: Load): Promise<Cost> => {
  const random = randomFrom(load.perSecond + load.instances);
  const account = randomBytes(8).toString('hex');
  const instances: Ledger[] = Array.from({ length: load.instances }, newInstance);
  const takings = load.perSecond * load.seconds;
  const atOnce = Math.max(1, Math.round((load.perSecond * overlapMs) / 1_000));
  const stride = Math.max(1, Math.floor(load.instances / atOnce));
  const perReplacement = (load.perSecond * instanceSeconds) / load.instances;
  const times: number[] = [];
  meter.restart();

  const take = async (n: number, instance: Ledger): Promise<void> => {
    const reservation = load.isNamed ? `bench ${account} ${n}` : undefined;
    const started = performance.now();
    const { isTaken } = await instance.take(account, period, 1, takings, reservation);
    times.push(performance.now() - started);
    if (!isTaken) throw new Error('A taking within the allowance was refused.');
  };
  let replaced = 0;
  for (let n = 0; n < takings; n += atOnce) {
    // an instance does one thing at a time: those that overlap are different ones, beginning anywhere
    const first = random.int(0, load.instances - 1);
    const instanceOf = (k: number) => instances[(first + k * stride) % load.instances] as Ledger;
    await Promise.all(Array.from({ length: Math.min(atOnce, takings - n) }, (_, k) => take(n + k, instanceOf(k))));
    for (; (replaced + 1) * perReplacement <= n; replaced += 1) instances[replaced % load.instances] = newInstance();
  }

  const { record, receipts, highest, reads } = meter;
  const used = await newInstance().used(account, period);
  if (used !== takings) throw new Error(`${takings} were taken and ${used} counted.`);
  const sorted = times.toSorted((a, b) => a - b);
  return {
    ...load,
    record: record / takings,
    receipts: receipts / takings,
    highest,
    reads: reads / takings,
    medianMs: quantileOf(sorted, 0.5),
    p99Ms: quantileOf(sorted, 0.99),
  };
};

/**
 * Measures what the promise is about, and beside it what costs most: requests with an Idempotency-Key, and more instances
 * at once than a record has slots.
 *
 * @returns the table, and whether the promise is kept.
 */
export const measureCounting = async (
  seconds: number,
): Promise<{ readonly text: string; readonly isKept: boolean }> => {
  const promised = rates.map((perSecond) => ({
    perSecond,
    instances: Math.max(1, perSecond * mintSeconds),
    isNamed: false,
  }));
  const worst = [
    { perSecond: 500, instances: 50, isNamed: true },
    { perSecond: 500, instances: 500, isNamed: false },
  ];
  const started = await startMetered();
  const rows: string[][] = [];
  let isKept = true;
  for (const load of [...promised, ...worst]) {
    const cost = await measure(started, { ...load, seconds });
    const { record, receipts, highest, reads, medianMs, p99Ms } = cost;
    rows.push([
      `${load.perSecond}${load.isNamed ? ', with keys' : ''}`,
      `${load.instances}`,
      ...[record + receipts, record, receipts].map((units) => units.toFixed(2)),
      `${highest}`,
      reads.toFixed(2),
      `${medianMs.toFixed(1)}, ${p99Ms.toFixed(1)}`,
    ]);
    if (promised.includes(load)) isKept &&= record + receipts <= promisedUnits;
  }
  await started.close();
  const head = [
    'takings/s',
    'instances',
    'write units',
    'record',
    'receipts',
    'highest',
    'read units',
    'ms, half and 99%',
  ];
  return { text: table(head, rows), isKept };
};
