import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { UsageEvent } from '../../core/quota/thresholds.ts';
import type { Adapter } from '../connect.ts';
import { documents } from '../dynamodb/client.ts';
import { itemOfUsageEvent } from '../dynamodb/usage-events.ts';
import { patience } from '../timeouts.ts';
import { queueClient } from './client.ts';

const entriesPerCall = 10;

/** The detail of the event as EventBridge gets it (docs/interface.md#usage-events). */
const getDetail = ({ id, accountId, keyId, what, threshold, used, limit, periodEnd }: UsageEvent): string =>
  JSON.stringify({ id, accountId, keyId, what, threshold, used, limit, periodEnd: periodEnd.toISOString() });

/** Sends events to the queue that EventBridge is fed from. They are recorded after that: cut off in between, they are sent again. */
export const sqsUsageEvents: Adapter<'usageEvents:send'> = ({ USAGE_EVENTS_QUEUE, USAGE_TABLE: TableName }) => {
  const client = queueClient(USAGE_EVENTS_QUEUE, { maxAttempts: 3, requestHandler: patience(3) });
  return {
    async send(events, sentAt) {
      for (let first = 0; first < events.length; first += entriesPerCall) {
        const sent = events.slice(first, first + entriesPerCall);
        const Entries = sent.map((event, n) => ({ Id: String(n), MessageBody: getDetail(event) }));
        const command = new SendMessageBatchCommand({ QueueUrl: USAGE_EVENTS_QUEUE, Entries });
        const { Failed: [refused] = [] } = await client.send(command);
        if (refused) throw new Error(`A usage event was refused: ${refused.Message}`);
        const record = (event: UsageEvent) =>
          documents.send(new PutCommand({ TableName, Item: itemOfUsageEvent({ ...event, sentAt }) }));
        await Promise.all(sent.map(record));
      }
    },
  };
};
