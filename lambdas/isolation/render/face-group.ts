import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** One face of a subset of a family, as TrueType or OpenType. */
export interface GroupedFace {
  readonly weight: number;
  readonly style: string;
  readonly data: Uint8Array;
}

/** Ending of the names of packed files, after family and subset. */
export const facesEnding = '.faces';

/** Length of the index in bytes. */
const prefixBytes = 4;
/** Faces of one subset differ little, so the window holds all of them. Level 9 takes six times as long for 2% less. */
const compression = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_QUALITY]: 5 };

/**
 * Packs the faces of one subset into one file: the length of the index, the index (JSON: weight, style and length of
 * each face, in order), and the faces. Compressed together, they take about half as much as WOFF files.
 */
export const packFaces = (faces: readonly GroupedFace[]): Buffer => {
  const index = Buffer.from(JSON.stringify(faces.map(({ weight, style, data }) => [weight, style, data.length])));
  const length = Buffer.alloc(prefixBytes);
  length.writeUInt32LE(index.length);
  return brotliCompressSync(Buffer.concat([length, index, ...faces.map(({ data }) => data)]), { params: compression });
};

/** Opens a file of `packFaces`. @returns a function that returns a face; undefined if there is none */
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
