/** Contents of a share link. */
export interface Shared {
  readonly name: string;
  readonly code: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Maximum number of characters of a link that browsers, mail and chats support. */
export const longestLink = 64 << 10;
/** Maximum number of bytes of its contents; the code of a template may have 180,000 characters. */
const mostBytes = 800_000;

/** Reads a stream. @throws when it exceeds the maximum */
const readAll = async (stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer());
    bytes += value.length;
    if (bytes > mostBytes) {
      await reader.cancel();
      throw new RangeError('too large');
    }
    chunks.push(value as Uint8Array<ArrayBuffer>);
  }
};

const through = (
  bytes: Uint8Array<ArrayBuffer>,
  transform: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> =>
  readAll(
    new Blob([bytes]).stream().pipeThrough(transform as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>),
  );

/** Encodes shared contents as URL-safe text. */
export const writeShared = async (shared: Shared): Promise<string> => {
  const packed = await through(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream('deflate-raw'));
  const binary = Array.from(packed, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};

/** Parses untrusted text of a link. @returns undefined if it is invalid */
export const readShared = async (text: string): Promise<Shared | undefined> => {
  try {
    if (text.length > longestLink) return undefined;
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const packed = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const bytes = await through(packed, new DecompressionStream('deflate-raw'));
    const { name, code, values } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const isValues = values !== null && typeof values === 'object' && !Array.isArray(values);
    if (typeof name !== 'string' || typeof code !== 'string' || !isValues) return undefined;
    return { name: name.slice(0, 120), code, values };
  } catch {
    return undefined;
  }
};
