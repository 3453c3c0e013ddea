import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { getCoverage, includes } from '../../core/rendering/fonts/coverage.ts';
import type { FontData, FontFace, FontFiles, FontPackage } from '../../core/rendering/fonts/font-files.ts';
import { getMetrics } from '../../core/rendering/fonts/metrics.ts';
import { unpackWoff } from '../../core/rendering/fonts/opentype/woff.ts';
import type { EmojiFiles } from '../../core/rendering/tree/emoji.ts';

/** Maximum number of cached font files; a face of a large family is about 70 KB. */
const cachedFonts = 600;

/** Bytes of custom fonts that are cached. */
const cachedCustomFontBytes = 64 << 20;

/** Returns the bytes of a face of a custom font; undefined if this process does not have them. */
export type CustomFaces = (face: FontFace) => ArrayBuffer | undefined;

/**
 * Returns access to the fonts of the `@fontsource` packages that are installed in `modules`, read when they are first
 * needed, and to custom fonts.
 */
export const fontFilesIn = (modules: string, customFaces: CustomFaces = () => undefined): FontFiles => {
  const opened = new LRUCache<string, { readonly font: FontData | undefined }>({ max: cachedFonts });
  const openedCustom = new LRUCache<string, FontData>({
    maxSize: cachedCustomFontBytes,
    sizeCalculation: ({ data }) => data.byteLength,
  });
  const getFolder = packagesFrom(modules);
  const open = (face: FontFace): FontData | undefined => {
    const file = `${face.id}-${face.subset}-${face.weight}-${face.style}.woff`;
    const folder = getFolder(`@fontsource/${face.id}`);
    const woff = folder === undefined ? undefined : readIfThere(join(folder, 'files', file));
    return woff && getFontData(unpackWoff(woff));
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
    load: (face) => {
      const key = `${face.id}/${face.subset}/${face.weight}/${face.style}`;
      const known = opened.get(key);
      if (known) return known.font;
      const font = open(face);
      opened.set(key, { font });
      return font;
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
  const { weights, styles, defSubset } = JSON.parse(metadata.toString('utf8'));
  const ranges: Record<string, string> = {};
  // Numbered ranges are `[12]` there and `12` in file names.
  for (const [name, value] of Object.entries(JSON.parse(unicode.toString('utf8')) as Record<string, string>)) {
    ranges[name.replace(/^\[(\d+)\]$/, '$1')] = value;
  }
  return { ranges, weights, styles, mainSubset: defSubset };
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
