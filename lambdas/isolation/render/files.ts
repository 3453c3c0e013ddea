import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { getCoverage, includes } from '../../core/rendering/fonts/coverage.ts';
import type { FontData, FontFace, FontFiles, FontPackage, PackedFonts } from '../../core/rendering/fonts/font-files.ts';
import { openFontPack, readMetadata, readRanges } from '../../core/rendering/fonts/font-pack.ts';
import { getMetrics } from '../../core/rendering/fonts/metrics.ts';
import { unpackWoff } from '../../core/rendering/fonts/opentype/woff.ts';
import type { EmojiFiles } from '../../core/rendering/tree/emoji.ts';

/** Maximum number of cached font files; a face of a large family is about 70 KB. */
const cachedFonts = 600;

/** Bytes of opened font packs. */
const cachedPackBytes = 96 << 20;

/** Bytes of custom fonts that are cached. */
const cachedCustomFontBytes = 64 << 20;

/** Returns the bytes of a face of a custom font; undefined if this process does not have them. */
export type CustomFaces = (face: FontFace) => ArrayBuffer | undefined;

/** Returns the bytes of a font pack; undefined if this process does not have them. */
export type PackBytes = (hash: string) => Uint8Array | undefined;

/**
 * Returns access to the fonts of the `@fontsource` packages that are installed in `modules`, read when they are first
 * needed, to custom fonts, and to font packs.
 */
export const fontFilesIn = (
  modules: string,
  customFaces: CustomFaces = () => undefined,
  packBytes: PackBytes = () => undefined,
): FontFiles => {
  const opened = new LRUCache<string, { readonly font: FontData | undefined }>({ max: cachedFonts });
  const openedCustom = new LRUCache<string, FontData>({
    maxSize: cachedCustomFontBytes,
    sizeCalculation: ({ data }) => data.byteLength,
  });
  const getFolder = packagesFrom(modules);
  const packs = new LRUCache<string, PackedFonts>({ maxSize: cachedPackBytes });
  /** Returns a face that was opened before, or opens it. */
  const once = (face: FontFace, open: (face: FontFace) => Uint8Array | undefined): FontData | undefined => {
    const key = `${face.id}/${face.subset}/${face.weight}/${face.style}`;
    const known = opened.get(key);
    if (known) return known.font;
    const woff = open(face);
    const font = woff && getFontData(unpackWoff(woff));
    opened.set(key, { font });
    return font;
  };
  const readInstalled = (face: FontFace): Uint8Array | undefined => {
    const file = `${face.id}-${face.subset}-${face.weight}-${face.style}.woff`;
    const folder = getFolder(`@fontsource/${face.id}`);
    return folder === undefined ? undefined : readIfThere(join(folder, 'files', file));
  };
  const openPack = (hash: string, bytes: Uint8Array): PackedFonts => {
    const { described, find } = openFontPack(bytes);
    const pack = { described, load: (face: FontFace) => once(face, find) };
    packs.set(hash, pack, { size: bytes.length });
    return pack;
  };
  return {
    loadOwn: (face) => {
      const key = `${face.subset}/${face.weight}/${face.style}`;
      const known = openedCustom.get(key);
      const bytes = known ? undefined : customFaces(face);
      // a copy, because engines may change the bytes
      const font = known ?? (bytes && getFontData(bytes.slice(0)));
      if (font) openedCustom.set(key, font);
      return font;
    },
    describe: (id) => {
      const folder = getFolder(`@fontsource/${id}`);
      return folder === undefined ? undefined : describePackage(folder);
    },
    load: (face) => once(face, readInstalled),
    openPack: (hash) => {
      const known = packs.get(hash);
      if (known) return known;
      const bytes = packBytes(hash);
      return bytes && openPack(hash, bytes);
    },
  };
};

const getFontData = (data: ArrayBuffer): FontData => {
  const coverage = getCoverage(data);
  return { data, coverage, has: (codePoint) => includes(coverage, codePoint), metrics: getMetrics(data) };
};

/** Returns a function that finds the folder of a package, as seen from `modules`; undefined if it is not installed. */
const packagesFrom = (modules: string) => {
  const { resolve } = createRequire(join(modules, 'here.js'));
  // no more than there are packages
  const folders = new Map<string, string | undefined>();
  return (name: string): string | undefined => {
    const folder = folders.get(name) ?? folderIfThere(() => dirname(resolve(`${name}/package.json`)));
    folders.set(name, folder);
    return folder;
  };
};

const folderIfThere = (find: () => string): string | undefined => {
  try {
    return find();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
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
  const { weights, styles, mainSubset } = readMetadata(metadata);
  return { ranges: readRanges(unicode), weights, styles, mainSubset };
};

/** Emoji of the `@twemoji/svg` package that is found from a directory. */
export const emojiFilesIn = (modules: string): EmojiFiles => {
  const directory = packagesFrom(modules)('@twemoji/svg') ?? join(modules, '@twemoji', 'svg');
  // no more than there are files
  const texts = new Map<string, string | undefined>();
  let files: ReadonlyMap<string, string> | undefined;
  return (code) => {
    // File names include U+FE0F in some sequences only; `code` is without it.
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
