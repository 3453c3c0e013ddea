import { randomBytes, randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import { limits } from '../../contract/limits.ts';
import { sha256Hex } from '../../core/hash.ts';
import type { KeyedRequest, KeyedRun } from '../../ports/idempotency.ts';
import type { Adapter } from '../connect.ts';
import { documents } from './client.ts';
import { cachedAnswers } from './idempotency/kept-answers.ts';
import { segmentPosition } from './quota/segments.ts';

/** Whose turn it is to answer a keyed request, and what all of its runs have in common. */
const leaseItem = z.object({
  body: z.string(),
  /** Names the run that is under way. */
  run: z.string(),
  /** When that run has ended, in Unix milliseconds. */
  until: z.number(),
  startedAt: z.number(),
  seed: z.instanceof(Uint8Array),
  expires: z.int(),
  /** Where the quota store was before the first run: its units are searched from there on. */
  mark: z.string().optional(),
  /** Whose it is; it is erased with this account. */
  accountId: z.string().optional(),
});
type RequestLease = z.output<typeof leaseItem>;

/** How often a run tries to get its turn: each time but the last, another one was quicker. */
const triesAtMost = 5;

/**
 * Keeps first answers by their `Idempotency-Key`. The first run writes down its moment and its chance; whichever run comes
 * after one that ended without an answer does the same again, finds what was taken and made, and takes and makes the rest
 * (docs/decisions/0136). So two runs at once, which only a wrong clock can cause, do no harm either.
 */
export const dynamoDbIdempotencyStore: Adapter<'idempotency:write'> = ({ IDEMPOTENCY_TABLE }) => {
  const answers = cachedAnswers(IDEMPOTENCY_TABLE);

  /** Writes a turn's fields on a condition; when it does not hold, tells the turn that is there. */
  const write = async (
    id: string,
    fields: Partial<RequestLease>,
    condition: string,
    values: Record<string, unknown>,
    abortSignal?: AbortSignal,
  ): Promise<RequestLease | undefined> => {
    const names = Object.keys(fields);
    const command = new UpdateCommand({
      TableName: IDEMPOTENCY_TABLE,
      Key: { id, part: 'turn' },
      UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
      ConditionExpression: condition,
      ExpressionAttributeNames: {
        ...Object.fromEntries(names.map((name) => [`#${name}`, name])),
        ...(condition.includes('#run') && { '#run': 'run' }),
      },
      ExpressionAttributeValues: {
        ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`:${name}`, value])),
        ...values,
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    try {
      await documents.send(command, abortSignal && { abortSignal });
      return undefined;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return leaseItem.parse(unmarshall(error.Item ?? {}));
      throw error;
    }
  };

  const getRun = (
    id: string,
    { key }: KeyedRequest,
    { seed, startedAt, expires, run, mark }: RequestLease,
    isRepeated: boolean,
  ): KeyedRun => ({
    startedAt: new Date(startedAt),
    seed,
    isRepeated,
    reservation: { name: Buffer.from(seed).toString('base64url'), ...(mark !== undefined && { mark }) },
    async store(answer) {
      const own = { id, key, seed, expires };
      if (await answers.put(own, answer, Math.floor(startedAt / 1_000))) return answer;
      return (await answers.find(own)) ?? answer;
    },
    async release(signal) {
      await write(id, { until: 0 }, '#run = :mine', { ':mine': run }, signal);
    },
  });

  return {
    async begin(request, now) {
      const { accountId, route, key, body, endsAt } = request;
      // before anything can have been consumed for it
      const mark = segmentPosition(accountId);
      const id = `key ${sha256Hex(JSON.stringify([accountId, route, key]))}`;
      const seconds = Math.floor(now.getTime() / 1_000);
      const [run, until] = [randomUUID(), endsAt.getTime()];
      const expires = seconds + limits.idempotencySeconds;
      const start = { startedAt: now.getTime(), seed: randomBytes(16), ...(mark !== undefined && { mark }) };
      const fresh: RequestLease = { body, run, until, expires, accountId, ...start };
      for (let tried = 0; tried < triesAtMost; tried += 1) {
        const there = await write(id, fresh, 'attribute_not_exists(id) OR expires <= :seconds', {
          ':seconds': seconds,
        });
        // its own first write, when the answer to that was lost
        if (there === undefined || there.run === run) return { kind: 'run', run: getRun(id, request, fresh, false) };
        if (there.body !== body) return { kind: 'otherBody' };
        const answer = await answers.find({ id, key, seed: there.seed, expires: there.expires });
        if (answer) return { kind: 'answered', answer };
        if (there.until > now.getTime()) return { kind: 'underWay' };
        const mine = { ...there, run, until };
        const other = await write(id, { run, until }, '#run = :seen', { ':seen': there.run });
        if (other === undefined || other.run === run) return { kind: 'run', run: getRun(id, request, mine, true) };
      }
      return { kind: 'underWay' };
    },
  };
};
