import type { CallToolResult } from '@modelcontextprotocol/server';

export type Block = CallToolResult['content'][number];

/** Agents reject images of more than 5 MB in base64. */
const largestImageBytes = 3_750_000;

export const text = (words: string): Block => ({ type: 'text', text: words });

/** Returns facts as one line of JSON, because indents cost tokens. */
export const json = (value: unknown): Block => text(JSON.stringify(value));

/** Returns an image for an agent, or a sentence if it is too large. */
export const image = (mimeType: string, bytes: number, base64: string): Block =>
  bytes > largestImageBytes
    ? text(
        `The image has ${bytes.toLocaleString('en')} bytes, too many to be shown: ask for webp or jpeg, or for a smaller devicePixelRatio.`,
      )
    : { type: 'image', mimeType, data: base64 };
