import { BatchGetCommand, type BatchGetCommandInput, type BatchGetCommandOutput } from '@aws-sdk/lib-dynamodb';
import { batchAttempts, documents, waitBackoff } from './client.ts';

type Keys = Readonly<Record<string, readonly Record<string, string>[]>>;
type Items = Record<string, Record<string, unknown>[]>;

/**
 * Reads items of several tables with consistent reads. Keys that DynamoDB leaves unprocessed are requested again with
 * backoff, so a missing item does not exist.
 *
 * @throws Error when keys are still unprocessed after five requests
 */
export const batchGet = async (keys: Keys): Promise<Items> => {
  const found: Items = {};
  let open: NonNullable<BatchGetCommandInput['RequestItems']> = Object.fromEntries(
    Object.entries(keys).flatMap(([table, list]) =>
      list.length > 0 ? [[table, { Keys: [...list], ConsistentRead: true }]] : [],
    ),
  );
  for (let attempt = 0; attempt < batchAttempts; attempt += 1) {
    const answer: BatchGetCommandOutput = await documents.send(new BatchGetCommand({ RequestItems: open }));
    for (const [table, items] of Object.entries(answer.Responses ?? {}))
      found[table] = [...(found[table] ?? []), ...items];
    open = answer.UnprocessedKeys ?? {};
    if (Object.keys(open).length === 0) return found;
    await waitBackoff(attempt);
  }
  throw new Error('DynamoDB left keys unprocessed again and again.');
};
