import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { observedClient } from '../observed-client.ts';
import { patience } from '../timeouts.ts';

/** Maximum number of messages of one call. */
export const messagesPerCall = 10;

/** Returns a function that sends messages to one queue, at most ten per call. */
export const queueSender = (QueueUrl: string) => {
  // the SDK warns if its endpoint is not the queue's host
  const endpoint = new URL(QueueUrl).origin;
  const client = observedClient(new SQSClient({ maxAttempts: 3, requestHandler: patience(3), endpoint }));
  /** @throws Error when the queue refuses a message; others may have been sent */
  return async (messages: readonly { MessageBody: string; MessageGroupId?: string }[], abortSignal?: AbortSignal) => {
    const Entries = messages.map((message, n) => ({ Id: String(n), ...message }));
    const command = new SendMessageBatchCommand({ QueueUrl, Entries });
    const { Failed: [refused] = [] } = await client.send(command, abortSignal && { abortSignal });
    if (refused) throw new Error(`A message was refused: ${refused.Message}`);
  };
};
