import { SendMessageBatchCommand, type SendMessageBatchRequestEntry } from '@aws-sdk/client-sqs';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import { patience } from '../timeouts.ts';
import { queueClient } from './client.ts';

/** Timeout of queueing in milliseconds. The response to a mint waits for it. */
const withinMs = 500;
const entriesPerCall = 10;

/**
 * Returns the message of a URL. The account is its message group, so that an account with many messages does not delay
 * others (fair queue).
 */
const getEntry = (url: string, account: string, n: number): SendMessageBatchRequestEntry => ({
  ...{ Id: String(n), MessageGroupId: account },
  MessageBody: JSON.stringify({ url }),
});

export const sqsPrewarms = ({ PREWARM_QUEUE }: EnvironmentOf<'prewarms:order'>) => {
  const client = queueClient(PREWARM_QUEUE, { maxAttempts: 2, requestHandler: patience(1) });
  return {
    /** Queues URLs. @param account the owner; the queue is fair between accounts */
    async order(urls: readonly string[], account: string): Promise<void> {
      const entries = urls.map((url, n) => getEntry(url, account, n));
      const calls = Array.from({ length: Math.ceil(entries.length / entriesPerCall) }, (_, n) =>
        entries.slice(n * entriesPerCall, (n + 1) * entriesPerCall),
      );
      const abortSignal = AbortSignal.timeout(withinMs);
      const answers = await Promise.all(
        calls.map((Entries) =>
          client.send(new SendMessageBatchCommand({ QueueUrl: PREWARM_QUEUE, Entries }), { abortSignal }),
        ),
      );
      const refused = answers.flatMap(({ Failed = [] }) => Failed);
      if (refused.length > 0)
        throw new Error(`${refused.length} of ${urls.length} were refused: ${refused[0]?.Message}`);
    },
  };
};
