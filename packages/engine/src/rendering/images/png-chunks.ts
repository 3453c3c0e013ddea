import { crc32, deflateSync } from 'node:zlib';

/** A chunk of a PNG. */
export interface PngChunk {
  readonly type: string;
  readonly data: Buffer;
}

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** Returns the chunks of a PNG, without copying; those before the first that is cut off. */
export const readPngChunks = (bytes: Uint8Array): PngChunk[] => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: PngChunk[] = [];
  let at = signature.length;
  while (at + 12 <= file.length) {
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length) break;
    chunks.push({ type: file.toString('latin1', at + 4, at + 8), data: file.subarray(at + 8, end - 4) });
    at = end;
  }
  return chunks;
};

/** Returns a PNG of chunks. */
export const writePng = (chunks: readonly PngChunk[]): Buffer =>
  Buffer.concat([
    signature,
    ...chunks.flatMap(({ type, data }) => {
      const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
      const ends = Buffer.alloc(8);
      ends.writeUInt32BE(data.length, 0);
      ends.writeUInt32BE(crc32(body), 4);
      return [ends.subarray(0, 4), body, ends.subarray(4)];
    }),
  ]);

/** Returns the chunk that holds an ICC profile. */
export const toProfileChunk = (profile: Buffer): PngChunk => ({
  type: 'iCCP',
  data: Buffer.concat([Buffer.from('colours\0\0', 'latin1'), deflateSync(profile)]),
});
