import { randomBytes, randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { limits } from 'image-url-contract/limits.ts';
import type { RouteId } from 'image-url-contract/routes.ts';
import { sha256Hex } from 'image-url-engine/values.ts';
import * as z from 'zod';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import type { KeyedRun, StoredResponse } from '../../ports/idempotency.ts';
import { documents } from './client.ts';
import { responseStore } from './idempotency/stored-responses.ts';
import { segmentPosition } from './quota/segments.ts';
import { setFields, toExpressions } from './table.ts';

/** The lease of a request with an `Idempotency-Key`, and what all of its runs share. */
const leaseItem = z.object({
  body: z.string(),
  /** Id of the run that holds the lease. */
  run: z.string(),
  /** Latest end of that run, in Unix milliseconds. */
  until: z.number(),
  startedAt: z.number(),
  seed: z.instanceof(Uint8Array),
  expires: z.int(),
  /** Segment of the quota store before the first run; the request's tokens are in this segment or a later one. */
  mark: z.string().optional(),
  /** The owner; the item is erased with the account. */
  accountId: z.string().optional(),
});
type RequestLease = z.output<typeof leaseItem>;

/** A request with an `Idempotency-Key`. */
interface KeyedRequest {
  readonly accountId: string;
  readonly route: RouteId;
  readonly key: string;
  /** Hash of the body, independent of the order of its fields. */
  readonly body: string;
  /** Latest end of the run that answers the request. */
  readonly endsAt: Date;
}

type Begun =
  | { readonly kind: 'run'; readonly run: KeyedRun }
  | { readonly kind: 'answered'; readonly answer: StoredResponse }
  | { readonly kind: 'underWay' }
  | { readonly kind: 'otherBody' };

/** Maximum number of tries to acquire the lease while other runs change it. */
const triesAtMost = 5;

/**
 * Stores the first response for each `Idempotency-Key`. The first run stores its time and its random seed. A run after
 * one that ended without a response uses both again, finds what was consumed and created, and completes the rest
 * (docs/decisions/0136). Therefore two concurrent runs, which only a wrong clock can cause, are harmless too.
 */
export const dynamoDbIdempotencyStore = ({ IDEMPOTENCY_TABLE }: EnvironmentOf<'idempotency:write'>) => {
  const answers = responseStore(IDEMPOTENCY_TABLE);

  /** Writes fields of the lease on a condition. Returns undefined on success, otherwise the stored lease. */
  const write = async (
    id: string,
    fields: Partial<RequestLease>,
    condition: string,
    values: Record<string, unknown>,
    abortSignal?: AbortSignal,
  ): Promise<RequestLease | undefined> => {
    const set = setFields(fields);
    const command = new UpdateCommand({
      TableName: IDEMPOTENCY_TABLE,
      Key: { id, part: 'turn' },
      ...toExpressions({ UpdateExpression: set.update, ConditionExpression: condition }, { ...set.values, ...values }),
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
    /** Starts a run of a request. Returns the stored response if there is one, or why the run cannot start. */
    async begin(request: KeyedRequest, now: Date): Promise<Begun> {
      const { accountId, route, key, body, endsAt } = request;
      // read before this request consumes anything
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
        // `there.run === run`: this run's own write, whose response was lost
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
