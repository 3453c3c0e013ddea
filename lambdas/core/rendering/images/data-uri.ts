/**
 * The bytes of a `data:` URI, base64 or per cent encoded; its media type is not looked at, the bytes tell.
 *
 * @returns undefined when the text is none.
 */
export const bytesOfDataUri = (uri: string): Uint8Array | undefined => {
  const comma = uri.indexOf(',');
  if (!/^data:/i.test(uri) || comma < 0) return undefined;
  const data = uri.slice(comma + 1);
  if (/;\s*base64\s*$/i.test(uri.slice(0, comma))) return Buffer.from(percentDecoded(data), 'base64');
  return Buffer.from(percentDecoded(data), 'utf8');
};

const percentDecoded = (text: string): string =>
  text.includes('%')
    ? text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'))
    : text;
