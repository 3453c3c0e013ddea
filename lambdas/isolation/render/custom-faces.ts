import { LRUCache } from 'lru-cache';
import { EngineDamage } from '../../core/rendering/engine-errors.ts';
import type { FontFace } from '../../core/rendering/fonts/font-files.ts';
import { getAxes, instanceOf } from '../../core/rendering/fonts/opentype/axes.ts';
import { FontProblem, fontTables } from '../../core/rendering/fonts/opentype/tables.ts';
import { FontsLacking } from '../../core/rendering/fonts/own-fonts.ts';
import type { CustomFaces } from './files.ts';

/** The library that makes one weight of a variable font a font of its own, as it is called here. */
export type MakeInstance = (
  font: Buffer,
  text: undefined,
  options: { readonly keepAllGlyphs: true; readonly targetFormat: 'sfnt'; readonly variationAxes: object },
) => Promise<Uint8Array>;

/** Font files, and weights made of them, that a process keeps. */
const cachedBytes = 96 << 20;
/** How often a rendering begins again for fonts: once for each family that turns out to lack a character would do. */
const maxIterations = 8;

/** Bytes of these fonts were not sent yet, by their hashes. */
export class BytesLacking extends Error {
  readonly hashes: readonly string[];
  constructor(hashes: readonly string[]) {
    super('The bytes of fonts were not sent.');
    this.hashes = hashes;
  }
}

const own = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

/**
 * Fonts of accounts' own, by what they are: a process is sent each when a rendering first needs it.
 *
 * @param makeInstance loads the library when it is first needed.
 */
export const customFaceCache = (makeInstance: () => MakeInstance) => {
  const files = new LRUCache<string, Uint8Array>({ maxSize: cachedBytes, sizeCalculation: ({ length }) => length });
  const faces = new LRUCache<string, ArrayBuffer>({
    maxSize: cachedBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
  });
  const getKey = ({ subset, weight, style }: FontFace): string => `${subset}/${weight}/${style}`;

  /** One face of a file: the file itself, or an instance of it. */
  const getFace = async (file: Uint8Array, { weight, style }: FontFace): Promise<ArrayBuffer> => {
    const axes = getAxes(fontTables(file));
    if (axes.length === 0) return own(file);
    const font = Buffer.from(file.buffer, file.byteOffset, file.length);
    const variationAxes = instanceOf(axes, weight, style === 'italic');
    try {
      return own(await makeInstance()(font, undefined, { keepAllGlyphs: true, targetFormat: 'sfnt', variationAxes }));
    } catch (error) {
      // its memory is in an unknown state
      if (error instanceof WebAssembly.RuntimeError) throw new EngineDamage(error);
      throw new FontProblem('The font cannot be set to a weight of its axis.');
    }
  };

  const prepare = async (wanted: readonly FontFace[]): Promise<void> => {
    const lacking = wanted.filter(({ subset }) => !files.has(subset)).map(({ subset }) => subset);
    if (lacking.length > 0) throw new BytesLacking([...new Set(lacking)]);
    for (const face of wanted) faces.set(getKey(face), await getFace(files.get(face.subset) as Uint8Array, face));
  };

  const find: CustomFaces = (face) => faces.get(getKey(face));
  return {
    find,
    /** Takes files by their hashes. */
    take: (sent: ReadonlyMap<string, Uint8Array>): void => {
      for (const [hash, bytes] of sent) files.set(hash, bytes);
    },
    /** Renders again until the faces it asks for are there. @throws BytesLacking */
    whileLacking: async <T>(render: () => Promise<T>): Promise<T> => {
      for (let iteration = 1; ; iteration += 1) {
        try {
          return await render();
        } catch (error) {
          if (!(error instanceof FontsLacking) || iteration === maxIterations) throw error;
          await prepare(error.faces);
        }
      }
    },
  };
};
