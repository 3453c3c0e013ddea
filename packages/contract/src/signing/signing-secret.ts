import { createHmac } from 'node:crypto';
import { toRandomDigits } from '../base62.ts';
import type { SigningKey } from './keyring.ts';

/*
 * Format of an account's signing key: `iusk.<key>.<secret>`. `<key>` is part of its URLs and is
 * `<key of the keyring>-<account>-<random>`, so that verifying needs only the keyring.
 */
const keyForm = /^([0-9a-z]{1,4})-([0-9A-Za-z]{1,32})-([0-9A-Za-z]{16})$/;
const textForm = /^iusk\.([0-9A-Za-z-]{1,64})\.([A-Za-z0-9_-]{43})$/;

/** Number of random bytes in a signing key id. */
export const signingKeyRandomBytes = 12;

/** The parts of a signing key's id. */
export interface SigningKeyName {
  /** Id of the keyring's key from which its secret is derived. */
  readonly masterId: string;
  readonly accountId: string;
}

/** Parses a signing key id, the first segment of its URLs; undefined for any other text. */
export const readSigningKeyId = (text: string): SigningKeyName | undefined => {
  const [, masterId, accountId] = keyForm.exec(text) ?? [];
  return masterId === undefined || accountId === undefined ? undefined : { masterId, accountId };
};

export const createSigningKeyId = ({ id }: Pick<SigningKey, 'id'>, accountId: string, random: Uint8Array): string =>
  `${id}-${accountId}-${toRandomDigits(random, 16)}`;

const serviceKeyEnd = '0'.repeat(16);

/**
 * Returns the id of the signing key with which the service signs on-demand URLs of an account. It has no record, cannot
 * be listed or deleted, and expires with its key of the keyring.
 */
export const getServiceKeyId = ({ id }: Pick<SigningKey, 'id'>, accountId: string): string =>
  `${id}-${accountId}-${serviceKeyEnd}`;

/** Returns whether an id is one of `getServiceKeyId`. */
export const isServiceKeyId = (signingKeyId: string): boolean => keyForm.exec(signingKeyId)?.[3] === serviceKeyEnd;

/**
 * Derives the secret of a signing key: HMAC-SHA256 of its id with a key of the keyring.
 * `lambdas/edge/verify-on-demand-url.js` does the same. The signed text differs from that of every image URL.
 */
export const deriveSigningSecret = ({ secret }: Pick<SigningKey, 'secret'>, signingKeyId: string): Buffer =>
  createHmac('sha256', Buffer.from(secret, 'base64url')).update(`iusk\n${signingKeyId}`).digest();

/** Returns a signing key in the form that the account receives: `iusk.<key>.<secret>`. */
export const signingKeyText = (master: Pick<SigningKey, 'secret'>, signingKeyId: string): string =>
  `iusk.${signingKeyId}.${deriveSigningSecret(master, signingKeyId).toString('base64url')}`;

/** Parses a signing key; undefined for any other text. */
export const readSigningKey = (text: string): { readonly key: string; readonly secret: Buffer } | undefined => {
  const [, key, secret] = textForm.exec(text) ?? [];
  return key === undefined || secret === undefined ? undefined : { key, secret: Buffer.from(secret, 'base64url') };
};
