import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/*
 * Responses contain signed URLs, usable by anyone who can read the table. They are encrypted with a key derived from
 * the `Idempotency-Key`, of which the table stores only a hash.
 */
const getSecret = (key: string, seed: Uint8Array): Buffer => Buffer.from(hkdfSync('sha256', key, seed, 'answer', 32));

/** Compresses and encrypts a text. @param seed random bytes of the request */
export const sealAnswer = (text: string, key: string, seed: Uint8Array): Buffer => {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, getSecret(key, seed), nonce);
  const sealed = Buffer.concat([sealing.update(deflateRawSync(text)), sealing.final()]);
  return Buffer.concat([nonce, sealing.getAuthTag(), sealed]);
};

/** Decrypts and decompresses a text. @throws Error when the bytes were encrypted with another key or have changed */
export const openAnswer = (bytes: Uint8Array, key: string, seed: Uint8Array): string => {
  const opening = createDecipheriv(cipher, getSecret(key, seed), bytes.subarray(0, nonceBytes));
  opening.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  const packed = Buffer.concat([opening.update(bytes.subarray(nonceBytes + tagBytes)), opening.final()]);
  return inflateRawSync(packed).toString('utf8');
};
