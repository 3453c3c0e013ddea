import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { limitNames, usageThresholds } from '../../contract/schemas/usage.ts';
import type { SentUsageEvent } from '../../ports/usage-events.ts';
import type { Adapter } from '../connect.ts';
import { documents, isoDate } from './client.ts';
import { stored } from './items.ts';

/* Events that were sent, beside the counts they are about and in order of the end of their period. */

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

/** How long an event stays after its period, for requests that look back. */
const storedSeconds = 35 * 86_400;

const getPrefix = (periodEnd: Date): string => `event ${periodEnd.toISOString()}`;
/** Sorts after every event of the same end. */
const afterAll = '~';

/** Returns the item of an event that was sent. */
export const itemOfUsageEvent = (event: SentUsageEvent) => {
  const expires = Math.ceil(event.periodEnd.getTime() / 1_000) + storedSeconds;
  return stored({ ...eventItem.encode(event), periodStart: `${getPrefix(event.periodEnd)} ${event.id}`, expires });
};

export const dynamoDbUsageEventLister: Adapter<'usageEvents:list'> = ({ USAGE_TABLE: TableName }) => ({
  async *sent(accountId, { after, until }) {
    const pages = paginateQuery(
      { client: documents },
      {
        TableName,
        KeyConditionExpression: 'accountId = :account AND periodStart BETWEEN :after AND :until',
        ExpressionAttributeValues: {
          ':account': accountId,
          ':after': `${getPrefix(after)}${afterAll}`,
          ':until': `${getPrefix(until)}${afterAll}`,
        },
        ScanIndexForward: false,
        ConsistentRead: true,
      },
    );
    for await (const { Items = [] } of pages) for (const item of Items) yield eventItem.parse(item);
  },
});
