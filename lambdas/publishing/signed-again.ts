import { isUnsignedPath } from 'image-url-contract/edge.ts';
import { parseQuery } from 'image-url-contract/signing/canonical-query.ts';
import { getVerifyingKey, type Keyring } from 'image-url-contract/signing/keyring.ts';
import { getSignedPath, readOnDemandUrl } from 'image-url-contract/signing/on-demand-url.ts';
import { getSignature } from 'image-url-contract/signing/signature.ts';
import { deriveSigningSecret, readSigningKeyId } from 'image-url-contract/signing/signing-secret.ts';

/** A published URL as tables store it: the signed text and the id of its key, without the signature. */
export interface SignedText {
  readonly query: string;
  readonly keyId: string;
}

/** Returns the path of an on-demand URL; undefined for other URLs, and without the keyring's key. */
const getOnDemandPath = ({ query: part, keyId: key }: SignedText, keyring: Keyring): string | undefined => {
  const name = part.startsWith('/') ? readSigningKeyId(key) : undefined;
  const master = name && getVerifyingKey(keyring, name.masterId);
  const url = master && readOnDemandUrl({ key, part, signature: '' });
  return url && getSignedPath(url, deriveSigningSecret(master, key));
};

/** Returns the URL of a signed text, signed again; undefined if the keyring no longer has its key. */
export const getSignedUrl = (signed: SignedText, keyring: Keyring, imageUrl: string): string | undefined => {
  if (isUnsignedPath(signed.query)) return `${imageUrl}${signed.query}`;
  const path = getOnDemandPath(signed, keyring);
  if (path !== undefined) return `${imageUrl}${path}`;
  const key = getVerifyingKey(keyring, signed.keyId);
  const pairs = parseQuery(signed.query, () => true);
  return key && pairs && `${imageUrl}/v1/image?${signed.query}&sig=${getSignature(pairs, key)}`;
};
