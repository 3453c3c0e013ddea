import { readFile } from 'node:fs/promises';
import { type FunctionId, functions } from '../../lambdas/config/functions.ts';
import { fillMarks } from './marks.ts';
import { requestWork } from './request-work.ts';

/** Values of a stage with default settings, verified by `test/infra/costs.test.ts`. */
export const measured = {
  /** Metrics of the alarms in both stacks. */
  alarmMetrics: 108,
  dashboards: 1,
  secrets: 2,
  /** Runs of the canary in a month of 31 days: a mint, an image, a check, a creation and a deletion each. */
  canaryRuns: 8_928,
  /** Reads of the KeyValueStore for one genuine image URL. */
  edgeReads: 4,
  /** Queues that Lambda or a pipe polls. */
  queues: 3,
} as const;

/** Assumptions that cannot be measured without an account, or that depend on the templates. */
export const assumed = {
  imageKb: 60,
  /** The previewers' version of a WebP image is another object of about the same size. */
  objectsPerImage: 2,
  mintSeconds: 0.15,
  renderSeconds: 0.5,
  cachedImageSeconds: 0.06,
  logKbOfImage: 1.6,
  logKbOfMint: 1.8,
  treeKb: 2,
  /** Custom metrics of the canary alone, and the additional ones of a stage with traffic. */
  idleMetrics: 8,
  /** Processes of functions that are warm all day at a million mints a month; each reads the keyring. */
  busyProcesses: 20,
  busyMetrics: 24,
  /** Share of image requests that the edge's caches answer. */
  edgeHits: 0.9,
  tracedShare: 0.05,
  /** Fetches of each image. */
  fetchesPerMint: 10,
  /** Polls of a queue in a month: prewarms and log files by Lambda, usage events by a pipe. */
  queuePolls: 650_000,
  /** Access logs of a day, and fetches that make another one; rows of each, which one transaction counts. */
  logFilesPerDay: 300,
  fetchesPerLogFile: 1_000,
  logRows: 5,
  logSeconds: 0.3,
  /** Shards of a table's stream. With little traffic, each invokes its function at most once in 20 s. */
  streamShards: 4,
  usageCallsPerShard: (31 * 86_400) / 20,
  usageSeconds: 0.1,
  usageReadUnits: 3,
} as const;

const kbPerGb = 1_000_000;
const getGb = (id: FunctionId): number => functions[id].memoryMib / 1_024;
const mintGb = getGb('mintUrl');
const renderGb = getGb('renderImage');
const usageGb = getGb('reportUsage');
const accessLogsGb = getGb('readAccessLogs');

interface Traffic {
  readonly mints: number;
  readonly fetches: number;
}

/** Returns how much of each billed item a month has, with the storage of the first month. */
const getAmounts = ({ mints, fetches }: Traffic): Readonly<Record<string, number>> => {
  const [m, a, w] = [measured, assumed, requestWork];
  const all = { mints: mints + m.canaryRuns, fetches: fetches + m.canaryRuns };
  const misses = fetches * (1 - a.edgeHits) + m.canaryRuns;
  // every mint is a different image, which its first fetch renders
  const rendered = Math.min(all.mints, misses);
  const templateCalls = 3 * m.canaryRuns;
  const logFiles = 31 * a.logFilesPerDay + all.fetches / a.fetchesPerLogFile;
  const usageCalls = Math.min(all.mints, a.streamShards * a.usageCallsPerShard);
  const logGb = (misses * a.logKbOfImage + all.mints * a.logKbOfMint) / kbPerGb;
  return {
    'CloudFront: GB to viewers': (all.fetches * a.imageKb) / kbPerGb,
    'CloudFront: requests': all.fetches,
    'CloudFront Functions: invocations': 2 * all.fetches,
    'CloudFront KeyValueStore: reads': m.edgeReads * all.fetches,
    'CloudFront Origin Shield: requests': misses,
    'Lambda: requests': misses + all.mints + templateCalls + usageCalls + logFiles,
    'Lambda, Arm: GB-seconds':
      ((misses - rendered) * a.cachedImageSeconds + (rendered + 2 * m.canaryRuns) * a.renderSeconds) * renderGb +
      all.mints * a.mintSeconds * mintGb +
      usageCalls * a.usageSeconds * usageGb +
      logFiles * a.logSeconds * accessLogsGb,
    'S3: GET requests': misses + logFiles,
    'S3: PUT requests': rendered * a.objectsPerImage + 2 * m.canaryRuns,
    'S3 Standard: GB-months of images': (rendered * a.objectsPerImage * a.imageKb) / kbPerGb,
    'API Gateway, REST: requests': all.mints + templateCalls,
    'DynamoDB, on demand: write units':
      rendered * w.firstImage.writeUnits + all.mints * w.mint.writeUnits + logFiles * 2 * (a.logRows + 1),
    'DynamoDB, on demand: read units':
      rendered * w.firstImage.readUnits + all.mints * w.mint.readUnits + usageCalls * a.usageReadUnits,
    'DynamoDB, with point-in-time recovery: GB-months of trees': (all.mints * a.treeKb) / kbPerGb,
    'CloudWatch Logs: GB ingested, kept for three months': logGb,
    'X-Ray: traces': (all.mints + templateCalls) * a.tracedShare,
    'CloudWatch: custom metrics': a.idleMetrics + (mints > 0 ? a.busyMetrics : 0),
    'CloudWatch: metrics of alarms': m.alarmMetrics,
    'CloudWatch: dashboards': m.dashboards,
    'Secrets Manager: secrets': m.secrets,
    // each warm process reads the keyring every five minutes
    'Secrets Manager: calls': 4 * m.canaryRuns + a.busyProcesses * (mints / 1_000_000) * ((31 * 86_400) / 300),
    'SQS: requests': m.queues * a.queuePolls,
  };
};

