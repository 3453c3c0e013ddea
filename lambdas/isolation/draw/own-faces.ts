import { LRUCache } from 'lru-cache';
import { EngineDamage } from '../../core/picture/engine-errors.ts';
import type { FontFace } from '../../core/picture/fonts/font-files.ts';
import { axesOf, instanceOf } from '../../core/picture/fonts/opentype/axes.ts';
import { FontProblem, fontTables } from '../../core/picture/fonts/opentype/tables.ts';
import { FontsLacking } from '../../core/picture/fonts/own-fonts.ts';
import type { OwnFaces } from './files.ts';

/** The library that makes one weight of a variable font a font of its own, as it is called here. */
export type MakeInstance = (
  font: Buffer,
  text: undefined,
  options: { readonly keepAllGlyphs: true; readonly targetFormat: 'sfnt'; readonly variationAxes: object },
) => Promise<Uint8Array>;

/** Font files, and weights made of them, that a process keeps. */
const keptBytes = 96 << 20;
/** How often a drawing begins again for fonts: once for each family that turns out to lack a character would do. */
const mostRounds = 8;

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
 * Fonts of accounts' own, by what they are: a process is sent each when a drawing first needs it.
 *
 * @param makeInstance loads the library when it is first needed.
 */
export const ownFaceKeeper = (makeInstance: () => MakeInstance) => {
  const files = new LRUCache<string, Uint8Array>({ maxSize: keptBytes, sizeCalculation: ({ length }) => length });
  const faces = new LRUCache<string, ArrayBuffer>({
    maxSize: keptBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
  });
  const keyOf = ({ subset, weight, style }: FontFace): string => `${subset}/${weight}/${style}`;

  /** One face of a file: the file itself, or an instance of it. */
  const faceOf = async (file: Uint8Array, { weight, style }: FontFace): Promise<ArrayBuffer> => {
    const axes = axesOf(fontTables(file));
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
    for (const face of wanted) faces.set(keyOf(face), await faceOf(files.get(face.subset) as Uint8Array, face));
  };

  const find: OwnFaces = (face) => faces.get(keyOf(face));
  return {
    find,
    /** Takes files by their hashes. */
    take: (sent: ReadonlyMap<string, Uint8Array>): void => {
      for (const [hash, bytes] of sent) files.set(hash, bytes);
    },
    /** Draws again until the faces it asks for are there. @throws BytesLacking */
    whileLacking: async <T>(draw: () => Promise<T>): Promise<T> => {
      for (let round = 1; ; round += 1) {
        try {
          return await draw();
        } catch (error) {
          if (!(error instanceof FontsLacking) || round === mostRounds) throw error;
          await prepare(error.faces);
        }
      }
    },
  };
};
