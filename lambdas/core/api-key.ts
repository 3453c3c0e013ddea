import { crc32 } from 'node:zlib';
import { sha256Hex } from './hash.ts';

/*
 * iu_<account id>_<27 random base62 digits><6 checksum base62 digits>
 *
 * A fixed prefix lets secret scanners recognise a key; the checksum lets garbage be refused without a read; the account
 * id lets key, account and templates be read at once (docs/decisions/0031).
 */
const form = /^iu_([0-9A-Za-z]{1,32})_([0-9A-Za-z]{27})([0-9A-Za-z]{6})$/;
const randomDigits = 27;
const checksumDigits = 6;
const keyIdDigits = 24;

/** Random bytes a key is made from: 160 bits. */
export const apiKeyRandomBytes = 20;

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const base62 = (value: bigint, digits: number): string => {
  let text = '';
  for (let rest = value; text.length < digits; rest /= 62n) text = alphabet[Number(rest % 62n)] + text;
  return text;
};

const getChecksum = (body: string): string => base62(BigInt(crc32(body)), checksumDigits);

/** Creates an API key for an account. It is shown once; only its hash is stored. */
export const newApiKey = (accountId: string, random: Uint8Array): string => {
  const body = `iu_${accountId}_${base62(BigInt(`0x${Buffer.from(random).toString('hex')}`), randomDigits)}`;
  return body + getChecksum(body);
};

/** Returns the hash of an API key, SHA-256 in hex, and the id that is its first digits. */
const identify = (apiKey: string): Pick<ReadKey, 'keyHash' | 'keyId'> => {
  const keyHash = sha256Hex(apiKey);
  return { keyHash, keyId: keyHash.slice(0, keyIdDigits) };
};

/** Creates an API key as `newApiKey` does, and returns it with its hash and id. */
export const createApiKey = (accountId: string, random: Uint8Array) => {
  const apiKey = newApiKey(accountId, random);
  return { apiKey, ...identify(apiKey) };
};

/** The parts of a well-formed API key. Its hash, SHA-256 in hex, is all that is stored of it. */
export interface ReadKey {
  readonly accountId: string;
  readonly keyHash: string;
  /** Enough of the hash to be unique: the key's public name, by which it is also found. */
  readonly keyId: string;
  readonly isChecksumRight: boolean;
}

/** Parses an API key; undefined when the text has not the form of one. */
export const readApiKey = (text: string): ReadKey | undefined => {
  const [, accountId, , checksum] = form.exec(text) ?? [];
  if (accountId === undefined) return undefined;
  const isChecksumRight = getChecksum(text.slice(0, -checksumDigits)) === checksum;
  return { accountId, ...identify(text), isChecksumRight };
};
