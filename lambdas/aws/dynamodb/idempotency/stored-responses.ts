import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { StoredResponse } from '../../../ports/idempotency.ts';
import { putItem, queryItems } from '../table.ts';
import { openAnswer, sealAnswer } from './sealed-response.ts';

/** Bytes of a response per item; DynamoDB allows 400 KB. */
const pieceBytes = 380_000;

const piece = z.object({ part: z.string(), bytes: z.instanceof(Uint8Array), expires: z.int() });
/** The first part; the ids of the others are `answer <series> 1`, `answer <series> 2`, and so on. */
const head = piece.extend({ series: z.string(), pieces: z.int(), status: z.int(), retryAt: z.int().optional() });

/** Key of a stored response. */
export interface AnswerKey {
  readonly id: string;
  readonly key: string;
  readonly seed: Uint8Array;
  /** Unix seconds. */
  readonly expires: number;
}

/**
 * Stores encrypted responses, each in as many items as it needs. The conditional write of the first part comes last and
 * makes the response visible.
 */
export const responseStore = (tableName: string) => {
  const put = (item: Record<string, unknown>, now: number): Promise<boolean> =>
    putItem(tableName, item, 'attribute_not_exists(id) OR expires <= :now', { ':now': now });

  return {
    /** Stores a response. @returns false if one is stored already */
    async put(
      { id, key, seed, expires }: AnswerKey,
      { status, body, retryAt }: StoredResponse,
      now: number,
    ): Promise<boolean> {
      const sealed = sealAnswer(body, key, seed);
      const pieces = Math.ceil(sealed.length / pieceBytes);
      const getBytes = (n: number) => sealed.subarray(n * pieceBytes, (n + 1) * pieceBytes);
      const series = randomUUID();
      for (let n = 1; n < pieces; n += 1)
        await put({ id, part: `answer ${series} ${n}`, bytes: getBytes(n), expires }, now);
      const first = {
        ...{ id, part: 'answer', bytes: getBytes(0), expires, series, pieces, status },
        ...(retryAt && { retryAt: retryAt.getTime() }),
      };
      return put(first, now);
    },

    async find({ id, key, seed, expires }: AnswerKey): Promise<StoredResponse | undefined> {
      const condition = 'id = :id AND begins_with(part, :answer)';
      const items = await Array.fromAsync(queryItems(tableName, condition, { ':id': id, ':answer': 'answer' }));
      const first = items.find(({ part, expires: until }) => part === 'answer' && until === expires);
      if (!first) return undefined;
      const { series, pieces, status, retryAt, bytes } = head.parse(first);
      const others = Array.from({ length: pieces - 1 }, (_, n) => {
        const found = items.find(({ part }) => part === `answer ${series} ${n + 1}`);
        return piece.parse(found).bytes;
      });
      const body = openAnswer(Buffer.concat([bytes, ...others]), key, seed);
      return { status, body, ...(retryAt !== undefined && { retryAt: new Date(retryAt) }) };
    },
  };
};
