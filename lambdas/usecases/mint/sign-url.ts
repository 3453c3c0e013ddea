import { fail } from '../../contract/errors.ts';
import { type ImageQuery, signedQuery } from '../../core/signing/image-query.ts';
import { keyToSignWith } from '../../core/signing/keyring.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Runtime } from '../../ports/runtime.ts';

/** Returns the signed URL of an image query. @throws SERVER_ERROR when no key of the keyring may sign yet */
export const signUrl = async (
  signingKeys: Ports['signingKeys:read'],
  runtime: Runtime,
  query: ImageQuery,
): Promise<string> => {
  const key = keyToSignWith(await signingKeys.keyring(runtime), runtime.now());
  if (!key) throw fail('SERVER_ERROR');
  return `${signingKeys.imageUrl}/v1/image?${signedQuery(query, key)}`;
};
