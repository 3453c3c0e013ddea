/** Media types that the language model accepts. */
export const imageTypes = ['png', 'jpeg', 'gif', 'webp'] as const;
export type ImageType = (typeof imageTypes)[number];

/** Kinds of images that can be rendered. */
export type ImageKind = ImageType | 'avif' | 'svg';

const startsWith = (bytes: Uint8Array, signature: string, at = 0): boolean =>
  Buffer.from(bytes.subarray(at, at + signature.length)).toString('latin1') === signature;

/** An AVIF file lists its brands in its first box. */
const isAvif = (bytes: Uint8Array): boolean => {
  if (!startsWith(bytes, 'ftyp', 4) || bytes.length < 16) return false;
  const end = Math.min(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0), bytes.length, 256);
  for (let at = 8; at + 4 <= end; at += 4) {
    if (startsWith(bytes, 'avif', at) || startsWith(bytes, 'avis', at)) return true;
  }
  return false;
};

/** Returns the end of a document type. Declarations in brackets may contain further `>`. */
const getDoctypeEnd = (text: string, at: number): number => {
  const end = text.indexOf('>', at);
  if (!text.slice(at, end).includes('[')) return end;
  const bracket = text.indexOf(']', at);
  return bracket === -1 ? -1 : text.indexOf('>', bracket);
};

const getEnd =
  (mark: string) =>
  (text: string, at: number): number => {
    const found = text.indexOf(mark, at);
    return found === -1 ? -1 : found + mark.length - 1;
  };

/** What may precede the root element of an SVG file, each with a search for its last character; -1 if there is none. */
const prologue: readonly (readonly [string, (text: string, at: number) => number])[] = [
  ['<?', getEnd('?>')],
  ['<!--', getEnd('-->')],
  ['<!DOCTYPE', getDoctypeEnd],
];

/** Bytes that comments and declarations before the root element may take. */
const prologueBytes = 65_536;

/** Returns whether the root element of a text is `svg`. */
const isSvg = (bytes: Uint8Array): boolean => {
  const text = new TextDecoder().decode(bytes.subarray(0, prologueBytes));
  for (let at = 0; ; ) {
    while (/\s/.test(text.charAt(at))) at += 1;
    const part = prologue.find(([start]) => text.startsWith(start, at));
    if (!part) return /^<(?:[A-Za-z][\w.-]{0,30}:)?svg[\s>/]/.test(text.slice(at, at + 50));
    const end = part[1](text, at);
    if (end === -1) return false;
    at = end + 1;
  }
};

const kinds: Readonly<Record<ImageKind, (bytes: Uint8Array) => boolean>> = {
  png: (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n'),
  jpeg: (bytes) => startsWith(bytes, '\xff\xd8\xff'),
  gif: (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a'),
  webp: (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8),
  avif: isAvif,
  svg: isSvg,
};
const names = Object.keys(kinds) as ImageKind[];

/** Detects an image's type from its first bytes only; undefined if it cannot be rendered. */
export const getImageKind = (bytes: Uint8Array): ImageKind | undefined => names.find((name) => kinds[name](bytes));

/** Like `getImageKind`, for images that the language model accepts. */
export const getImageType = (bytes: Uint8Array): ImageType | undefined => imageTypes.find((type) => kinds[type](bytes));
