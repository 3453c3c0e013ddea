import { LRUCache } from 'lru-cache';
import { EngineDamage } from '../../rendering/engine-errors.ts';
import { getCoverage, includes } from '../../rendering/fonts/coverage.ts';
import { FontsNotReady, isCustomFace } from '../../rendering/fonts/custom-fonts.ts';
import type { FontData, FontFace, FontFiles, PackedFonts } from '../../rendering/fonts/font-files.ts';
import { openFontPack } from '../../rendering/fonts/font-pack.ts';
import { getAxes, getAxisValues } from '../../rendering/fonts/opentype/axes.ts';
import { checkMetrics, FontProblem, readFontTables } from '../../rendering/fonts/opentype/font-tables.ts';
import { unpackWoff } from '../../rendering/fonts/opentype/woff.ts';
import { fontPackagesIn } from './font-packages.ts';

/** Size in bytes of each cache: for font files, for prepared faces, and of an engine for opened faces and packs. */
const cachedBytes = 96 << 20;
/** Maximum number of renders repeated for missing fonts; one per family that lacks a character is enough. */
const maxIterations = 8;

export type FontHashes = ReadonlyMap<string, 'custom' | 'pack'>;

/** The render worker does not have the bytes of these fonts. */
export class MissingFontBytes extends Error {
  readonly hashes: FontHashes;
  constructor(hashes: FontHashes) {
    super('The bytes of fonts were not sent.');
    this.hashes = hashes;
  }
}

/** The library that makes static fonts from variable ones, with the options used here. It also reads WOFF2. */
type SubsetFont = (
  font: Buffer,
  text: undefined,
  options: {
    readonly keepAllGlyphs: true;
    readonly targetFormat: FontFormat;
    readonly variationAxes: Readonly<Record<string, number>>;
  },
) => Promise<Uint8Array>;
type FontFormat = 'sfnt' | 'woff';

/**
 * Returns a variable font at one position of its axes, as a static font with the same glyphs.
 *
 * @param load loads a library by its name
 * @param font TrueType or OpenType, plain or as WOFF2
 */
export const makeInstance = (
  load: (name: string) => unknown,
  font: Buffer,
  variationAxes: Readonly<Record<string, number>>,
  targetFormat: FontFormat = 'sfnt',
): Promise<Uint8Array> =>
  (load('subset-font') as SubsetFont)(font, undefined, { keepAllGlyphs: true, targetFormat, variationAxes });

const copyBytes = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
const getKey = (face: FontFace): string =>
  `${isCustomFace(face) ? '' : face.id}/${face.subset}/${face.weight}/${face.style}`;

const getFontData = (data: ArrayBuffer): FontData => {
  const coverage = getCoverage(data);
  checkMetrics(data);
  return { data, coverage, has: (codePoint) => includes(coverage, codePoint) };
};

/**
 * The fonts of a process. Caches faces that no file contains as they are: those of custom fonts, whose bytes the parent
 * process sends when a render first needs them, and instances of variable font packages. Font packs are sent like
 * custom fonts.
 *
 * @param modules the directory from which font packages are resolved
 * @param load loads a library; called when it is first needed
 */
