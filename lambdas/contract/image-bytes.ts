/** Media types of pictures a language model takes. */
export const pictureTypes = ['png', 'jpeg', 'gif', 'webp'] as const;
export type PictureType = (typeof pictureTypes)[number];

const startsWith = (bytes: Uint8Array, signature: string, at = 0): boolean =>
  Buffer.from(bytes.subarray(at, at + signature.length)).toString('latin1') === signature;

/** What a picture is by its first bytes, whatever it is said to be; undefined for anything else. */
export const pictureTypeOf = (bytes: Uint8Array): PictureType | undefined => {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png';
  if (startsWith(bytes, '\xff\xd8\xff')) return 'jpeg';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'gif';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp';
  return undefined;
};
