import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { EmojiFiles } from '../../rendering/tree/emoji.ts';
import { packagesFrom, readIfThere } from './font-packages.ts';
import { openParts, packParts } from './packed-parts.ts';

/** File name of the pack that `packEmoji` writes: all emoji in one file instead of 3,700. */
export const emojiPack = 'emoji.pack';

/** Returns the files of a folder by code. Some file names contain U+FE0F; a code never does. */
const getPaths = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.svg'))
      .map((file) => [file.slice(0, -4).replaceAll('-fe0f', ''), join(folder, file)]),
  );

/** Packs the SVG files of a folder into one file, each deflated. */
export const packEmoji = (folder: string): Buffer =>
  packParts([...getPaths(folder)].map(([code, path]) => [code, deflateRawSync(readFileSync(path), { level: 9 })]));

const openFolder = (folder: string): EmojiFiles => {
  const pack = readIfThere(join(folder, emojiPack));
  if (pack) {
    const parts = openParts(pack);
    return (code) => {
      const part = parts.get(code);
      return part && inflateRawSync(part).toString('utf8');
    };
  }
  const paths = getPaths(folder);
  return (code) => {
    const path = paths.get(code);
    return path && readFileSync(path, 'utf8');
  };
};

/** Opens the emoji of the `@twemoji/svg` package, resolved from a directory. They are read when one is first needed. */
export const openEmojiFiles = (modules: string): EmojiFiles => {
  const folder = packagesFrom(modules)('@twemoji/svg') ?? join(modules, '@twemoji', 'svg');
  let read: EmojiFiles | undefined;
  return (code) => {
    read ??= openFolder(folder);
    return read(code);
  };
};