export const openFonts = (modules: string, load: (name: string) => unknown) => {
  const packages = fontPackagesIn(modules);
  const files = new LRUCache<string, Uint8Array>({ maxSize: cachedBytes, sizeCalculation: ({ length }) => length });
  const faces = new LRUCache<string, ArrayBuffer>({
    maxSize: cachedBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
  });

  const getInstance = async (font: Buffer, variationAxes: Readonly<Record<string, number>>): Promise<ArrayBuffer> => {
    try {
      return copyBytes(await makeInstance(load, font, variationAxes));
    } catch (error) {
      // the memory of the WebAssembly library is in an unknown state
      if (error instanceof WebAssembly.RuntimeError) throw new EngineDamage(error);
      throw new FontProblem('The font cannot be set to a weight of its axis.');
    }
  };

  /** Returns one face of a custom font: the file itself, or an instance of a variable font. */
  const getCustomFace = async (file: Uint8Array, { weight, style }: FontFace): Promise<ArrayBuffer> => {
    const axes = getAxes(readFontTables(file));
    if (axes.length === 0) return copyBytes(file);
    const font = Buffer.from(file.buffer, file.byteOffset, file.length);
    return getInstance(font, getAxisValues(axes, weight, style === 'italic'));
  };

  const getPackageFace = async (face: FontFace): Promise<ArrayBuffer> => {
    const font = packages.readVariable(face);
    if (font === undefined) throw new Error(`There is no variable font of ${face.id}.`);
    return getInstance(font, { wght: face.weight });
  };

  const prepare = async ({ faces: wanted, packs }: FontsNotReady): Promise<void> => {
    const needed = [
      ...wanted.filter(isCustomFace).map(({ subset }) => [subset, 'custom'] as const),
      ...packs.map((hash) => [hash, 'pack'] as const),
    ];
    const missing = needed.filter(([hash]) => !files.has(hash));
    if (missing.length > 0) throw new MissingFontBytes(new Map(missing));
    for (const face of wanted) {
      const isCustom = isCustomFace(face);
      const bytes = isCustom ? getCustomFace(files.get(face.subset) as Uint8Array, face) : getPackageFace(face);
      faces.set(getKey(face), await bytes);
    }
  };

  /** A new object each time, because an engine may change the bytes. */
  const openFiles = (): FontFiles => {
    const opened = new LRUCache<string, { readonly font: FontData | undefined }>({
      maxSize: cachedBytes,
      sizeCalculation: ({ font }) => 1 + (font?.data.byteLength ?? 0),
    });
    const packs = new LRUCache<string, PackedFonts>({ maxSize: cachedBytes });
    /** Returns a face from the cache, or opens its bytes. */
    const getOrOpen = <Missing extends 'lacking' | undefined>(face: FontFace, read: () => ArrayBuffer | Missing) => {
      const key = getKey(face);
      const known = opened.get(key);
      if (known) return known.font as FontData | Missing;
      const data = read();
      if (data === 'lacking') return data;
      const font = data && getFontData(data);
      opened.set(key, { font });
      return font as FontData | Missing;
    };
    const getPrepared = (face: FontFace) => faces.get(getKey(face))?.slice(0) ?? 'lacking';
    return {
      describe: packages.describe,
      load: (face) =>
        getOrOpen(
          face,
          () => packages.readStatic(face) ?? (packages.hasVariable(face) ? getPrepared(face) : undefined),
        ),
      loadOwn: (face) => getOrOpen(face, () => getPrepared(face)),
      openPack: (hash) => {
        const known = packs.get(hash);
        const bytes = files.get(hash);
        if (known || !bytes) return known ?? 'lacking';
        const { described, find } = openFontPack(bytes);
        const read = (face: FontFace) => {
          const woff = find(face);
          return woff && unpackWoff(woff);
        };
        const pack = { described, load: (face: FontFace) => getOrOpen(face, () => read(face)) };
        packs.set(hash, pack, { size: bytes.length });
        return pack;
      },
    };
  };

  return {
    files: openFiles,
    /** Prepares missing faces. @throws MissingFontBytes */
    prepare,
    /** Adds font files by hash. */
    take: (sent: ReadonlyMap<string, Uint8Array>): void => {
      for (const [hash, bytes] of sent) files.set(hash, bytes);
    },
    /** Repeats `render` until it has all faces that it needs. @throws MissingFontBytes */
    whileLacking: async <T>(render: () => Promise<T>): Promise<T> => {
      for (let iteration = 1; ; iteration += 1) {
        try {
          return await render();
        } catch (error) {
          if (!(error instanceof FontsNotReady) || iteration === maxIterations) throw error;
          await prepare(error);
        }
      }
    },
  };
};
