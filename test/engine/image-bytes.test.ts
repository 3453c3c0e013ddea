import { describe, expect, it } from 'vitest';
import { getImageKind } from '#engine/image-bytes.ts';

const getBytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';

describe('the kind of an image by its bytes', () => {
  it.each([
    ['png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
    ['jpeg', '\xff\xd8\xff\xe0\0\x10JFIF'],
    ['gif', 'GIF89a\x01\0\x01\0'],
    ['webp', 'RIFF\x10\0\0\0WEBPVP8 '],
    ['avif', '\0\0\0\x1cftypavif\0\0\0\0mif1miaf'],
    ['avif', '\0\0\0\x1cftypmif1\0\0\0\0miafavif....'],
    ['svg', svg],
    ['svg', `\xef\xbb\xbf\n<?xml version="1.0"?>\n<!-- a > b -->${svg}`],
    ['svg', `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">${svg}`],
    ['svg', `<!DOCTYPE svg [<!ENTITY a "b"><!ENTITY c "d">] >${svg}`],
    ['svg', '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"/>'],
  ])('is %s', (type, text) => {
    expect(getImageKind(getBytes(text))).toBe(type);
  });

  it.each([
    ['nothing', ''],
    ['a web page', '<!DOCTYPE html><html><svg></svg></html>'],
    ['a web page without a document type', '<html><svg/></html>'],
    ['JSON', '{"svg":"<svg>"}'],
    ['credentials', 'AKIA<svg>'],
    ['a video', '\0\0\0\x1cftypisom\0\0\0\0mp42'],
    ['a sound', 'RIFF\x10\0\0\0WAVEfmt '],
    ['a cut file', '\x89PNG'],
    ['another element that begins alike', '<svgx/>'],
    ['a comment without end', `<!-- ] > ${svg}`],
    ['a document type without end', `<!-- ] > --><!DOCTYPE svg [ ${'x'.repeat(100)}`],
    ['a bracket without end', `<!-- ] > --><!DOCTYPE svg [ > ${svg}`],
  ])('is none for %s', (_title, text) => {
    expect(getImageKind(getBytes(text))).toBeUndefined();
  });

  const pieces = ['<?a?>', '<!---->', '<!DOCTYPE>', ' ', '<!DOCTYPE['];
  it.each(pieces)('is found in the beginning of 10 MB of %s', (piece) => {
    const bytes = new CountedBytes(new ArrayBuffer(10_000_000));
    bytes.set(getBytes(piece.repeat(2_000_000 / piece.length)));
    expect(getImageKind(bytes)).toBeUndefined();
    expect(bytes.taken).toBeLessThan(100_000);
  });
});

/** Counts how many of its bytes are taken out of it. */
class CountedBytes extends Uint8Array<ArrayBuffer> {
  taken = 0;

  override subarray(start = 0, end = this.length): Uint8Array<ArrayBuffer> {
    this.taken += Math.min(end, this.length) - start;
    return new Uint8Array(this.buffer).subarray(start, end);
  }
}
