import type { EnvironmentOf } from '../../config/capabilities.ts';
import { toBatches } from '../batches.ts';
import { messagesPerCall, queueSender } from './client.ts';

/** Timeout of queueing in milliseconds. The response to a mint waits for it. */
const withinMs = 500;

export const sqsPrewarms = ({ PREWARM_QUEUE }: EnvironmentOf<'prewarms:order'>) => {
  const send = queueSender(PREWARM_QUEUE);
  return {
    /**
     * Queues URLs.
     *
     * @param account the owner, whose message group they are, so that many do not delay those of others (fair queue)
     */
    async order(urls: readonly string[], account: string): Promise<void> {
      const messages = urls.map((url) => ({ MessageBody: JSON.stringify({ url }), MessageGroupId: account }));
      const abortSignal = AbortSignal.timeout(withinMs);
      await Promise.all(toBatches(messages, messagesPerCall).map((batch) => send(batch, abortSignal)));
    },
  };
};