const columns: readonly (readonly [title: string, traffic: Traffic])[] = [
  ['idle', { mints: 0, fetches: 0 }],
  ['10,000 mints', { mints: 10_000, fetches: 10_000 * assumed.fetchesPerMint }],
  ['1M mints', { mints: 1_000_000, fetches: 1_000_000 * assumed.fetchesPerMint }],
];

/** Returns an amount with three significant digits. */
const formatAmount = (value: number): string =>
  value >= 1_000 ? Number(value.toPrecision(3)).toLocaleString('en') : String(Number(value.toPrecision(3)));

/** Returns the table of amounts and its assumptions. */
const costTable = (): string => {
  const amounts = columns.map(([, traffic]) => getAmounts(traffic));
  const names = Object.keys(amounts[0] ?? {});
  const { imageKb, objectsPerImage, treeKb } = assumed;
  const trees = (months: number) => formatAmount((1_000_000 * months * treeKb) / kbPerGb);
  return [
    'What a month is billed for, computed by `npm run docs` from `tools/docs/costs-document.ts`. Multiply it by the prices of your region, or put it into the AWS Pricing Calculator; no price is in this document.',
    '',
    `Measured by tests: units of DynamoDB, ${measured.alarmMetrics} alarm metrics, ${measured.secrets} secrets, ${measured.edgeReads} key reads at the edge per image, ${measured.canaryRuns.toLocaleString('en')} canary runs. Assumed, not measured in an account: each mint is another image, fetched ${assumed.fetchesPerMint} times, ${100 * assumed.edgeHits}% of that from the edge's caches; images of ${imageKb} KB, WebP stored ${objectsPerImage === 2 ? 'twice, once for link previewers' : 'once'}; ${assumed.cachedImageSeconds} s to deliver a stored image, ${assumed.renderSeconds} s to render one, ${assumed.mintSeconds} s for a mint; default settings.`,
    '',
    `| | ${columns.map(([title]) => title).join(' | ')} |`,
    `| --- |${columns.map(() => ' ---: |').join('')}`,
    ...names.map((name) => `| ${name} | ${amounts.map((of) => formatAmount(of[name] ?? 0)).join(' | ')} |`),
    '',
    `The keyring is read by each warm process every five minutes, 8,928 times a month: the canary alone keeps four, and ${assumed.busyProcesses} are assumed at a million mints; 100 would be 892,800 calls.`,
    '',
    `In dollars, a month is the sum of these amounts times the prices of your region. The first line is more than half of the bill of a busy stage: \`fetches × ${assumed.imageKb} KB × price of a GB to viewers\`. No price of AWS is printed here, because its price pages could not be read when this was written and differ by region.`,
    '',
    `Trees accumulate, because a URL lives for years: at a million mints a month they are ${trees(1)} GB after the first month, ${trees(12)} after a year and ${trees(60)} after five.`,
  ].join('\n');
};

/** Returns `docs/deploying.md` with its table of amounts. */
export const deployingDocument = async (): Promise<string> =>
  fillMarks(await readFile('docs/deploying.md', 'utf8'), { costs: costTable });
