const starts = (bytes: Uint8Array, text: string, at = 0) =>
  bytes.length >= at + text.length && [...text].every((char, index) => bytes[at + index] === char.charCodeAt(0));

/**
 * What a picture is, by its bytes and not by what anybody calls it. Only these are ever handed to a decoder.
 *
 * @returns undefined for anything else.
 */
export const imageKindOf = (bytes: Uint8Array): 'bitmap' | 'svg' | undefined => {
  const isBitmap =
    starts(bytes, '\x89PNG\r\n\x1a\n') ||
    starts(bytes, '\xff\xd8\xff') ||
    starts(bytes, 'GIF8') ||
    (starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8)) ||
    (starts(bytes, 'ftyp', 4) && (starts(bytes, 'avif', 8) || starts(bytes, 'avis', 8) || starts(bytes, 'mif1', 8)));
  if (isBitmap) return 'bitmap';
  const head = Buffer.from(bytes.subarray(0, 1024))
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  return head.startsWith('<') && Buffer.from(bytes).includes('<svg') ? 'svg' : undefined;
};
