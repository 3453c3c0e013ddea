import { LRUCache } from 'lru-cache';
import { EngineDamage } from '../../core/rendering/engine-errors.ts';
import { FontsNotReady, isCustomFace } from '../../core/rendering/fonts/custom-fonts.ts';
import type { FontFace } from '../../core/rendering/fonts/font-files.ts';
import { getAxes, getAxisValues } from '../../core/rendering/fonts/opentype/axes.ts';
import { FontProblem, readFontTables } from '../../core/rendering/fonts/opentype/font-tables.ts';
import { fontFiles } from './font-files.ts';
import { fontPackagesIn } from './font-packages.ts';
import { makeInstance } from './instances.ts';

/** Size of the caches for font files and for instances of variable fonts, in bytes. */
const cachedBytes = 96 << 20;
/** Maximum number of renders repeated for missing fonts; one per family that lacks a character is enough. */
const maxIterations = 8;

export interface FontHashes {
  readonly fonts: readonly string[];
  readonly packs: readonly string[];
}

/** The render worker does not have the bytes of these fonts. */
export class MissingFontBytes extends Error {
  readonly hashes: FontHashes;
  constructor(hashes: FontHashes) {
    super('The bytes of fonts were not sent.');
    this.hashes = hashes;
  }
}

const copyBytes = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

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
  const getKey = (face: FontFace): string =>
    `${isCustomFace(face) ? '' : face.id}/${face.subset}/${face.weight}/${face.style}`;

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
    const custom = wanted.filter(isCustomFace).map(({ subset }) => subset);
    const isMissing = (hash: string) => !files.has(hash);
    const missing = { fonts: [...new Set(custom)].filter(isMissing), packs: packs.filter(isMissing) };
    if (missing.fonts.length + missing.packs.length > 0) throw new MissingFontBytes(missing);
    for (const face of wanted) {
      const isCustom = isCustomFace(face);
      const bytes = isCustom ? getCustomFace(files.get(face.subset) as Uint8Array, face) : getPackageFace(face);
      faces.set(getKey(face), await bytes);
    }
  };

  return {
    /** Returns access to the fonts; a new object each time, because an engine may change the bytes. */
    files: () =>
      fontFiles(packages, {
        face: (face) => faces.get(getKey(face)),
        pack: (hash) => files.get(hash),
      }),
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
