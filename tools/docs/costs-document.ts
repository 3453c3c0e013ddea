import { readFile } from 'node:fs/promises';
import { type FunctionId, functions } from '../../lambdas/config/functions.ts';
import { fillMarks } from './marks.ts';
import { requestWork } from './request-work.ts';

/** Values of a stage with default settings, verified by `test/infra/costs.test.ts`. */
export const measured = {
  /** Metrics of the alarms in both stacks. */
  alarmMetrics: 102,
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
  idleMetrics: 7,
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

/** Assumed prices in dollars, not read in a price list. */
const prices = {
  edgeGb: 0.085,
  edgeRequest: 1e-6,
  edgeFunction: 0.1e-6,
  edgeRead: 0.03e-6,
  shieldRequest: 0.75e-6,
  lambdaRequest: 0.2e-6,
  lambdaGbSecond: 0.0000133334,
  s3Read: 0.4e-6,
  s3Write: 5e-6,
  s3GbMonth: 0.023,
  gatewayRequest: 3.5e-6,
  writeUnit: 0.625e-6,
  readUnit: 0.125e-6,
  tableGbMonth: 0.45,
  logGb: 0.5 + 3 * 0.03,
  trace: 5e-6,
  metric: 0.3,
  alarmMetric: 0.1,
  dashboard: 3,
  secret: 0.4,
  secretRead: 5e-6,
  queueRequest: 0.4e-6,
} as const;

const kbPerGb = 1_000_000;
const getGb = (id: FunctionId): number => functions[id].memoryMib / 1_024;
const mintGb = getGb('mintUrl');
const renderGb = getGb('renderImage');
const usageGb = getGb('reportUsage');

interface Traffic {
  readonly mints: number;
  readonly fetches: number;
}

/** Returns the dollars per month by line, with the storage of the first month. */
const getLines = ({ mints, fetches }: Traffic): Readonly<Record<string, number>> => {
  const [m, a, p, w] = [measured, assumed, prices, requestWork];
  const all = { mints: mints + m.canaryRuns, fetches: fetches + m.canaryRuns };
  const misses = fetches * (1 - a.edgeHits) + m.canaryRuns;
  // every mint is a different image, which its first fetch renders
  const rendered = Math.min(all.mints, misses);
  const templateCalls = 3 * m.canaryRuns;
  const logFiles = 31 * a.logFilesPerDay + all.fetches / a.fetchesPerLogFile;
  const usageCalls = Math.min(all.mints, a.streamShards * a.usageCallsPerShard);
  return {
    'CloudFront: bytes': (all.fetches * a.imageKb * p.edgeGb) / kbPerGb,
    'CloudFront: requests, two edge functions each, key reads':
      all.fetches * (p.edgeRequest + 2 * p.edgeFunction + m.edgeReads * p.edgeRead),
    'Origin Shield': misses * p.shieldRequest,
    'Lambda for images':
      misses * p.lambdaRequest +
      ((misses - rendered) * a.cachedImageSeconds + rendered * a.renderSeconds) * renderGb * p.lambdaGbSecond,
    'DynamoDB for images': rendered * (w.firstImage.writeUnits * p.writeUnit + w.firstImage.readUnits * p.readUnit),
    'S3: reads, writes of both variants': misses * p.s3Read + rendered * a.objectsPerImage * p.s3Write,
    'Stored images, of the first month': (rendered * a.objectsPerImage * a.imageKb * p.s3GbMonth) / kbPerGb,
    'Mints: API Gateway, Lambda, DynamoDB':
      all.mints *
      (p.gatewayRequest +
        p.lambdaRequest +
        a.mintSeconds * mintGb * p.lambdaGbSecond +
        w.mint.writeUnits * p.writeUnit +
        w.mint.readUnits * p.readUnit),
    'Stored trees, with recovery, of the first month': (all.mints * a.treeKb * p.tableGbMonth) / kbPerGb,
    'The canary’s templates: check, create, delete':
      templateCalls * (p.gatewayRequest + p.lambdaRequest) +
      2 * m.canaryRuns * (a.renderSeconds * renderGb * p.lambdaGbSecond + p.s3Write),
    'Usage events: a function reads counts that have changed':
      usageCalls * (p.lambdaRequest + a.usageSeconds * usageGb * p.lambdaGbSecond + a.usageReadUnits * p.readUnit),
    'Views: access logs read and counted':
      logFiles * (p.s3Read + p.lambdaRequest + a.logSeconds * p.lambdaGbSecond + 2 * (a.logRows + 1) * p.writeUnit),
    Logs: ((misses * a.logKbOfImage + all.mints * a.logKbOfMint) * p.logGb) / kbPerGb,
    Traces: (all.mints + templateCalls) * a.tracedShare * p.trace,
    Metrics: (a.idleMetrics + (mints > 0 ? a.busyMetrics : 0)) * p.metric,
    Alarms: m.alarmMetrics * p.alarmMetric,
    'Dashboard, secrets and their reads, idle queues':
      m.dashboards * p.dashboard +
      m.secrets * p.secret +
      4 * m.canaryRuns * p.secretRead +
      m.queues * a.queuePolls * p.queueRequest,
  };
};

const columns: readonly (readonly [title: string, traffic: Traffic])[] = [
  ['idle', { mints: 0, fetches: 0 }],
  ['10,000 mints', { mints: 10_000, fetches: 10_000 * assumed.fetchesPerMint }],
  ['1M mints', { mints: 1_000_000, fetches: 1_000_000 * assumed.fetchesPerMint }],
];

const formatDollars = (value: number): string => value.toFixed(2);

/** Returns the cost table and its assumptions. */
const costTable = (): string => {
  const lines = columns.map(([, traffic]) => getLines(traffic));
  const row = (title: string, values: readonly number[]) => `| ${title} | ${values.map(formatDollars).join(' | ')} |`;
  const names = Object.keys(lines[0] ?? {});
  const totals = lines.map((of) => Object.values(of).reduce((sum, value) => sum + value, 0));
  const { imageKb, objectsPerImage, treeKb } = assumed;
  const trees = (months: number) => (1_000_000 * months * treeKb * prices.tableGbMonth) / kbPerGb;
  return [
    'US dollars a month, computed by `npm run docs` from `tools/docs/costs-document.ts`. The prices are assumed, without a free tier: nobody has read them in a price list, nor those of the notes below. Put those of your region into `prices` of that file and run `npm run docs`.',
    '',
    `Measured by tests: units of DynamoDB, ${measured.alarmMetrics} alarm metrics, ${measured.secrets} secrets, ${measured.edgeReads} key reads at the edge per image, ${measured.canaryRuns.toLocaleString('en')} canary runs. Assumed, not measured in an account: each mint is another image, fetched ${assumed.fetchesPerMint} times, ${100 * assumed.edgeHits}% of that from the edge's caches; images of ${imageKb} KB, WebP stored ${objectsPerImage === 2 ? 'twice, once for link previewers' : 'once'}; ${assumed.cachedImageSeconds} s to deliver a stored image, ${assumed.renderSeconds} s to render one, ${assumed.mintSeconds} s for a mint; default settings.`,
    '',
    `| | ${columns.map(([title]) => title).join(' | ')} |`,
    `| --- |${columns.map(() => ' ---: |').join('')}`,
    ...names.map((name) =>
      row(
        name,
        lines.map((of) => of[name] ?? 0),
      ),
    ),
    `| **Total** | ${totals.map((total) => `**${formatDollars(total)}**`).join(' | ')} |`,
    '',
    `Trees accumulate, because a URL lives for years: at a million mints a month they cost ${formatDollars(trees(1))} in the first month, ${formatDollars(trees(12))} after a year and ${formatDollars(trees(60))} after five.`,
  ].join('\n');
};

/** Returns `docs/deploying.md` with its cost table. */
export const deployingDocument = async (): Promise<string> =>
  fillMarks(await readFile('docs/deploying.md', 'utf8'), { costs: costTable });
