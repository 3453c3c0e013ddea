import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { type Painting, type PixelBox, reusedWords, type Unchanged } from '../pixels.ts';
import { packRgb } from './pack.ts';

/** A strip of rows, compressed: a chunk of the file, and what it adds to the checksum of the whole. */
interface Strip {
  readonly chunk: Buffer;
  readonly checksum: Checksum;
}

/** The two sums of Adler-32 over some bytes, as if they stood alone. */
interface Checksum {
  readonly low: number;
  readonly high: number;
  readonly length: number;
}

const rowsOfStrip = 64;
const signature = Buffer.from('89504e470d0a1a0a', 'hex');
/** Strips by the background they show; they go when the engine lets go of that. */
const stripsOf = new WeakMap<object, Map<number, Strip>>();
const deflate = promisify<Uint8Array, object, Buffer>(deflateRaw);

/**
 * Makes the function that writes opaque pictures as PNG, one after the other, three bytes a pixel. Strips of rows are compressed apart from each other: on all cores
 * at once, and those that are as in an earlier picture only once. A file is the same whether its strips were kept or
 * not.
 *
 * Source: https://www.w3.org/TR/png-3/ and RFC 1950.
 */
export const opaquePngWriter = () => {
  const pixels = reusedWords();
  const rows = reusedWords();
  return async ({ canvas, unchanged }: Painting): Promise<Buffer> => {
    const { words, width, height } = canvas;
    const kept = unchanged && keptStripsOf(unchanged);
    const across = width * 3;
    const room = bytesOf(rows(Math.ceil(((across + 1) * height) / 4)));
    const strips = Array.from({ length: Math.ceil(height / rowsOfStrip) }, async (_, number) => {
      const [top, bottom] = [number * rowsOfStrip, Math.min(height, (number + 1) * rowsOfStrip)];
      const reuse = unchanged?.except.some((box) => reaches(box, top, bottom)) ? undefined : kept;
      const known = reuse?.get(number);
      if (known) return known;
      const strip = words.subarray(top * width, bottom * width);
      const isBusy = busyness(strip, width) > 0.35;
      const filtered = room.subarray(top * (across + 1), bottom * (across + 1));
      filterRows(packRgb(strip, pixels), across, isBusy, filtered);
      const compressed = await compress(filtered, isBusy);
      reuse?.set(number, compressed);
      return compressed;
    });
    return fileOf(await Promise.all(strips), width, height);
  };
};

const bytesOf = (words: Uint32Array): Buffer => Buffer.from(words.buffer, words.byteOffset, words.byteLength);

const fileOf = (strips: readonly Strip[], width: number, height: number): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits, red green blue.
  head.set([8, 2], 8);
  const whole = strips.reduce<Checksum>((sum, { checksum }) => joined(sum, checksum), { low: 1, high: 0, length: 0 });
  // An empty last block, and the checksum.
  const tail = Buffer.from([3, 0, 0, 0, 0, 0]);
  tail.writeUInt32BE(((whole.high << 16) | whole.low) >>> 0, 2);
  return Buffer.concat([
    signature,
    chunkOf('IHDR', head),
    chunkOf('IDAT', Buffer.from([0x78, 0x9c])),
    ...strips.map(({ chunk }) => chunk),
    chunkOf('IDAT', tail),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
};

const keptStripsOf = ({ background }: Unchanged): Map<number, Strip> => {
  const known = stripsOf.get(background) ?? new Map<number, Strip>();
  stripsOf.set(background, known);
  return known;
};

const reaches = (box: PixelBox, top: number, bottom: number) => box.top < bottom && box.bottom > top;

const compress = async (rows: Uint8Array, isBusy: boolean): Promise<Strip> => {
  // What has next to no repetition is only coded, which takes a tenth of the time of looking for some.
  const method = isBusy ? { level: 1, strategy: constants.Z_RLE } : { level: 5 };
  const data = await deflate(rows, { ...method, finishFlush: constants.Z_SYNC_FLUSH });
  return { chunk: chunkOf('IDAT', data), checksum: checksumOf(rows) };
};

/** Share of pixels unlike both the one to the left and the one above; looked at here and there. */
const busyness = (words: Uint32Array, width: number): number => {
  let [busy, all] = [0, 0];
  for (let row = width * 3; row < words.length; row += width * 5) {
    for (let at = row + 1; at < row + width; at += 3) {
      all += 1;
      if (words[at] !== words[at - 1] && words[at] !== words[at - width]) busy += 1;
    }
  }
  return all === 0 ? 0 : busy / all;
};

/** Writes rows with the byte that names their filter before them: none, or the difference to the row above. */
const filterRows = (bytes: Buffer, across: number, isBusy: boolean, out: Buffer): void => {
  const rows = bytes.length / across;
  for (let row = 0; row < rows; row += 1) {
    const to = row * (across + 1);
    const from = row * across;
    // The row above the first one belongs to another strip.
    const isDifference = isBusy && row > 0;
    out[to] = isDifference ? 2 : 0;
    if (!isDifference) bytes.copy(out, to + 1, from, from + across);
    else {
      for (let at = 0; at < across; at += 1)
        out[to + 1 + at] = (bytes[from + at] as number) - (bytes[from + at - across] as number);
    }
  }
};

const chunkOf = (type: string, data: Uint8Array): Buffer => {
  const chunk = Buffer.allocUnsafe(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, data.length + 8)), data.length + 8);
  return chunk;
};

const modulus = 65_521;

const checksumOf = (bytes: Uint8Array): Checksum => {
  let [low, high] = [0, 0];
  // So many bytes can be summed before 32 bits are full.
  for (let start = 0; start < bytes.length; start += 5_552) {
    const end = Math.min(bytes.length, start + 5_552);
    let at = start;
    // Four at a time: each waits for the one before it otherwise.
    for (; at + 3 < end; at += 4) {
      const a = bytes[at] as number;
      const b = bytes[at + 1] as number;
      const c = bytes[at + 2] as number;
      const d = bytes[at + 3] as number;
      high += 4 * low + 4 * a + 3 * b + 2 * c + d;
      low += a + b + c + d;
    }
    for (; at < end; at += 1) {
      low += bytes[at] as number;
      high += low;
    }
    low %= modulus;
    high %= modulus;
  }
  return { low, high, length: bytes.length };
};

/** The sums of two runs of bytes one after the other: every byte of the second run has the first's low sum before it. */
const joined = (one: Checksum, next: Checksum): Checksum => ({
  low: (one.low + next.low) % modulus,
  high: (one.high + next.high + ((one.low * (next.length % modulus)) % modulus)) % modulus,
  length: one.length + next.length,
});
