import { fail, failWithDetail } from 'image-url-contract/errors.ts';
import { limits } from 'image-url-contract/limits.ts';
import type { MintDetails, MintRequest, MintResponse } from 'image-url-contract/schemas/mint.ts';
import { getSignedQuery, type ImageQuery } from 'image-url-contract/signing/image-query.ts';
import { getSigningKey, type SigningKey } from 'image-url-contract/signing/keyring.ts';
import type { KeyringReader } from '../ports/keyring.ts';
import type { Ports } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';

/** Returns the key to sign with now. @throws SERVER_ERROR when no key of the keyring may sign yet */
export const requireSigningKey = async (keys: KeyringReader, runtime: Runtime): Promise<SigningKey> => {
  const key = getSigningKey(await keys.keyring(runtime), runtime.now());
  if (!key) throw fail('SERVER_ERROR');
  return key;
};

/** Returns the signed URL of an image query. @throws SERVER_ERROR when no key of the keyring may sign yet */
export const signUrl = async (
  ports: Pick<Ports, 'keyring:read' | 'settings:urls'>,
  runtime: Runtime,
  query: ImageQuery,
): Promise<string> => {
  const key = await requireSigningKey(ports['keyring:read'], runtime);
  return `${ports['settings:urls'].imageUrl}/v1/image?${getSignedQuery(query, key)}`;
};

/** Returns the URL if CloudFront accepts its length. @throws INVALID_VARIABLES if it is too long */
export const requireShort = (url: string): string => {
  if (Buffer.byteLength(url) > limits.urlBytes)
    throw failWithDetail('INVALID_VARIABLES', `variables make the URL longer than ${limits.urlBytes} bytes.`);
  return url;
};

/** A minted URL with its response fields. */
export interface MintedUrl {
  readonly url: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
  readonly details: MintDetails;
  readonly warnings: readonly string[];
}

export const toUrlResponse = (
  { url, expiresAt, details, warnings }: MintedUrl,
  request: Pick<MintRequest, 'details'>,
): MintResponse => ({
  url,
  expiresAt,
  ...(request.details === true && { details }),
  ...(warnings.length > 0 && { warnings: [...warnings] }),
});
