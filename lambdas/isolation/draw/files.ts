import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { coverageOf, includes } from '../../core/picture/fonts/coverage.ts';
import type { FontData, FontFace, FontFiles, FontPackage } from '../../core/picture/fonts/font-files.ts';
import { metricsOf } from '../../core/picture/fonts/metrics.ts';
import type { EmojiFiles } from '../../core/picture/tree/emoji.ts';

/** Font files kept open; a face of a large family is about 70 KB. */
const keptFonts = 600;

/**
 * Fonts of the `@fontsource` packages below a `node_modules` directory, read when they are first needed.
 */
export const fontFilesIn = (modules: string): FontFiles => {
  const opened = new LRUCache<string, { readonly font: FontData | undefined }>({ max: keptFonts });
  const open = (face: FontFace): FontData | undefined => {
    const file = `${face.id}-${face.subset}-${face.weight}-${face.style}.woff`;
    const woff = readIfThere(join(modules, '@fontsource', face.id, 'files', file));
    if (!woff) return undefined;
    const data = openWoff(woff);
    const ranges = coverageOf(data);
    return { data, has: (codePoint) => includes(ranges, codePoint), metrics: metricsOf(data) };
  };
  return {
    describe: (id) => describePackage(join(modules, '@fontsource', id)),
    load: (face) => {
      const key = `${face.id}/${face.subset}/${face.weight}/${face.style}`;
      const { font } = opened.get(key) ?? { font: open(face) };
      opened.set(key, { font });
      return font;
    },
  };
};

const readIfThere = (path: string): Buffer | undefined => {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

const describePackage = (directory: string): FontPackage | undefined => {
  const metadata = readIfThere(join(directory, 'metadata.json'));
  const unicode = readIfThere(join(directory, 'unicode.json'));
  if (!metadata || !unicode) return undefined;
  const { weights, styles, defSubset } = JSON.parse(metadata.toString('utf8'));
  const ranges: Record<string, string> = {};
  // Numbered ranges are `[12]` there and `12` in file names.
  for (const [name, value] of Object.entries(JSON.parse(unicode.toString('utf8')) as Record<string, string>)) {
    ranges[name.replace(/^\[(\d+)\]$/, '$1')] = value;
  }
  return { ranges, weights, styles, mainSubset: defSubset };
};

/**
 * The TrueType or OpenType font inside a WOFF file: the same tables, each deflated or plain.
 * Source: https://www.w3.org/TR/WOFF/
 */
const openWoff = (woff: Buffer): ArrayBuffer => {
  const tables = woff.readUInt16BE(12);
  const font = Buffer.alloc(woff.readUInt32BE(16));
  font.writeUInt32BE(woff.readUInt32BE(4), 0);
  font.writeUInt16BE(tables, 4);
  const selector = Math.floor(Math.log2(tables));
  font.writeUInt16BE(16 << selector, 6);
  font.writeUInt16BE(selector, 8);
  font.writeUInt16BE(tables * 16 - (16 << selector), 10);
  let at = 12 + tables * 16;
  for (let index = 0; index < tables; index += 1) {
    const entry = 44 + index * 20;
    const [offset, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
    ];
    const stored = woff.subarray(offset, offset + packed);
    const record = 12 + index * 16;
    woff.copy(font, record, entry, entry + 4);
    woff.copy(font, record + 4, entry + 16, entry + 20);
    font.writeUInt32BE(at, record + 8);
    font.writeUInt32BE(length, record + 12);
    (packed < length ? inflateSync(stored) : stored).copy(font, at);
    at += (length + 3) & ~3;
  }
  return font.buffer.slice(font.byteOffset, font.byteOffset + font.byteLength) as ArrayBuffer;
};

/** Emoji of the `@twemoji/svg` package below a `node_modules` directory. */
export const emojiFilesIn = (modules: string): EmojiFiles => {
  const directory = join(modules, '@twemoji', 'svg');
  // no more than there are files
  const texts = new Map<string, string | undefined>();
  let files: ReadonlyMap<string, string> | undefined;
  return (code) => {
    // File names keep U+FE0F in some sequences and drop it in others; asked for is without.
    files ??= new Map(
      readdirSync(directory)
        .filter((file) => file.endsWith('.svg'))
        .map((file) => [file.slice(0, -4).replaceAll('-fe0f', ''), file]),
    );
    const file = files.get(code);
    if (file === undefined) return undefined;
    if (!texts.has(code)) texts.set(code, readIfThere(join(directory, file))?.toString('utf8'));
    return texts.get(code);
  };
};
