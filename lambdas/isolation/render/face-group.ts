import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** One face of a subset of a family: TrueType or OpenType. */
export interface GroupedFace {
  readonly weight: number;
  readonly style: string;
  readonly data: Uint8Array;
}

/** How the name of such a file ends, after family and subset. */
export const facesEnding = '.faces';

/** Length of the index in bytes. */
const prefixBytes = 4;
/** Faces of one subset differ in little: the window holds all of them. Level 9 takes six times as long for 2% less. */
const compression = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_QUALITY]: 5 };

/**
 * Returns the faces of one subset as one file, compressed together to about half of what they take as WOFF: the length
 * of the index, the index (JSON: weight, style and length of each face, in order), and the faces.
 */
export const packFaces = (faces: readonly GroupedFace[]): Buffer => {
  const index = Buffer.from(JSON.stringify(faces.map(({ weight, style, data }) => [weight, style, data.length])));
  const length = Buffer.alloc(prefixBytes);
  length.writeUInt32LE(index.length);
  return brotliCompressSync(Buffer.concat([length, index, ...faces.map(({ data }) => data)]), { params: compression });
};

/** Opens a file of `packFaces`. @returns a function that finds a face; undefined if it has none of weight and style. */
export const openFaces = (file: Uint8Array): ((weight: number, style: string) => ArrayBuffer | undefined) => {
  const bytes = brotliDecompressSync(file);
  let at = prefixBytes + bytes.readUInt32LE(0);
  const index: [number, string, number][] = JSON.parse(bytes.toString('utf8', prefixBytes, at));
  const faces = new Map<string, Buffer>();
  for (const [weight, style, length] of index) {
    faces.set(`${weight}/${style}`, bytes.subarray(at, at + length));
    at += length;
  }
  return (weight, style) => {
    const face = faces.get(`${weight}/${style}`);
    return face && new Uint8Array(face).buffer;
  };
};
