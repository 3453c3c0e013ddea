import type { ShownFile } from './shown-file.ts';

/** Returns the number of bytes of a colour table whose flags are given. */
const getTableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1));

/** Returns the offset of the first image descriptor; undefined if the file ends before. */
const findFirstFrame = (bytes: Uint8Array): number | undefined => {
  let at = 13 + getTableBytes(bytes[10] ?? 0);
  while (bytes[at] === 0x21) {
    at += 2;
    while ((bytes[at] ?? 0) > 0) at += (bytes[at] as number) + 1;
    at += 1;
  }
  return bytes[at] === 0x2c && at + 10 <= bytes.length ? at : undefined;
};

/**
 * Returns a GIF whose canvas is its first frame, with the place of that frame: libvips fills what is around it with
 * black. Browsers extend a canvas that is smaller. Source: GIF89a, 18 to 20
 */
export const getShownGif = (bytes: Uint8Array): ShownFile => {
  const at = findFirstFrame(bytes);
  if (at === undefined) return { bytes };
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [left, top, width, height] = [1, 3, 5, 7].map((field) => file.readUInt16LE(at + field)) as [
    number,
    number,
    number,
    number,
  ];
  const canvas = {
    width: Math.max(file.readUInt16LE(6), left + width),
    height: Math.max(file.readUInt16LE(8), top + height),
  };
  if (width === 0 || height === 0 || (width === canvas.width && height === canvas.height)) return { bytes };
  const copy = Buffer.from(bytes);
  for (const [offset, value] of [
    [6, width],
    [8, height],
    [at + 1, 0],
    [at + 3, 0],
  ] as const)
    copy.writeUInt16LE(value, offset);
  return { bytes: copy, place: { left, top, canvas } };
};
