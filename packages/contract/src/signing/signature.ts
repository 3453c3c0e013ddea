import { createHmac, timingSafeEqual } from 'node:crypto';
import { type QueryPairs, toCanonicalQuery } from './canonical-query.ts';
import { getVerifyingKey, type Keyring, type SigningKey } from './keyring.ts';

/**
 * Returns the signature of pairs: `<key id>.<64 lower-case hex digits>`, HMAC-SHA256 over the canonical form
 * (docs/interface.md#signed-urls).
 */
export const getSignature = (pairs: Iterable<readonly [string, string]>, key: SigningKey): string =>
  `${key.id}.${createHmac('sha256', Buffer.from(key.secret, 'base64url')).update(toCanonicalQuery(pairs)).digest('hex')}`;

/** Signatures are ASCII, so those of the same length have the same number of bytes. */
const form = /^[0-9a-z]{1,4}\.[0-9a-f]{64}$/;

/**
 * Returns whether `sig` is the signature of all other pairs by a key of the keyring. Takes the same time for every
 * wrong signature of the right length.
 */
export const isSigned = (pairs: QueryPairs, keyring: Keyring): boolean => {
  const given = pairs.get('sig') ?? '';
  if (!form.test(given)) return false;
  const key = getVerifyingKey(keyring, given.slice(0, given.indexOf('.')));
  if (!key) return false;
  const signed = [...pairs].filter(([name]) => name !== 'sig');
  const wanted = getSignature(signed, key);
  // Compare the text, because several hexadecimal texts decode to the same bytes.
  return given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted));
};
