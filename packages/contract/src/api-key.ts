import { crc32 } from 'node:zlib';
import { sha256Hex } from 'image-url-engine/values.ts';
import { toBase62, toRandomDigits } from './base62.ts';

/*
 * iu_<account id>_<27 random base62 digits><6 checksum base62 digits>
 *
 * The fixed prefix lets secret scanners recognise a key. The checksum lets a mistyped key be rejected without a read.
 * The account id lets the key, account and templates be read in parallel (docs/decisions/0031).
 */
const form = /^iu_([0-9A-Za-z]{1,32})_([0-9A-Za-z]{27})([0-9A-Za-z]{6})$/;
const randomDigits = 27;
const checksumDigits = 6;
const keyIdDigits = 24;

/** Number of random bytes in a key: 160 bits. */
export const apiKeyRandomBytes = 20;

const getChecksum = (body: string): string => toBase62(BigInt(crc32(body)), checksumDigits);

/** Returns a new API key for an account. The key is shown once; only its hash is stored. */
export const generateApiKey = (accountId: string, random: Uint8Array): string => {
  const body = `iu_${accountId}_${toRandomDigits(random, randomDigits)}`;
  return body + getChecksum(body);
};

/** Returns the key's SHA-256 hash in hex and its id, which is the first digits of the hash. */
const identify = (apiKey: string): Pick<ParsedApiKey, 'keyHash' | 'keyId'> => {
  const keyHash = sha256Hex(apiKey);
  return { keyHash, keyId: keyHash.slice(0, keyIdDigits) };
};

/** Returns a new API key with its hash and id. */
export const createApiKey = (accountId: string, random: Uint8Array) => {
  const apiKey = generateApiKey(accountId, random);
  return { apiKey, ...identify(apiKey) };
};

/** The parts of a well-formed API key. Only `keyHash`, its SHA-256 in hex, is stored. */
export interface ParsedApiKey {
  readonly accountId: string;
  readonly keyHash: string;
  /** A unique prefix of the hash: the key's public name and its lookup key. */
  readonly keyId: string;
  readonly isChecksumRight: boolean;
}

/** Parses an API key. Returns undefined if the text is not in that format. */
export const parseApiKey = (text: string): ParsedApiKey | undefined => {
  const [, accountId, , checksum] = form.exec(text) ?? [];
  if (accountId === undefined) return undefined;
  const isChecksumRight = getChecksum(text.slice(0, -checksumDigits)) === checksum;
  return { accountId, ...identify(text), isChecksumRight };
};
