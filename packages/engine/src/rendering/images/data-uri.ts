/**
 * Returns the bytes of a base64 or percent-encoded `data:` URI, ignoring its media type.
 *
 * @returns undefined if the text is not a `data:` URI.
 */
export const decodeDataUri = (uri: string): Uint8Array | undefined => {
  const comma = uri.indexOf(',');
  if (!/^data:/i.test(uri) || comma < 0) return undefined;
  const data = uri.slice(comma + 1);
  if (/;\s*base64\s*$/i.test(uri.slice(0, comma))) return Buffer.from(decodePercent(data), 'base64');
  return Buffer.from(decodePercent(data), 'utf8');
};

const decodePercent = (text: string): string =>
  text.includes('%')
    ? text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'))
    : text;
