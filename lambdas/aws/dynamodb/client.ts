import { setTimeout } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { abortAtDeadline } from '../abort-at-deadline.ts';
import { patience } from '../timeouts.ts';

/**
 * The process's only DynamoDB client. A throttled or failed call is sent up to three times, with the SDK's backoff and
 * jitter. A request ends after three seconds without data, and every call two seconds before the function's timeout
 * (`lambdas/http/deadline.ts`); the request is then answered with the route's `failsAs`, a 500. After a failed quota
 * write the quota store finds out by idempotency token whether units were consumed: if so, the request continues,
 * otherwise it fails with nothing consumed (`consumeOnce` of `quota-store.ts`). Unprocessed keys of a batch are
 * requested again (`batch-get.ts`).
 */
export const documents = abortAtDeadline(
  DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 3, requestHandler: patience(3) }), {
    marshallOptions: { removeUndefinedValues: true },
  }),
);

/** A date as stored in tables: ISO 8601 in UTC, which sorts chronologically as text. */
export const isoDate = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

/** Maximum number of requests for keys that DynamoDB leaves unprocessed. */
export const batchAttempts = 5;

/** Waits before the next request for unprocessed keys: 25 ms times 2 to the power of `attempt`. */
export const waitBackoff = (attempt: number): Promise<void> => setTimeout(25 * 2 ** attempt);
