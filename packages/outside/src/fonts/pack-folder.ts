import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IndexedFamily } from 'image-url-engine/fonts.ts';
import { sha256Hex } from 'image-url-engine/values.ts';
import type { FontPackReader, FontPackStore } from './font-packs.ts';

const readIfThere = async (path: string): Promise<Buffer | undefined> => {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** Returns a store of font packs in a folder, for programs of one user. */
export const fontPackFolder = (folder: string): FontPackReader & FontPackStore => {
  // packs of this process, for a folder that is not writable
  const packs = new Map<string, Uint8Array>();
  const getPointer = ({ id, version }: IndexedFamily) => `1-${id}-${version}`;

  const write = async (name: string, content: Uint8Array | string): Promise<void> => {
    try {
      await mkdir(folder, { recursive: true });
      const part = join(folder, `${name}.${randomUUID()}`);
      await writeFile(part, content);
      await rename(part, join(folder, name));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EACCES' && code !== 'EROFS' && code !== 'EPERM' && code !== 'ENOSPC' && code !== 'ENOTDIR')
        throw error;
    }
  };
  const findPack = async (hash: string): Promise<Uint8Array | undefined> => {
    const known = packs.get(hash);
    if (known) return known;
    const bytes = await readIfThere(join(folder, hash));
    if (!bytes || sha256Hex(bytes) !== hash) return undefined;
    packs.set(hash, bytes);
    return bytes;
  };

  return {
    read: async (hash) => {
      const bytes = await findPack(hash);
      if (!bytes) throw new Error(`The font pack ${hash} is missing or damaged.`);
      return bytes;
    },
    find: async (family) => {
      const hash = (await readIfThere(join(folder, getPointer(family))))?.toString('latin1');
      return hash !== undefined && /^[0-9a-f]{64}$/.test(hash) && (await findPack(hash)) ? hash : undefined;
    },
    put: async (pack, family) => {
      const hash = sha256Hex(pack);
      packs.set(hash, pack);
      // a pack of an installed package is made again by the next process
      if (!family) return hash;
      await write(hash, pack);
      await write(getPointer(family), hash);
      return hash;
    },
  };
};
