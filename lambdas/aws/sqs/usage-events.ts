import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import type { UsageEvent } from '../../core/quota/thresholds.ts';
import { putUsageEvent } from '../dynamodb/usage.ts';
import { patience } from '../timeouts.ts';
import { queueClient } from './client.ts';

const entriesPerCall = 10;

/** Returns the event's detail for EventBridge (docs/interface.md#usage-events). */
const getDetail = ({ id, accountId, keyId, what, threshold, used, limit, periodEnd }: UsageEvent): string =>
  JSON.stringify({ id, accountId, keyId, what, threshold, used, limit, periodEnd: periodEnd.toISOString() });

/** Sends events to the queue that feeds EventBridge, then records them. If interrupted, it sends again. */
export const sqsUsageEvents = ({ USAGE_EVENTS_QUEUE, USAGE_TABLE }: EnvironmentOf<'usageEvents:send'>) => {
  const client = queueClient(USAGE_EVENTS_QUEUE, { maxAttempts: 3, requestHandler: patience(3) });
  return {
    /** Some events may have been sent without a record when it throws. */
    async send(events: readonly UsageEvent[], sentAt: Date): Promise<void> {
      for (let first = 0; first < events.length; first += entriesPerCall) {
        const sent = events.slice(first, first + entriesPerCall);
        const Entries = sent.map((event, n) => ({ Id: String(n), MessageBody: getDetail(event) }));
        const command = new SendMessageBatchCommand({ QueueUrl: USAGE_EVENTS_QUEUE, Entries });
        const { Failed: [refused] = [] } = await client.send(command);
        if (refused) throw new Error(`A usage event was refused: ${refused.Message}`);
        await Promise.all(sent.map((event) => putUsageEvent(USAGE_TABLE, { ...event, sentAt })));
      }
    },
  };
};
