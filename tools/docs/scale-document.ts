import { readFile } from 'node:fs/promises';
import { awsFacts } from '../../lambdas/config/aws-facts.ts';
import { assumed } from './costs-document.ts';
import { emulatorTable } from './emulator-table.ts';
import { fillMarks } from './marks.ts';
import { requestWork } from './request-work.ts';

interface Work {
  readonly title: string;
  readonly function: string;
  /** Of a function. */
  readonly milliseconds: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly readUnitsOfATable: number;
  readonly writeUnitsOfATable: number;
  readonly objectsRead: number;
  readonly objectsWritten: number;
}

const isMint = (work: Work): number => (work.function === 'mintUrl' ? 1 : 0);

/** Default quotas of an account in one region, and what to do about each. */
const quotas = [
  {
    title: 'Lambda: concurrent executions',
    each: ({ milliseconds }: Work) => milliseconds / 1_000,
    quota: awsFacts.concurrency.value,
    raise: 'in Service Quotas; new accounts begin with less',
  },
  {
    title: 'Lambda: requests a second',
    each: () => 1,
    quota: awsFacts.concurrency.value * awsFacts.requestsPerConcurrency.value,
    raise: 'ten times the concurrent executions, reserved ones included',
  },
  {
    title: 'API Gateway: requests a second',
    each: isMint,
    quota: awsFacts.gatewayRequests.value,
    raise: 'in Service Quotas; mint batches of 25, or sign on-demand URLs',
  },
  {
    title: 'API Gateway: the same in 13 regions',
    each: isMint,
    quota: awsFacts.smallGatewayRequests.value,
    raise: 'the same; af-south-1, eu-south-1 and ap-southeast-3 are among them',
  },
  {
    title: 'DynamoDB: read units a second of a new table',
    each: ({ readUnitsOfATable }: Work) => readUnitsOfATable,
    quota: awsFacts.newTableReads.value,
    raise:
      'grow slowly, because a table serves twice its last peak and throttles what exceeds it within 30 minutes; or set `warmThroughput` before a launch',
  },
  {
    title: 'DynamoDB: write units a second of a new table',
    each: ({ writeUnitsOfATable }: Work) => writeUnitsOfATable,
    quota: awsFacts.newTableWrites.value,
    raise: 'the same',
  },
  {
    title: 'DynamoDB: read units a second of one table',
    each: ({ readUnitsOfATable }: Work) => readUnitsOfATable,
    quota: awsFacts.tableUnits.value,
    raise: 'in Service Quotas; for all tables on demand together there is no quota',
  },
  {
    title: 'DynamoDB: write units a second of one table',
    each: ({ writeUnitsOfATable }: Work) => writeUnitsOfATable,
    quota: awsFacts.tableUnits.value,
    raise: 'the same',
  },
  {
    title: 'DynamoDB: reads of one account’s items a second',
    each: ({ readUnits }: Work) => (readUnits > 2 ? 1 : 0),
    quota: awsFacts.keyReads.value,
    raise: 'nothing: a limit of one item; serve more than one account',
  },
  {
    title: 'DynamoDB: counted units of one account a second',
    each: ({ readUnits }: Work) => (readUnits > 2 ? 1 : 0),
    quota: awsFacts.keyWrites.value,
    raise: 'nothing: a limit of one item; mint batches, which count once ([decision 135](decisions/0135-quota.md))',
  },
  {
    title: 'S3: reads a second of one prefix',
    each: ({ objectsRead }: Work) => objectsRead,
    quota: awsFacts.prefixReads.value,
    raise: 'nothing: S3 divides prefixes under steady load, and answers 503 meanwhile',
  },
  {
    title: 'S3: writes a second of one prefix',
    each: ({ objectsWritten }: Work) => objectsWritten,
    quota: awsFacts.prefixWrites.value,
    raise: 'the same',
  },
] as const;

const rates = [1, 100, 10_000] as const;

/**
 * Returns the median milliseconds of a request by a warm function, of a table that the benchmark wrote.
 *
 * @throws Error if the benchmark has no such row
 */
export const readWarmMilliseconds = (benchmark: string, title: string): number => {
  const cells = (line: string) => line.split('|').map((cell) => cell.trim());
  const rows = benchmark.split('\n').map(cells);
  const head = rows.findIndex((row) => row.includes(warmColumn));
  const row = rows.slice(head + 1).find(([, name]) => name === title);
  const median = Number(/^[\d.]+(?= ms)/.exec(row?.[rows[head]?.indexOf(warmColumn) ?? -1] ?? '')?.[0]);
  if (!(median > 0)) throw new Error(`bench/README.md has no row '${title}' with a column '${warmColumn}'.`);
  return Math.round(median);
};
const warmColumn = 'warm, takumi';

const toNumber = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 2 });
const toRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const toTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [toRow(head), toRow(head.map((_, n) => (n === 0 ? '---' : '---:'))), ...rows.map(toRow)].join('\n');

/** Returns what a rate of one kind of requests needs; in bold where it exceeds a quota. */
const toNeeds = (each: number, quota: number): string =>
  each === 0
    ? '-'
    : rates.map((rate) => (rate * each > quota ? `**${toNumber(rate * each)}**` : toNumber(rate * each))).join(' / ');

const scaleTable = async (): Promise<string> => {
  const benchmark = await readFile('bench/README.md', 'utf8');
  const works = Object.values(requestWork).map((work) => ({
    ...work,
    milliseconds: readWarmMilliseconds(benchmark, work.title),
  }));
  const needs = quotas.map(({ title, each, quota }) => [
    title,
    toNumber(quota),
    ...works.map((work) => toNeeds(each(work), quota)),
  ]);
  const ends = works.map((work) => {
    const [first] = quotas
      .flatMap(({ title, each, quota }) => (each(work) > 0 ? [{ title, rate: quota / each(work) }] : []))
      .sort((a, b) => a.rate - b.rate);
    return first ? `${toNumber(Math.floor(first.rate))} a second: ${first.title}` : '';
  });
  const row = (title: string, pick: (one: Work) => number) => [title, ...works.map((one) => toNumber(pick(one)))];
  return [
    toTable(
      ['each', ...works.map(({ title }) => title)],
      [
        row('Milliseconds of a warm function', (one) => one.milliseconds),
        row('Read units of DynamoDB', (one) => one.readUnits),
        row('… of the table that is read most', (one) => one.readUnitsOfATable),
        row('Write units', (one) => one.writeUnits),
        row('… of the table that is written most', (one) => one.writeUnitsOfATable),
        row('Objects read from S3', (one) => one.objectsRead),
        row('Objects written', (one) => one.objectsWritten),
        row('KB to the edge, assumed', (one) => (one.function === 'mintUrl' ? 0 : assumed.imageKb)),
      ],
    ),
    '',
    `What ${rates.map(toNumber).join(', ')} of them a second need, in bold where a new account has less:`,
    '',
    toTable(['service', 'quota', ...works.map(({ title }) => title)], [...needs, ['**Ends first**', '', ...ends]]),
    '',
    ...quotas.map(({ title, raise }) => `* ${title}: ${raise}.`),
  ].join('\n');
};

/** Returns `docs/reliability.md` with its tables. */
export const reliabilityDocument = async (): Promise<string> =>
  fillMarks(await readFile('docs/reliability.md', 'utf8'), { scale: scaleTable, emulators: emulatorTable });
