import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
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

const answerItem = z.object({
  bytes: z.instanceof(Uint8Array),
  expires: z.int(),
  status: z.int(),
  /** Unix milliseconds. */
  retryAt: z.int().optional(),
});

/** Key of a stored response. */
interface AnswerKey {
  readonly id: string;
  readonly key: string;
  readonly seed: Uint8Array;
  /** Unix seconds. */
  readonly expires: number;
}

/** Stores encrypted responses. */
export const responseStore = (tableName: string) => ({
  /** Stores a response. @returns false if one is stored already. @throws for one of more than 400 KB, an item's limit */
  put({ id, key, seed, expires }: AnswerKey, { status, body, retryAt }: StoredResponse, now: number): Promise<boolean> {
    const answer = { bytes: sealAnswer(body, key, seed), expires, status, retryAt: retryAt?.getTime() };
    // releases that split long responses read the number of pieces too
    const item = { id, part: 'answer', ...answer, series: '', pieces: 1 };
    return putItem(tableName, item, 'attribute_not_exists(id) OR expires <= :now', { ':now': now });
  },

  async find({ id, key, seed, expires }: AnswerKey): Promise<StoredResponse | undefined> {
    const answer = { sort: 'part = :answer', values: { ':answer': 'answer' } };
    const [item] = await Array.fromAsync(queryItems(tableName, { id }, answer));
    if (item?.expires !== expires) return undefined;
    const { bytes, status, retryAt } = answerItem.parse(item);
    const body = openAnswer(bytes, key, seed);
    return { status, body, ...(retryAt !== undefined && { retryAt: new Date(retryAt) }) };
  },
});
