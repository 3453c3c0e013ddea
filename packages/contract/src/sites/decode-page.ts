import { walkHead } from './page-head.ts';

/** Bytes in which a `<meta>` with the encoding is looked for, as browsers do. */
const metaBytes = 1_024;
const byteOrderMarks: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
];
const named = /(?:^|;)\s*charset\s*=\s*["']?([\w.:-]{1,40})/i;

const getMarked = (bytes: Uint8Array): string | undefined =>
  byteOrderMarks.find(([, mark]) => mark.every((byte, n) => bytes[n] === byte))?.[0];

/** Returns the encoding of `<meta charset>` or `<meta http-equiv="content-type">`; undefined if there is none. */
const getDeclared = (bytes: Uint8Array): string | undefined => {
  let found: string | undefined;
  walkHead(new TextDecoder('latin1').decode(bytes.subarray(0, metaBytes)), {
    open: (name, attributes) => {
      if (name !== 'meta' || found !== undefined) return;
      const isType = attributes.get('http-equiv')?.trim().toLowerCase() === 'content-type';
      found =
        attributes.get('charset')?.trim() ?? (isType ? named.exec(attributes.get('content') ?? '')?.[1] : undefined);
    },
    text: () => undefined,
    close: () => undefined,
  });
  // what was read byte by byte cannot be UTF-16
  return /^utf-?16/i.test(found ?? '') ? 'utf-8' : found;
};

/** Decodes a page in the encoding of its byte order mark, its header or its `<meta>`, by default UTF-8. */
export const decodePage = (bytes: Uint8Array, contentType: string): string => {
  const label = getMarked(bytes) ?? named.exec(contentType)?.[1] ?? getDeclared(bytes) ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    // An unknown encoding.
    return new TextDecoder().decode(bytes);
  }
};
