import { promisify } from 'node:util';
import { constants, deflate, deflateRaw, type ZlibOptions } from 'node:zlib';
import type { Painting, PixelBox, Unchanged } from '../pixels.ts';
import { type Checksum, checksumOf, checksumOfAll } from './adler.ts';
import { type Indexed, indexer } from './indexed.ts';
import { chunkOf, pngOf } from './png-file.ts';
import { rowsOfStrip, type StripKind, type StripRows, stripCutter } from './strip-rows.ts';

/** A strip of rows, compressed: a chunk of the file, and what it adds to the checksum of the whole. */
interface Strip {
  readonly chunk: Buffer;
  readonly checksum: Checksum;
}

/** Strips by the background they show; they go when the engine lets go of that. */
const stripsOf = new WeakMap<object, Map<number, Strip>>();
type Compress = (bytes: Uint8Array, options: ZlibOptions) => Promise<Buffer>;
const [compressWhole, compressPart] = [deflate, deflateRaw].map((one) => promisify(one) as Compress) as [
  Compress,
  Compress,
];
/** As far back as what is compressed may point. */
const windowBytes = 32_768;

/**
 * Makes the function that writes opaque pictures as PNG, one after the other: one byte a pixel where there are few colours, three
 * otherwise, in strips of rows. Strips are compressed on all cores at once, and those that are as in an earlier picture only
 * once. A file is the same whether its strips were kept or not.
 *
 * Source: https://www.w3.org/TR/png-3/ and RFC 1950.
 */
export const opaquePngWriter = () => {
  const index = indexer();
  const cut = stripCutter();
  return async ({ canvas, unchanged }: Painting): Promise<Buffer> => {
    const { width, height } = canvas;
    const indexed = index(canvas);
    if (indexed) return pngOf(width, height, 'indexed', await indexedChunks(indexed));
    const kept = unchanged && keptStripsOf(unchanged);
    const rowsOf = cut(canvas);
    const strips = Array.from({ length: Math.ceil(height / rowsOfStrip) }, async (_, number) => {
      // a strip points into the one above, so both must be as they were
      const [top, bottom] = [(number - 1) * rowsOfStrip, (number + 1) * rowsOfStrip];
      const reuse = unchanged?.except.some((box) => reaches(box, top, bottom)) ? undefined : kept;
      const known = reuse?.get(number);
      if (known) return known;
      const compressed = await compress(rowsOf(number), number === 0 ? undefined : rowsOf(number - 1));
      reuse?.set(number, compressed);
      return compressed;
    });
    return pngOf(width, height, 'rgb', stripChunks(await Promise.all(strips)));
  };
};

const indexedChunks = async ({ colours, rows }: Indexed): Promise<Buffer[]> => [
  chunkOf('PLTE', colours),
  chunkOf('IDAT', await compressWhole(rows, { level: 7, memLevel: 9 })),
];

const stripChunks = (strips: readonly Strip[]): Buffer[] => {
  // an empty last block, and the checksum
  const tail = Buffer.from([3, 0, 0, 0, 0, 0]);
  tail.writeUInt32BE(checksumOfAll(strips.map(({ checksum }) => checksum)), 2);
  return [chunkOf('IDAT', Buffer.from([0x78, 0x9c])), ...strips.map(({ chunk }) => chunk), chunkOf('IDAT', tail)];
};

const keptStripsOf = ({ background }: Unchanged): Map<number, Strip> => {
  const known = stripsOf.get(background) ?? new Map<number, Strip>();
  stripsOf.set(background, known);
  return known;
};

const reaches = (box: PixelBox, top: number, bottom: number) => box.top < bottom && box.bottom > top;

/** What has next to no repetition is only coded, which takes a tenth of the time of looking for some. */
const methods: Readonly<Record<StripKind, ZlibOptions>> = {
  flat: { level: 8, memLevel: 9 },
  mixed: { level: 1, strategy: constants.Z_RLE },
  busy: { strategy: constants.Z_HUFFMAN_ONLY },
};

const compress = async ({ bytes, kind }: StripRows, above: StripRows | undefined): Promise<Strip> => {
  const dictionary = kind === 'flat' ? above?.bytes.subarray(-windowBytes) : undefined;
  const data = await compressPart(bytes, {
    ...methods[kind],
    ...(dictionary && { dictionary }),
    finishFlush: constants.Z_SYNC_FLUSH,
  });
  return { chunk: chunkOf('IDAT', data), checksum: checksumOf(bytes) };
};
