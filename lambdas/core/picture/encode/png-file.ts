import { crc32 } from 'node:zlib';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** How a file holds pixels: red, green and blue, or places in a list of colours. */
const colourTypes = { rgb: 2, indexed: 3 } as const;

/** A PNG of eight bits a sample, made of its chunks. Source: https://www.w3.org/TR/png-3/ */
export const pngOf = (
  width: number,
  height: number,
  kind: keyof typeof colourTypes,
  chunks: readonly Uint8Array[],
): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, colourTypes[kind]], 8);
  return Buffer.concat([signature, chunkOf('IHDR', head), ...chunks, chunkOf('IEND', Buffer.alloc(0))]);
};

export const chunkOf = (type: string, data: Uint8Array): Buffer => {
  const chunk = Buffer.allocUnsafe(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, data.length + 8)), data.length + 8);
  return chunk;
};
