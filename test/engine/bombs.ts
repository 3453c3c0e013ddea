import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};
const u16le = (value: number): Buffer => Buffer.from([value & 255, value >> 8]);
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

/** A chunk of a PNG, with a right checksum. */
const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([latin(type), data]);
  return Buffer.concat([u32(data.length), body, u32(crc32(body))]);
};
const signature = Buffer.from('89504e470d0a1a0a', 'hex');

interface PngExtras {
  readonly depth?: number;
  readonly colour?: number;
  readonly interlace?: number;
  readonly more?: readonly Buffer[];
}

/** @param pixelBytes bytes of pixel data, all zero, whatever the size says. */
const png = (
  width: number,
  height: number,
  pixelBytes: number,
  { depth = 8, colour = 6, interlace = 0, more = [] }: PngExtras = {},
): Buffer =>
  Buffer.concat([
    signature,
    chunk('IHDR', Buffer.concat([u32(width), u32(height), Buffer.from([depth, colour, 0, 0, interlace])])),
    ...more,
    chunk('IDAT', deflateSync(Buffer.alloc(pixelBytes))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
const smallBytes = 8 * 33;
const smallWith = (...more: readonly Buffer[]): Buffer => png(8, 8, smallBytes, { more });

const zeros = (bytes: number): Buffer => deflateSync(Buffer.alloc(bytes));

/** A GIF whose one frame is empty, as often as wanted. */
const gif = (width: number, height: number, frames: number): Buffer => {
  const frame = Buffer.concat([
    Buffer.from([0x2c, 0, 0, 0, 0]),
    u16le(width),
    u16le(height),
    Buffer.from([0, 2, 2, 0x44, 1, 0]),
  ]);
  return Buffer.concat([
    latin('GIF89a'),
    u16le(width),
    u16le(height),
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from([0x3b]),
  ]);
};

const riff = (body: Buffer): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length + 4);
  return Buffer.concat([latin('RIFF'), size, latin('WEBP'), body]);
};
const webpChunk = (type: string, data: Buffer): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  return Buffer.concat([latin(type), size, data]);
};

/** Real images to tell lies about. */
const real = async (format: 'jpeg' | 'webp' | 'avif' | 'gif' | 'png'): Promise<Buffer> =>
  sharp({ create: { width: 16, height: 16, channels: 3, background: '#336699' } })
    .toFormat(format)
    .toBuffer();

/** The size a JPEG names in its frame header. */
const jpegOfSize = (jpeg: Buffer, width: number, height: number): Buffer => {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  const lie = Buffer.from(jpeg);
  lie.writeUInt16BE(height, at + 5);
  lie.writeUInt16BE(width, at + 7);
  return lie;
};
/** The size an AVIF names. */
const avifOfSize = (avif: Buffer, width: number, height: number): Buffer => {
  const at = avif.indexOf('ispe');
  const lie = Buffer.from(avif);
  lie.writeUInt32BE(width, at + 8);
  lie.writeUInt32BE(height, at + 12);
  return lie;
};

