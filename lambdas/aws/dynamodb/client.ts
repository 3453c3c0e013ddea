import { setTimeout } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { budgeted } from '../budgeted.ts';
import { patience } from '../timeouts.ts';

/** The one DynamoDB client of a process. */
export const documents = budgeted(
  DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 3, requestHandler: patience(3) }), {
    marshallOptions: { removeUndefinedValues: true },
  }),
);

/** A date as stored in tables: ISO 8601 in UTC, which sorts as text. */
export const isoDate = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

/** Maximum number of requests for keys that DynamoDB leaves unprocessed. */
export const batchAttempts = 5;

/** Waits before the next request for unprocessed keys, twice as long each time. */
export const waitBackoff = (attempt: number): Promise<void> => setTimeout(25 * 2 ** attempt);
