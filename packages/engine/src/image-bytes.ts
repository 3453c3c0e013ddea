/** Media types that the language model accepts. */
export const imageTypes = ['png', 'jpeg', 'gif', 'webp'] as const;
export type ImageType = (typeof imageTypes)[number];

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

/** Bytes in which the root element of an SVG file is searched. */
const svgStartBytes = 65_536;
/** The root element after spaces, processing instructions, comments and a document type, which may have brackets. */
const svgStart =
  /^(?:\s|<\?(?:(?!\?>)[\s\S])*\?>|<!--(?:(?!-->)[\s\S])*-->|<!DOCTYPE[^[>]*(?:\[[^\]]*\][^>]*)?>)*<(?:[A-Za-z][\w.-]{0,30}:)?svg[\s>/]/;

const kinds: Readonly<Record<ImageKind, (bytes: Uint8Array) => boolean>> = {
  png: (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n'),
  jpeg: (bytes) => startsWith(bytes, '\xff\xd8\xff'),
  gif: (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a'),
  webp: (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8),
  avif: isAvif,
  svg: (bytes) => svgStart.test(new TextDecoder().decode(bytes.subarray(0, svgStartBytes))),
};
const names = Object.keys(kinds) as ImageKind[];

/** Detects an image's type from its first bytes only; undefined if it cannot be rendered. */
export const getImageKind = (bytes: Uint8Array): ImageKind | undefined => names.find((name) => kinds[name](bytes));

/** Like `getImageKind`, for images that the language model accepts. */
export const getImageType = (bytes: Uint8Array): ImageType | undefined => imageTypes.find((type) => kinds[type](bytes));
