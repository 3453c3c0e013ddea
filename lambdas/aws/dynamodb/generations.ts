import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { limits } from 'image-url-contract/limits.ts';
import { itemProgress } from 'image-url-contract/schemas/generate.ts';
import { sha256Hex } from 'image-url-engine/values.ts';
import * as z from 'zod';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import { toSeconds } from '../../domain/records/record.ts';
import type { GenerationRecord, GenerationRef, GenerationRun } from '../../ports/generations.ts';
import { documents } from './client.ts';
import { getItem, toExpressions, undefinedIfConditionFails } from './table.ts';

/** Progress of a generation with an `Idempotency-Key`. Only its run writes `items`, only cancel `canceledAt`. */
const progressItem = z.object({
  /** Id of the run that writes it. */
  run: z.string(),
  items: z.array(itemProgress),
  /** Latest end of the run, in Unix milliseconds; 0 once it has ended. */
  endsAt: z.number(),
  canceledAt: z.number().optional(),
  expires: z.int(),
  /** The owner; the item is erased with the account. */
  accountId: z.string(),
});

const getKey = ({ accountId, generationId }: GenerationRef) => ({
  id: `generation ${sha256Hex(JSON.stringify([accountId, generationId]))}`,
  part: 'progress',
});

const read = async (table: string, ref: GenerationRef, now: Date): Promise<GenerationRecord | undefined> => {
  const item = await getItem(table, getKey(ref));
  const record = item && progressItem.parse(item);
  return record && record.expires > toSeconds(now) ? record : undefined;
};

/** Updates the record on a condition. @returns the new record; undefined if the condition failed */
const update = async (
  TableName: string,
  ref: GenerationRef,
  UpdateExpression: string,
  ConditionExpression: string,
  values: Record<string, unknown>,
): Promise<GenerationRecord | undefined> => {
  const expressions = toExpressions({ UpdateExpression, ConditionExpression }, values);
  const command = new UpdateCommand({ TableName, Key: getKey(ref), ...expressions, ReturnValues: 'ALL_NEW' });
  const written = await undefinedIfConditionFails(documents.send(command));
  return written && progressItem.parse(written.Attributes);
};

export const dynamoDbGenerationWriter = ({ IDEMPOTENCY_TABLE }: EnvironmentOf<'generationProgress:write'>) => ({
  /** Begins a run. An earlier run of the same request is over, and with it what canceled that one. @returns its id */
  async start(ref: GenerationRef, { items, endsAt }: Omit<GenerationRun, 'run'>, now: Date): Promise<string> {
    const run = randomUUID();
    await update(
      IDEMPOTENCY_TABLE,
      ref,
      'SET #run = :run, #items = :items, endsAt = :ends, expires = :expires, accountId = :account REMOVE canceledAt',
      // a repeated write of the same run must not undo a cancel
      'attribute_not_exists(id) OR #run <> :run',
      {
        ...{ ':run': run, ':items': items, ':ends': endsAt.getTime(), ':account': ref.accountId },
        ':expires': toSeconds(now) + limits.idempotencySeconds,
      },
    );
    return run;
  },
  /** Writes the progress of a run. @returns whether it is canceled */
  async write(ref: GenerationRef, { run, items, endsAt }: GenerationRun): Promise<boolean> {
    const values = { ':run': run, ':items': items, ':ends': endsAt.getTime() };
    const set = 'SET #items = :items, endsAt = :ends';
    return (await update(IDEMPOTENCY_TABLE, ref, set, '#run = :run', values))?.canceledAt !== undefined;
  },
  /** Returns whether a run is canceled. */
  async isCanceled(ref: GenerationRef, run: string): Promise<boolean> {
    const item = await getItem(IDEMPOTENCY_TABLE, getKey(ref));
    const record = item && progressItem.parse(item);
    return record?.run === run && record.canceledAt !== undefined;
  },
});

export const dynamoDbGenerationReader = ({ IDEMPOTENCY_TABLE }: EnvironmentOf<'generationProgress:read'>) => ({
  /** Returns the progress of a generation; undefined if there is none. */
  find: (ref: GenerationRef, now: Date) => read(IDEMPOTENCY_TABLE, ref, now),
});

export const dynamoDbGenerationCanceler = ({ IDEMPOTENCY_TABLE }: EnvironmentOf<'generationProgress:cancel'>) => ({
  /** Cancels what is running; what has ended stays as it is. @returns its progress; undefined if there is none */
  async cancel(ref: GenerationRef, now: Date): Promise<GenerationRecord | undefined> {
    const set = 'SET canceledAt = if_not_exists(canceledAt, :now)';
    const canceled = await update(IDEMPOTENCY_TABLE, ref, set, 'endsAt > :now', { ':now': now.getTime() });
    return canceled ?? read(IDEMPOTENCY_TABLE, ref, now);
  },
});
