import { LRUCache } from 'lru-cache';
import { EngineDamage } from '../../core/rendering/engine-errors.ts';
import type { FontFace } from '../../core/rendering/fonts/font-files.ts';
import { getAxes, instanceOf } from '../../core/rendering/fonts/opentype/axes.ts';
import { FontProblem, fontTables } from '../../core/rendering/fonts/opentype/tables.ts';
import { FontsLacking } from '../../core/rendering/fonts/own-fonts.ts';
import type { CustomFaces } from './files.ts';

/** The library that makes a static font from one weight of a variable font, with the options used here. */
export type MakeInstance = (
  font: Buffer,
  text: undefined,
  options: { readonly keepAllGlyphs: true; readonly targetFormat: 'sfnt'; readonly variationAxes: object },
) => Promise<Uint8Array>;

/** Bytes of font files, and of instances of variable fonts, that a process caches. */
const cachedBytes = 96 << 20;
/**
 * Maximum number of repetitions of a render for missing fonts; one for each family that lacks a character would be
 * enough.
 */
const maxIterations = 8;

/** Hashes of fonts and of font packs. */
export interface FontHashes {
  readonly fonts: readonly string[];
  readonly packs: readonly string[];
}

/** The render worker does not have the bytes of these fonts yet. */
export class BytesLacking extends Error {
  readonly hashes: FontHashes;
  constructor(hashes: FontHashes) {
    super('The bytes of fonts were not sent.');
    this.hashes = hashes;
  }
}

const own = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

/**
 * Cache of custom fonts and font packs by hash. The parent process sends a font when a render first needs it.
 *
 * @param makeInstance loads the library; called when it is first needed.
 */
export const customFaceCache = (makeInstance: () => MakeInstance) => {
  const files = new LRUCache<string, Uint8Array>({ maxSize: cachedBytes, sizeCalculation: ({ length }) => length });
  const faces = new LRUCache<string, ArrayBuffer>({
    maxSize: cachedBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
  });
  const getKey = ({ subset, weight, style }: FontFace): string => `${subset}/${weight}/${style}`;

  /** Returns one face of a file: the file itself, or an instance of a variable font. */
  const getFace = async (file: Uint8Array, { weight, style }: FontFace): Promise<ArrayBuffer> => {
    const axes = getAxes(fontTables(file));
    if (axes.length === 0) return own(file);
    const font = Buffer.from(file.buffer, file.byteOffset, file.length);
    const variationAxes = instanceOf(axes, weight, style === 'italic');
    try {
      return own(await makeInstance()(font, undefined, { keepAllGlyphs: true, targetFormat: 'sfnt', variationAxes }));
    } catch (error) {
      // the memory of the WebAssembly library is in an unknown state
      if (error instanceof WebAssembly.RuntimeError) throw new EngineDamage(error);
      throw new FontProblem('The font cannot be set to a weight of its axis.');
    }
  };

  const prepare = async ({ faces: wanted, packs }: FontsLacking): Promise<void> => {
    const isLacking = (hash: string) => !files.has(hash);
    const lacking = {
      fonts: [...new Set(wanted.map(({ subset }) => subset))].filter(isLacking),
      packs: packs.filter(isLacking),
    };
    if (lacking.fonts.length + lacking.packs.length > 0) throw new BytesLacking(lacking);
    for (const face of wanted) faces.set(getKey(face), await getFace(files.get(face.subset) as Uint8Array, face));
  };

  const find: CustomFaces = (face) => faces.get(getKey(face));
  return {
    find,
    /** Returns the bytes of a font pack; undefined if they were not sent yet. */
    findPack: (hash: string): Uint8Array | undefined => files.get(hash),
    /** Adds font files by hash. */
    take: (sent: ReadonlyMap<string, Uint8Array>): void => {
      for (const [hash, bytes] of sent) files.set(hash, bytes);
    },
    /** Repeats `render` until it has all the faces that it needs. @throws BytesLacking */
    whileLacking: async <T>(render: () => Promise<T>): Promise<T> => {
      for (let iteration = 1; ; iteration += 1) {
        try {
          return await render();
        } catch (error) {
          if (!(error instanceof FontsLacking) || iteration === maxIterations) throw error;
          await prepare(error);
        }
      }
    },
  };
};
