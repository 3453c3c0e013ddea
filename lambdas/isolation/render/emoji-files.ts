import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { EmojiFiles } from '../../core/rendering/tree/emoji.ts';
import { packagesFrom, readIfThere } from './font-packages.ts';

/** File name of the pack that `packEmoji` writes: all emoji in one file instead of 3,700. */
export const emojiPack = 'emoji.pack';

/** Returns the files of a folder by code. Some file names contain U+FE0F; a code never does. */
const getPaths = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.svg'))
      .map((file) => [file.slice(0, -4).replaceAll('-fe0f', ''), join(folder, file)]),
  );

/**
 * Packs the SVG files of a folder into one file: the length of its index in four bytes, the index (JSON: code and
 * length of each SVG, in order), and each SVG deflated.
 */
export const packEmoji = (folder: string): Buffer => {
  const packed = [...getPaths(folder)].map(
    ([code, path]) => [code, deflateRawSync(readFileSync(path), { level: 9 })] as const,
  );
  const index = Buffer.from(JSON.stringify(packed.map(([code, { length }]) => [code, length])));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(index.length);
  return Buffer.concat([length, index, ...packed.map(([, bytes]) => bytes)]);
};

const openPack = (pack: Buffer): EmojiFiles => {
  let at = 4 + pack.readUInt32LE(0);
  const index: [string, number][] = JSON.parse(pack.toString('utf8', 4, at));
  const parts = new Map<string, Buffer>();
  for (const [code, length] of index) {
    parts.set(code, pack.subarray(at, at + length));
    at += length;
  }
  return (code) => {
    const part = parts.get(code);
    return part && inflateRawSync(part).toString('utf8');
  };
};

const openFolder = (folder: string): EmojiFiles => {
  const paths = getPaths(folder);
  return (code) => {
    const path = paths.get(code);
    return path && readIfThere(path)?.toString('utf8');
  };
};

/** Opens the emoji of the `@twemoji/svg` package, packed or not, resolved from a directory. */
export const openEmojiFiles = (modules: string): EmojiFiles => {
  const folder = packagesFrom(modules)('@twemoji/svg') ?? join(modules, '@twemoji', 'svg');
  // bounded by the number of emoji
  const texts = new Map<string, string>();
  let read: EmojiFiles | undefined;
  return (code) => {
    if (!read) {
      const pack = readIfThere(join(folder, emojiPack));
      read = pack ? openPack(pack) : openFolder(folder);
    }
    const text = texts.get(code) ?? read(code);
    if (text !== undefined) texts.set(code, text);
    return text;
  };
};
