import { readFile } from 'node:fs/promises';
import { type FunctionId, functions } from '../../lambdas/config/functions.ts';
import { type Amounts, priceSources, prices, sumDollars, toDollars } from './aws-prices.ts';
import { fillMarks } from './marks.ts';
import { requestWork } from './request-work.ts';

/** Values of a stage with default settings, verified by `test/infra/costs.alone.test.ts`. */
export const measured = {
  /** Metrics of the alarms in both stacks. */
  alarmMetrics: 111,
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

/** What each amount is called on a bill. */
const titles: Readonly<Record<keyof Amounts, string>> = {
  viewerGb: 'CloudFront: GB to viewers',
  edgeRequests: 'CloudFront: requests',
  edgeInvocations: 'CloudFront Functions: invocations',
  edgeReads: 'CloudFront KeyValueStore: reads',
  shieldRequests: 'CloudFront Origin Shield: requests',
  functionRequests: 'Lambda: requests',
  functionGbSeconds: 'Lambda, Arm: GB-seconds',
  objectReads: 'S3: GET requests',
  objectWrites: 'S3: PUT requests',
  objectGb: 'S3 Standard: GB-months of images',
  apiRequests: 'API Gateway, REST: requests',
  writeUnits: 'DynamoDB, on demand: write units',
  readUnits: 'DynamoDB, on demand: read units',
  treeGb: 'DynamoDB, with point-in-time recovery: GB-months of trees',
  logGb: 'CloudWatch Logs: GB ingested, kept for three months',
  traces: 'X-Ray: traces',
  customMetrics: 'CloudWatch: custom metrics',
  alarmMetrics: 'CloudWatch: metrics of alarms',
  dashboards: 'CloudWatch: dashboards',
  secrets: 'Secrets Manager: secrets',
  secretCalls: 'Secrets Manager: calls',
  queueRequests: 'SQS: requests',
};

/** Returns how much of each billed item a month has, with the storage of the first month. */
export const getAmounts = ({ mints, fetches }: Traffic): Amounts => {
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
    viewerGb: (all.fetches * a.imageKb) / kbPerGb,
    edgeRequests: all.fetches,
    edgeInvocations: 2 * all.fetches,
    edgeReads: m.edgeReads * all.fetches,
    shieldRequests: misses,
    functionRequests: misses + all.mints + templateCalls + usageCalls + logFiles,
    functionGbSeconds:
      ((misses - rendered) * a.cachedImageSeconds + (rendered + 2 * m.canaryRuns) * a.renderSeconds) * renderGb +
      all.mints * a.mintSeconds * mintGb +
      usageCalls * a.usageSeconds * usageGb +
      logFiles * a.logSeconds * accessLogsGb,
    objectReads: rendered * w.firstImage.objectsRead + (misses - rendered) * w.storedImage.objectsRead + logFiles,
    objectWrites: rendered * w.firstImage.objectsWritten + 2 * m.canaryRuns,
    objectGb: (rendered * a.objectsPerImage * a.imageKb) / kbPerGb,
    apiRequests: all.mints + templateCalls,
    writeUnits: rendered * w.firstImage.writeUnits + all.mints * w.mint.writeUnits + logFiles * 2 * (a.logRows + 1),
    readUnits: rendered * w.firstImage.readUnits + all.mints * w.mint.readUnits + usageCalls * a.usageReadUnits,
    treeGb: (all.mints * a.treeKb) / kbPerGb,
    logGb: logGb,
    traces: (all.mints + templateCalls) * a.tracedShare,
    customMetrics: a.idleMetrics + (mints > 0 ? a.busyMetrics : 0),
    alarmMetrics: m.alarmMetrics,
    dashboards: m.dashboards,
    secrets: m.secrets,
    // each warm process reads the keyring every five minutes
    secretCalls: 4 * m.canaryRuns + a.busyProcesses * (mints / 1_000_000) * ((31 * 86_400) / 300),
    queueRequests: m.queues * a.queuePolls,
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

/** Returns dollars, to the cent below ten. */
const formatDollars = (dollars: number): string =>
  `$${dollars.toLocaleString('en', { minimumFractionDigits: dollars < 10 ? 2 : 0, maximumFractionDigits: dollars < 10 ? 2 : 0 })}`;

/** Returns what a month costs as a sum: what is always there, and what each mint and fetch adds. */
export const getFormula = () => {
  const cost = (mints: number, fetches: number) => sumDollars(getAmounts({ mints, fetches }));
  // each image is fetched often enough for all of them to be rendered
  const [mints, fetches] = [1_000_000, 20_000_000];
  const all = cost(mints, fetches);
  const perMint = (cost(2 * mints, 2 * fetches) - cost(mints, 2 * fetches)) / mints;
  const perGb = prices.viewerGb.dollars;
  const perFetch = (cost(mints, 2 * fetches) - all) / fetches - (perGb * assumed.imageKb) / kbPerGb;
  return {
    fixed: all - mints * perMint - fetches * (perFetch + (perGb * assumed.imageKb) / kbPerGb),
    perMint,
    perFetch,
    perGb,
  };
};

const formulaText = (): string => {
  const { fixed, perMint, perFetch, perGb } = getFormula();
  const mills = (each: number) => `$${(1_000 * each).toFixed(4)}`;
  return `\`dollars = ${fixed.toFixed(0)} + mints / 1,000 × ${mills(perMint).slice(1)} + fetches / 1,000 × ${mills(perFetch).slice(1)} + GB to viewers × ${perGb}\``;
};

/** Returns the tables of amounts and dollars, and their assumptions. */
const costTable = (): string => {
  const amounts = columns.map(([, traffic]) => getAmounts(traffic));
  const names = Object.keys(titles) as (keyof Amounts)[];
  const { imageKb, objectsPerImage, treeKb } = assumed;
  const trees = (months: number) => formatAmount((1_000_000 * months * treeKb) / kbPerGb);
  const busy = amounts.at(-1) as Amounts;
  const share = (100 * toDollars('viewerGb', busy.viewerGb)) / sumDollars(busy);
  const priceOf = (name: keyof Amounts) => {
    const { dollars, units } = prices[name];
    return `$${Number(dollars.toFixed(10))}${units === 1 ? '' : ` / ${units.toLocaleString('en')}`}`;
  };
  const cellOf = (name: keyof Amounts) => (of: Amounts) =>
    `${formatAmount(of[name])} | ${formatDollars(toDollars(name, of[name]))}`;
  return [
    `What a month is billed for, and what it costs in us-east-1 with viewers in North America and Europe, computed by \`npm run docs\` from \`tools/docs/costs-document.ts\` and \`tools/docs/aws-prices.ts\`. Free tiers and volume discounts are left out; CloudFront’s free tier alone, a terabyte and ten million requests a month, pays for most of the first column and much of the last. Other regions and continents cost more. Nothing of it was billed yet.`,
    '',
    `Prices are from ${priceSources()}. Look at yours before you decide something by them.`,
    '',
    `Measured by tests: units of DynamoDB, ${measured.alarmMetrics} alarm metrics, ${measured.secrets} secrets, ${measured.edgeReads} key reads at the edge per image, ${measured.canaryRuns.toLocaleString('en')} canary runs. Assumed, not measured in an account: each mint is another image, fetched ${assumed.fetchesPerMint} times, ${100 * assumed.edgeHits}% of that from the edge's caches; images of ${imageKb} KB, WebP stored ${objectsPerImage === 2 ? 'twice, once for link previewers' : 'once'}; ${assumed.cachedImageSeconds} s to deliver a stored image, ${assumed.renderSeconds} s to render one, ${assumed.mintSeconds} s for a mint; default settings.`,
    '',
    `| | price | ${columns.map(([title]) => `${title} | `).join(' | ')} |`,
    `| --- | ---: |${columns.map(() => ' ---: | ---: |').join('')}`,
    ...names.map((name) => `| ${titles[name]} | ${priceOf(name)} | ${amounts.map(cellOf(name)).join(' | ')} |`),
    `| **Together** | | ${amounts.map((of) => ` | **${formatDollars(sumDollars(of))}**`).join(' | ')} |`,
    '',
    `Bytes come first: at a million mints they are ${share.toFixed(0)}% of the bill, and the more often an image is fetched, the larger their part. For a month of your own, with the prices above:`,
    '',
    formulaText(),
    '',
    `A mint includes its first render and its two stored images in their first month; a fetch includes the tenth of them that misses the edge’s caches. GB to viewers are the fetches times the size of your images, which is also what \`priceClass\` and other continents change.`,
    '',
    `The keyring is read by each warm process every five minutes, ${((31 * 86_400) / 300).toLocaleString('en')} times a month, which costs ${formatDollars(toDollars('secretCalls', (31 * 86_400) / 300))}: the canary alone keeps four, and ${assumed.busyProcesses} are assumed at a million mints; 100 would be ${formatDollars(100 * toDollars('secretCalls', (31 * 86_400) / 300))}.`,
    '',
    `Trees accumulate, because a URL lives for years: at a million mints a month they are ${trees(1)} GB after the first month, ${trees(12)} after a year and ${trees(60)} after five.`,
  ].join('\n');
};

/** Returns `docs/deploying.md` with its table of amounts. */
export const deployingDocument = async (): Promise<string> =>
  fillMarks(await readFile('docs/deploying.md', 'utf8'), { costs: costTable });
