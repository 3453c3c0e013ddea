import type { MintedUrl } from './minting.ts';

type Answer<T> = T | Promise<T>;

/** Where URLs are kept: a `Map`, or what reads and writes the key-value store of an edge runtime. */
export interface Cache {
  get(key: string): Answer<MintedUrl | null | undefined>;
  set(key: string, minted: MintedUrl): Answer<unknown>;
}

const fortnightMs = 14 * 86_400_000;

/** Whether a kept URL is one, and good for another fortnight. */
export const isFresh = (cached: MintedUrl | null | undefined): cached is MintedUrl =>
  typeof cached?.url === 'string' && typeof cached.width === 'number' && cached.expiresAt - fortnightMs > Date.now();

const cachedInMemory = 1_000;

/** The last URLs of this process. */
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

/** A store that is handed in: its keys may have to be short, so they are hashes. */
export const givenCache = (store: Cache): Cache => {
  const short = async (key: string): Promise<string> => {
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
    return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
  };
  return {
    async get(key) {
      const name = await short(key);
      try {
        return await store.get(name);
      } catch {
        // a store that is away costs a mint, no card; that it is away is said when the URL is to be kept
        return undefined;
      }
    },
    set: async (key, minted) => store.set(await short(key), minted),
  };
};
