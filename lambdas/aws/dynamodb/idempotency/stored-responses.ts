import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import type { StoredResponse } from '../../../ports/idempotency.ts';
import { putItem, queryItems } from '../table.ts';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/*
 * Responses contain signed URLs, usable by anyone who can read the table. They are encrypted with a key derived from
 * the `Idempotency-Key`, of which the table stores only a hash.
 */
const getSecret = (key: string, seed: Uint8Array): Buffer => Buffer.from(hkdfSync('sha256', key, seed, 'answer', 32));

/** Compresses and encrypts a text. @param seed random bytes of the request */
const sealAnswer = (text: string, key: string, seed: Uint8Array): Buffer => {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, getSecret(key, seed), nonce);
  const sealed = Buffer.concat([sealing.update(deflateRawSync(text)), sealing.final()]);
  return Buffer.concat([nonce, sealing.getAuthTag(), sealed]);
};

/** Decrypts and decompresses a text. @throws Error when the bytes were encrypted with another key or have changed */
const openAnswer = (bytes: Uint8Array, key: string, seed: Uint8Array): string => {
  const opening = createDecipheriv(cipher, getSecret(key, seed), bytes.subarray(0, nonceBytes));
  opening.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  const packed = Buffer.concat([opening.update(bytes.subarray(nonceBytes + tagBytes)), opening.final()]);
  return inflateRawSync(packed).toString('utf8');
};

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
      const answers = { sort: 'begins_with(part, :answer)', values: { ':answer': 'answer' } };
      const items = await Array.fromAsync(queryItems(tableName, { id }, answers));
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
