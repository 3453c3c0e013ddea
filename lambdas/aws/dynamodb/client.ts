import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { abortAtDeadline } from '../abort-at-deadline.ts';
import { patience } from '../timeouts.ts';

/**
 * The process's only DynamoDB client. A throttled or failed call is sent up to three times, with the SDK's backoff and
 * jitter. A request ends after three seconds without data, and every call two seconds before the function's timeout
 * (`lambdas/http/deadline.ts`); the request is then answered with the route's `failsAs`, a 500. After a failed quota
 * write the quota store finds out by idempotency token whether units were consumed: if so, the request continues,
 * otherwise it fails; nothing is consumed unless that write fails too (`consumeOnce` of `quota-store.ts`). Unprocessed keys of a batch are
 * requested again (`batchGet` of `table.ts`).
 */
export const documents = abortAtDeadline(
  DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 3, requestHandler: patience(3) }), {
    marshallOptions: { removeUndefinedValues: true },
  }),
);
