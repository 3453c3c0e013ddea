import { fail } from 'image-url-contract/errors.ts';
import { getVerifyingKey } from 'image-url-contract/signing/keyring.ts';
import {
  isExpired,
  isSignedPart,
  type OnDemandUrl,
  readOnDemandUrl,
  splitPath,
} from 'image-url-contract/signing/on-demand-url.ts';
import { deriveSigningSecret, readSigningKeyId } from 'image-url-contract/signing/signing-secret.ts';
import type { KeyringReader } from '../ports/keyring.ts';
import type { Runtime } from '../ports/runtime.ts';

/** A genuine on-demand URL. */
export interface VerifiedUrl {
  readonly accountId: string;
  readonly url: OnDemandUrl;
  /** The part of the path that the signature covers. */
  readonly part: string;
}

/**
 * Parses and verifies the path of an on-demand URL. Expiry is checked first, so an expired URL gives URL_EXPIRED even
 * if it is forged. `lambdas/edge/verify-on-demand-url.js` has applied the same rules before.
 *
 * @throws URL_EXPIRED, INVALID_SIGNATURE
 */
export const verifyOnDemandUrl = async (
  keys: KeyringReader,
  runtime: Pick<Runtime, 'now' | 'log' | 'count'>,
  rawPath: string,
): Promise<VerifiedUrl> => {
  const split = splitPath(rawPath);
  const url = split && readOnDemandUrl(split);
  const name = split && readSigningKeyId(split.key);
  if (!url || !name) throw fail('INVALID_SIGNATURE');
  if (isExpired(url, runtime.now())) throw fail('URL_EXPIRED');
  const master = getVerifyingKey(await keys.keyring(runtime), name.masterId);
  if (!master || !isSignedPart(split, deriveSigningSecret(master, split.key))) throw fail('INVALID_SIGNATURE');
  return { accountId: name.accountId, url, part: split.part };
};
