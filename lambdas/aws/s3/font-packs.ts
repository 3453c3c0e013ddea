import { LRUCache } from 'lru-cache';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import { sha256Hex } from '../../core/hash.ts';
import type { IndexedFamily } from '../../core/rendering/fonts/font-index.ts';
import type { FontPackReader, FontPackStore } from '../../ports/fonts.ts';
import { getObject, putObject } from './client.ts';

/** Bytes of packs that a process caches. Render workers request those they have not used yet. */
const cachedBytes = 64 << 20;
/** Number of pack hashes that a process caches, by family. */
const cachedHashes = 2_000;

/** Packs are public data, so all accounts share one under its hash, and it stays when an account is deleted. */
const getKey = (hash: string): string => `packs/${hash}`;
/** Returns the key of the object that names the pack of a family's package. The number is the format's version. */
const getPointerKey = ({ id, version }: IndexedFamily): string => `packs/1/${id}/${version}`;

export const s3FontPackReader = ({ SOURCES_BUCKET }: EnvironmentOf<'fontPacks:read'>): FontPackReader => {
  const cached = new LRUCache<string, Uint8Array>({ maxSize: cachedBytes, sizeCalculation: ({ length }) => length });
  return {
    async read(hash) {
      const known = cached.get(hash);
      if (known) return known;
      const object = await getObject(SOURCES_BUCKET, getKey(hash));
      if (!object || sha256Hex(object.bytes) !== hash) throw new Error(`The font pack ${hash} is missing or damaged.`);
      cached.set(hash, object.bytes);
      return object.bytes;
    },
  };
};

export const s3FontPackStore = ({ SOURCES_BUCKET }: EnvironmentOf<'fontPacks:write'>): FontPackStore => {
  const stored = new LRUCache<string, true>({ max: cachedHashes });
  const byFamily = new LRUCache<string, string>({ max: cachedHashes });
  return {
    async find(family) {
      const key = getPointerKey(family);
      const known = byFamily.get(key);
      if (known !== undefined) return known;
      const object = await getObject(SOURCES_BUCKET, key);
      const hash = object && Buffer.from(object.bytes).toString('latin1');
      if (hash === undefined || !/^[0-9a-f]{64}$/.test(hash)) return undefined;
      byFamily.set(key, hash);
      return hash;
    },
    async put(pack, family) {
      const hash = sha256Hex(pack);
      if (!stored.has(hash)) await putObject(SOURCES_BUCKET, getKey(hash), pack, 'application/octet-stream');
      stored.set(hash, true);
      // written after the pack, so that a family that is found can be read
      if (family) {
        await putObject(SOURCES_BUCKET, getPointerKey(family), hash, 'text/plain');
        byFamily.set(getPointerKey(family), hash);
      }
      return hash;
    },
  };
};
