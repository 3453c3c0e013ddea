import { fail } from 'image-url-contract/errors.ts';
import { getExpiry, getImagePairs, type ImageQuery, readImageQuery } from 'image-url-contract/signing/image-query.ts';
import { isSigned } from 'image-url-contract/signing/signature.ts';
import type { KeyringReader } from '../ports/keyring.ts';
import type { Runtime } from '../ports/runtime.ts';

/**
 * Parses and verifies a raw query string. Expiry is checked first, so an expired URL gives URL_EXPIRED even if it is
 * forged. `lambdas/edge/verify-image-url.js` has applied the same rules before.
 *
 * @throws URL_EXPIRED, INVALID_SIGNATURE
 */
export const verifyImageUrl = async (
  keys: KeyringReader,
  runtime: Pick<Runtime, 'now' | 'log' | 'count'>,
  rawQuery: string,
): Promise<ImageQuery> => {
  const pairs = getImagePairs(rawQuery);
  const exp = pairs && getExpiry(pairs);
  if (!pairs || exp === undefined) throw fail('INVALID_SIGNATURE');
  if (exp <= runtime.now().getTime()) throw fail('URL_EXPIRED');

  const query = readImageQuery(pairs);
  if (!query || !isSigned(pairs, await keys.keyring(runtime))) throw fail('INVALID_SIGNATURE');
  return query;
};
