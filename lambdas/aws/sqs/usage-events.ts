import type { EnvironmentOf } from '../../config/capabilities.ts';
import type { UsageEvent } from '../../domain/quota/thresholds.ts';
import { toBatches } from '../batches.ts';
import { putUsageEvent } from '../dynamodb/usage.ts';
import { messagesPerCall, queueSender } from './client.ts';

/** Returns the message whose body is the event's detail for EventBridge (docs/interface.md#usage-events). */
const toMessage = ({ id, accountId, keyId, what, threshold, used, limit, periodEnd }: UsageEvent) => ({
  MessageBody: JSON.stringify({ id, accountId, keyId, what, threshold, used, limit, periodEnd }),
});

/** Sends events to the queue that feeds EventBridge, then records them. If interrupted, it sends again. */
export const sqsUsageEvents = ({ USAGE_EVENTS_QUEUE, USAGE_TABLE }: EnvironmentOf<'usageEvents:send'>) => {
  const send = queueSender(USAGE_EVENTS_QUEUE);
  return {
    /** Some events may have been sent without a record when it throws. */
    async send(events: readonly UsageEvent[], sentAt: Date): Promise<void> {
      for (const batch of toBatches(events, messagesPerCall)) {
        await send(batch.map(toMessage));
        await Promise.all(batch.map((event) => putUsageEvent(USAGE_TABLE, { ...event, sentAt })));
      }
    },
  };
};
