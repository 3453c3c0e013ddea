import type { EnvironmentOf } from '../../config/capabilities.ts';
import type { BillingPeriod } from '../../domain/quota/billing-period.ts';
import { getSentEventsKey, type SentUsageEvent, usageEvents } from '../../domain/records/account-records.ts';
import { toSeconds } from '../../domain/records/record.ts';
import { getLastDay } from './quota/key-counters.ts';
import { quotaSegments } from './quota/segments.ts';
import { putRecord } from './stored-records.ts';
import { queryItems } from './table.ts';

export const dynamoDbUsageReader = (tables: EnvironmentOf<'usage:read'>) => {
  const segments = quotaSegments({ ...tables, IDEMPOTENCY_TABLE: '' });
  return {
    /**
     * Returns what an account has consumed in a billing month. `keys` are the mints of each API key with a limit;
     * `hasDays` is whether signing keys with a daily limit have consumed units; `lastDay` returns the last day on which
     * such a key did, and how many.
     */
    async find(accountId: string, { start }: BillingPeriod) {
      const usage = await segments.read({ accountId, periodStart: start.toISOString() });
      const { mints, generations, keys, days } = usage;
      const lastDay = (signingKeyId: string) => getLastDay(usage, signingKeyId);
      return { mints, generations, keys, hasDays: days.size > 0, lastDay };
    },
  };
};

/** Seconds for which an event is stored after its period. */
const storedEventSeconds = 35 * 86_400;
/** Sorts after every event with the same end. */
const afterAll = '~';

export const putUsageEvent = (table: string, event: SentUsageEvent): Promise<boolean> =>
  putRecord(usageEvents, table, event, event, { also: { expires: toSeconds(event.periodEnd) + storedEventSeconds } });

export const dynamoDbUsageEventLister = ({ USAGE_TABLE }: EnvironmentOf<'usageEvents:list'>) => ({
  /** Yields the sent events of periods that end in (`after`, `until`], the latest end first. */
  async *sent(
    accountId: string,
    { after, until }: { readonly after: Date; readonly until: Date },
  ): AsyncGenerator<SentUsageEvent> {
    const [from, to] = [after, until].map((end) => `${end.toISOString()}${afterAll}`);
    const between = { sort: 'part BETWEEN :after AND :until', values: { ':after': from, ':until': to } };
    const items = queryItems(
      USAGE_TABLE,
      { owner: getSentEventsKey(accountId) },
      { ...between, ScanIndexForward: false },
    );
    for await (const item of items) yield usageEvents.read(item);
  },
});