/** Images that lie, swell or are none, by what they are. */
export const bombs = async (): Promise<Readonly<Record<string, Uint8Array>>> => {
  const [jpeg, webp, avif, plainGif, plainPng] = await Promise.all(
    (['jpeg', 'webp', 'avif', 'gif', 'png'] as const).map(real),
  );
  if (!(jpeg && webp && avif && plainGif && plainPng)) throw new Error('no images');
  const scan = jpeg.subarray(jpeg.indexOf(Buffer.from([0xff, 0xda])), -2);
  const canvas = Buffer.from([0x10, 0, 0, 0, 255, 255, 255, 255, 255, 255]);
  return {
    'png of 20,000 square in 50 KB': png(20_000, 20_000, 50_020_000, { depth: 1, colour: 0 }),
    'png of 4,900 square, one bit': png(4_900, 4_900, 3_008_600, { depth: 1, colour: 0 }),
    'png of two billion square': png(2 ** 31 - 1, 2 ** 31 - 1, smallBytes),
    'png beyond its numbers': png(2 ** 32 - 1, 2 ** 32 - 1, smallBytes),
    'png of no size': png(0, 0, smallBytes),
    'png one pixel high and a billion wide': png(2 ** 30, 1, smallBytes),
    'png of a pixel that unpacks to 200 MB': png(1, 1, 200_000_000),
    'png with text that unpacks to 200 MB': smallWith(
      chunk('zTXt', Buffer.concat([latin('a\0\0'), zeros(200_000_000)])),
    ),
    'png with a profile that unpacks to 200 MB': smallWith(
      chunk('iCCP', Buffer.concat([latin('a\0\0'), zeros(200_000_000)])),
    ),
    'png with 100,000 chunks': smallWith(...Array.from({ length: 100_000 }, () => chunk('tEXt', latin('a\0b')))),
    'png of a depth nobody has': png(8, 8, smallBytes, { depth: 3, colour: 7 }),
    'png of sixteen bits, interlaced, large': png(4_000, 4_000, 128_100_000, { depth: 16, colour: 6, interlace: 1 }),
    'png without a palette': png(8, 8, smallBytes, { colour: 3 }),
    'png that ends in its head': plainPng.subarray(0, 30),
    'png that ends in the middle': plainPng.subarray(0, plainPng.length - 20),
    'jpeg of 65,535 square': jpegOfSize(jpeg, 65_535, 65_535),
    'jpeg of no size': jpegOfSize(jpeg, 0, 0),
    'jpeg of 4,900 square without data': jpegOfSize(jpeg, 4_900, 4_900),
    'jpeg of 20,000 scans': Buffer.concat([
      jpegOfSize(jpeg, 2_000, 2_000).subarray(0, -2),
      ...Array.from({ length: 20_000 }, () => scan),
    ]),
    'jpeg that ends in its head': jpeg.subarray(0, 20),
    'jpeg of markers only': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(1_000_000, 0xff)]),
    'gif of 65,535 square': gif(65_535, 65_535, 1),
    'gif of 50,000 frames': gif(100, 100, 50_000),
    'gif of 4,900 square, 200 frames': gif(4_900, 4_900, 200),
    'gif that ends in its head': plainGif.subarray(0, 12),
    'webp of sixteen million square': riff(Buffer.concat([webpChunk('VP8X', canvas), webp.subarray(12)])),
    'webp of 16,384 square without data': riff(webpChunk('VP8L', Buffer.from([0x2f, 255, 255, 255, 255, 0, 0, 0]))),
    'webp of 10,000 frames': riff(
      Buffer.concat([
        webpChunk('VP8X', Buffer.from([2, 0, 0, 0, 99, 0, 0, 99, 0, 0])),
        webpChunk('ANIM', Buffer.alloc(6)),
        ...Array.from({ length: 10_000 }, () =>
          webpChunk('ANMF', Buffer.concat([Buffer.alloc(16), webp.subarray(12)])),
        ),
      ]),
    ),
    'webp that ends in its head': webp.subarray(0, 16),
    'avif of 65,535 square': avifOfSize(avif, 65_535, 65_535),
    'avif of four billion square': avifOfSize(avif, 2 ** 32 - 1, 2 ** 32 - 1),
    'avif of no size': avifOfSize(avif, 0, 0),
    'avif that ends in its head': avif.subarray(0, 40),
    'jpeg that ends in its pixels': jpeg.subarray(0, -40),
    'webp with a byte of another': Buffer.concat([webp.subarray(0, 30), Buffer.from([255, 0, 255]), webp.subarray(33)]),
    'png of one line of 65,535': png(65_535, 1, 65_535 * 4 + 1),
    'avif of boxes in boxes': Buffer.concat([
      avif.subarray(0, 40),
      ...Array.from({ length: 50_000 }, () => Buffer.concat([u32(0xffff), latin('meta')])),
    ]),
    'an svg that begins as a gif': latin('GIF89a<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'an svg that begins as a png': Buffer.concat([signature, latin('<svg xmlns="http://www.w3.org/2000/svg"/>')]),
    'a packed svg': Buffer.from('1f8b0800000000000003', 'hex'),
    'a page': latin('<!DOCTYPE html><html><svg></svg></html>'),
    'a script for an image program': latin(
      'push graphic-context\nviewbox 0 0 9 9\nimage over 0,0 9,9 "/etc/passwd"\npop graphic-context <svg',
    ),
    postscript: latin('%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) (r) file <svg'),
    'a pdf': latin('%PDF-1.7 <svg'),
    'a tiff': Buffer.from('49492a0008000000ffff', 'hex'),
    'a bitmap': Buffer.from(`424d${'ff'.repeat(60)}`, 'hex'),
    'an icon': Buffer.from(`00000100ffff${'ff'.repeat(60)}`, 'hex'),
    'a jpeg xl': Buffer.from('0000000c4a584c200d0a870a', 'hex'),
    'a heic': latin('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
    'a font': Buffer.concat([Buffer.from('00010000ffff', 'hex'), Buffer.alloc(500, 0xff)]),
    'a packed font': Buffer.concat([latin('wOFF'), Buffer.alloc(500, 0xff)]),
    nothing: Buffer.alloc(0),
    'ten million bytes of nothing': Buffer.alloc(10_000_000),
    'ten million bytes of svg': latin(
      `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${'<g/>'.repeat(2_400_000)}</svg>`,
    ),
    'ten million bytes of one path': latin(
      `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0${'l1 1'.repeat(2_400_000)}"/></svg>`,
    ),
  };
};
