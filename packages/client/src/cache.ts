import type { MintedUrl } from './minting.ts';

type Answer<T> = T | Promise<T>;

/** A store for URLs: a `Map`, or an adapter for a key-value store. */
export interface Cache {
  get(key: string): Answer<MintedUrl | null | undefined>;
  set(key: string, minted: MintedUrl): Answer<unknown>;
}

const fortnightMs = 14 * 86_400_000;

/** Returns whether a cached entry is valid and does not expire within two weeks. */
export const isFresh = (cached: MintedUrl | null | undefined): cached is MintedUrl =>
  typeof cached?.url === 'string' && typeof cached.width === 'number' && cached.expiresAt - fortnightMs > Date.now();

const cachedInMemory = 1_000;

/** Returns a cache in memory with the last 1,000 URLs. */
export const memoryCache = (): Cache => {
  const urls = new Map<string, MintedUrl>();
  return {
    get: (key) => urls.get(key),
    set(key, minted) {
      urls.set(key, minted);
      for (const oldest of urls.keys()) if (urls.size > cachedInMemory) urls.delete(oldest);
    },
  };
};

/** Wraps a custom store. Its keys are hashes, because some stores require short keys. */
export const wrapCache = (store: Cache): Cache => {
  const hashKey = async (key: string): Promise<string> => {
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
    return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
  };
  return {
    async get(key) {
      const name = await hashKey(key);
      try {
        return await store.get(name);
      } catch {
        // if the store is unavailable, the URL is minted again; the failure is reported when the URL is stored
        return undefined;
      }
    },
    set: async (key, minted) => store.set(await hashKey(key), minted),
  };
};
