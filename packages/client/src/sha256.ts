import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';

/**
 * Returns a function that computes HMAC-SHA256 with a key, without modules of a runtime: edge runtimes only sign
 * asynchronously, but templates are rendered synchronously. The build inlines the library.
 */
export const hmacSha256 = (key: Uint8Array): ((message: Uint8Array) => Uint8Array) => {
  const keyed = hmac.create(sha256, key);
  return (message) => keyed.clone().update(message).digest();
};
