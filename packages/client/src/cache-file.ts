import type * as Files from 'node:fs/promises';
import { type Cache, isFresh, memoryCache } from './cache.ts';
import { withLock } from './file-lock.ts';
import { ImageUrlError } from './image-url-error.ts';
import type { MintedUrl } from './minting.ts';

type Urls = Record<string, MintedUrl>;

const hasCode = (error: unknown, code: string): boolean => (error as { code?: unknown }).code === code;

/** Parses the cache file. @throws CACHE_UNREADABLE for a file of another format, which is never overwritten */
const parse = (path: string, text: string): Urls => {
  if (text.trim() === '') return {};
  try {
    const { urls } = JSON.parse(text) as { urls?: unknown };
    if (typeof urls === 'object' && urls !== null) return urls as Urls;
  } catch {
    // reported below
  }
  throw new ImageUrlError(`${path} is not a cache file of image-url-client: delete it, or choose another path.`, {
    code: 'CACHE_UNREADABLE',
  });
};

const read = async (files: typeof Files, path: string): Promise<Urls> => {
  try {
    return parse(path, await files.readFile(path, 'utf8'));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return {};
    if (error instanceof ImageUrlError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new ImageUrlError(`The cache file cannot be read: ${why}.`, { code: 'CACHE_UNREADABLE', cause: error });
  }
};

/** Returns a cache in a file that several processes can use. `set` resolves once the URL is written. */
export const fileCache = (files: typeof Files, path: string): Cache => {
  let loaded: Promise<Map<string, MintedUrl>> | undefined;
  const unwritten: Urls = {};
  let writing: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  const load = async () => new Map(Object.entries(await read(files, path)));

  /** Merges unwritten URLs with those of other processes, and replaces the file atomically. */
  const write = async (): Promise<void> => {
    next = undefined;
    if (Object.keys(unwritten).length === 0) return;
    await withLock(files, `${path}.lock`, async (assertLocked) => {
      const mine = { ...unwritten };
      const all = Object.entries({ ...(await read(files, path)), ...mine }).filter(([, cached]) => isFresh(cached));
      const draft = `${path}.${crypto.randomUUID()}.tmp`;
      try {
        await files.writeFile(draft, `${JSON.stringify({ urls: Object.fromEntries(all) }, null, 1)}\n`);
        await assertLocked();
        await files.rename(draft, path);
      } finally {
        await files.rm(draft, { force: true });
      }
      for (const key of Object.keys(mine)) delete unwritten[key];
    });
  };

  return {
    async get(key) {
      loaded ??= load();
      try {
        return (await loaded).get(key);
      } catch (error) {
        loaded = undefined;
        throw error;
      }
    },
    async set(key, minted) {
      (await loaded)?.set(key, minted);
      unwritten[key] = minted;
      if (next === undefined) {
        next = writing.catch(() => {}).then(write);
        writing = next;
      }
      await next;
    },
  };
};

/** Returns the cache in the file at `path`; in a runtime without files, a cache in memory. */
export const cacheAt = (path: string): Cache => {
  // an import would fail in bundlers for edge runtimes, which lack the module
  const files = globalThis.process?.getBuiltinModule?.('node:fs/promises');
  return files ? fileCache(files, path) : memoryCache();
};
