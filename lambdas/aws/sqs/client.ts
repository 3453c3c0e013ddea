import { SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs';

/** Returns a client for one queue. The host of the queue's URL is named as the endpoint: otherwise the client warns where it differs. */
export const queueClient = (queueUrl: string, config: SQSClientConfig): SQSClient =>
  new SQSClient({ ...config, endpoint: new URL(queueUrl).origin });
