import { promisify } from 'node:util';
import { constants, deflateRaw, type ZlibOptions } from 'node:zlib';
import type { Painting, PixelBox, Unchanged } from '../pixels.ts';
import { type Checksum, checksumOf, checksumOfAll } from './adler.ts';
import { type Indexed, indexer } from './indexed.ts';
import { chunkOf, pngOf } from './png-file.ts';
import { rowsOfStrip, type StripKind, type StripRows, stripCutter } from './strip-rows.ts';

/** A strip of rows, compressed, and what it adds to the checksum of the whole. */
interface Strip {
  readonly data: Buffer;
  readonly checksum: Checksum;
}

/** Strips by the background they show; they go when the engine lets go of that. */
const stripsOf = new WeakMap<object, Map<number, Strip>>();
const deflated = promisify(deflateRaw) as (bytes: Uint8Array, options: ZlibOptions) => Promise<Buffer>;
/** As far back as what is compressed may point. */
const windowBytes = 32_768;
/** Bytes of a strip of places in a list of colours. */
const indexedBytes = 1 << 17;

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
    if (indexed)
      return pngOf(width, height, 'indexed', [
        chunkOf('PLTE', indexed.colours),
        streamOf(await indexedStrips(indexed)),
      ]);
    const kept = unchanged && keptStripsOf(unchanged);
    const rowsOf = cut(canvas);
    const strips = Array.from({ length: Math.ceil(height / rowsOfStrip) }, async (_, number) => {
      // a strip points into the one above, so both must be as they were
      const [top, bottom] = [(number - 1) * rowsOfStrip, (number + 1) * rowsOfStrip];
      const reuse = unchanged?.except.some((box) => reaches(box, top, bottom)) ? undefined : kept;
      const known = reuse?.get(number);
      if (known) return known;
      const strip = await compressRows(rowsOf(number), number === 0 ? undefined : rowsOf(number - 1));
      reuse?.set(number, strip);
      return strip;
    });
    return pngOf(width, height, 'rgb', [streamOf(await Promise.all(strips))]);
  };
};

const indexedStrips = ({ rows }: Indexed): Promise<Strip[]> =>
  Promise.all(
    Array.from({ length: Math.ceil(rows.length / indexedBytes) }, (_, number) => {
      const [from, end] = [number * indexedBytes, (number + 1) * indexedBytes];
      return compress(rows.subarray(from, end), methods.flat, rows.subarray(0, from));
    }),
  );

/** All strips as the one stream of a file. */
const streamOf = (strips: readonly Strip[]): Buffer => {
  // an empty last block, and the checksum
  const tail = Buffer.from([3, 0, 0, 0, 0, 0]);
  tail.writeUInt32BE(checksumOfAll(strips.map(({ checksum }) => checksum)), 2);
  return chunkOf('IDAT', Buffer.concat([Buffer.from([0x78, 0x9c]), ...strips.map(({ data }) => data), tail]));
};

const keptStripsOf = ({ background }: Unchanged): Map<number, Strip> => {
  const known = stripsOf.get(background) ?? new Map<number, Strip>();
  stripsOf.set(background, known);
  return known;
};

const reaches = (box: PixelBox, top: number, bottom: number) => box.top < bottom && box.bottom > top;

/** What has next to no repetition is only coded, which takes a tenth of the time of looking for some. */
const methods: Readonly<Record<StripKind, ZlibOptions>> = {
  flat: { level: 7 },
  mixed: { level: 1, strategy: constants.Z_RLE },
  busy: { strategy: constants.Z_HUFFMAN_ONLY },
};

const compressRows = ({ bytes, kind }: StripRows, above: StripRows | undefined): Promise<Strip> =>
  compress(bytes, methods[kind], kind === 'flat' ? above?.bytes : undefined);

/** @param before what it may point back into */
const compress = async (bytes: Buffer, options: ZlibOptions, before?: Buffer): Promise<Strip> => {
  const data = deflated(bytes, {
    ...options,
    ...(before && before.length > 0 && { dictionary: before.subarray(-windowBytes) }),
    finishFlush: constants.Z_SYNC_FLUSH,
  });
  // meanwhile
  const checksum = checksumOf(bytes);
  return { data: await data, checksum };
};
