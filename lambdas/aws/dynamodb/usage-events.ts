import * as z from 'zod';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import { limitNames, usageThresholds } from '../../contract/schemas/usage.ts';
import type { SentUsageEvent } from '../../ports/records.ts';
import { isoDate } from './client.ts';
import { addFormatVersion } from './items.ts';
import { queryItems, toSeconds } from './table.ts';

/* Sent events, in the usage table beside the counts they are about, in order of the end of their period. */

const eventItem = z.object({
  accountId: z.string(),
  id: z.string(),
  what: z.enum(limitNames),
  keyId: z.string().optional(),
  threshold: z.literal(usageThresholds),
  used: z.int(),
  limit: z.int(),
  periodEnd: isoDate,
  sentAt: isoDate,
});

/** Seconds for which an event is stored after its period. */
const storedSeconds = 35 * 86_400;

const getPrefix = (periodEnd: Date): string => `event ${periodEnd.toISOString()}`;
/** Sorts after every event with the same end. */
const afterAll = '~';

export const itemOfUsageEvent = (event: SentUsageEvent) => {
  const expires = toSeconds(event.periodEnd) + storedSeconds;
  return addFormatVersion({
    ...eventItem.encode(event),
    periodStart: `${getPrefix(event.periodEnd)} ${event.id}`,
    expires,
  });
};

export const dynamoDbUsageEventLister = ({ USAGE_TABLE }: EnvironmentOf<'usageEvents:list'>) => ({
  /** Yields the sent events of periods that end in (`after`, `until`], the latest end first. */
  async *sent(
    accountId: string,
    { after, until }: { readonly after: Date; readonly until: Date },
  ): AsyncGenerator<SentUsageEvent> {
    const condition = 'accountId = :account AND periodStart BETWEEN :after AND :until';
    const [from, to] = [after, until].map((end) => `${getPrefix(end)}${afterAll}`);
    const values = { ':account': accountId, ':after': from, ':until': to };
    for await (const item of queryItems(USAGE_TABLE, condition, values, { ScanIndexForward: false }))
      yield eventItem.parse(item) as SentUsageEvent;
  },
});
