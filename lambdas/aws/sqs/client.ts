import { SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs';

/** Returns a client for one queue. Its endpoint is the queue's host; the SDK warns if they differ. */
export const queueClient = (queueUrl: string, config: SQSClientConfig): SQSClient =>
  new SQSClient({ ...config, endpoint: new URL(queueUrl).origin });
