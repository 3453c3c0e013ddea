import { deflateRawSync } from 'node:zlib';
import { markDifferences } from 'image-url-studio/page/history/mark-differences.ts';
import { readShared, writeShared } from 'image-url-studio/page/share/share-link.ts';
import { describe, expect, it } from 'vitest';

const packed = (text: string): string => deflateRawSync(text).toString('base64url');

describe('a share link', () => {
  it('brings name, code and values along as they were', async () => {
    const shared = {
      name: 'Überschrift ✓',
      code: 'export default () => <p>漢字</p>;\n'.repeat(500),
      values: { a: [1, { b: '' }] },
    };

    const text = await writeShared(shared);

    expect(text).toMatch(/^[\w-]+$/);
    expect(text.length).toBeLessThan(1_000);
    expect(await readShared(text)).toEqual(shared);
  });

  it.each([
    ['is empty', ''],
    ['is no base64', '<script>'],
    ['is not compressed', Buffer.from('{"name":"a","code":"b","values":{}}').toString('base64url')],
    ['is no JSON', packed('{')],
    ['is null', packed('null')],
    ['has no code', packed('{"name":"a","values":{}}')],
    ['has a name that is no text', packed('{"name":{},"code":"b","values":{}}')],
    ['has a list of values', packed('{"name":"a","code":"b","values":[]}')],
    ['is cut', packed('{"name":"a","code":"b","values":{}}').slice(0, -6)],
    ['unpacks to more than it may', packed(`{"name":"a","code":"${' '.repeat(800_000)}","values":{}}`)],
    ['is longer than a link', packed(Array.from({ length: 9_000 }, (_, n) => `${n * 7_919}`).join('-')).repeat(4)],
  ])('that %s is refused', async (_what, text) => {
    expect(await readShared(text)).toBeUndefined();
  });

  it('takes no more than 120 characters for a name', async () => {
    expect((await readShared(await writeShared({ name: 'n'.repeat(500), code: '', values: {} })))?.name).toHaveLength(
      120,
    );
  });
});

describe('the difference of two images', () => {
  const pixels = (...values: number[]) => new Uint8ClampedArray(values);

  it('counts pixels that differ in any channel, and marks them red', () => {
    const after = pixels(10, 10, 10, 255, 200, 10, 10, 255);
    expect(markDifferences(pixels(10, 10, 10, 255, 10, 10, 10, 255), after)).toBe(1);
    expect([...after.slice(4)]).toEqual([214, 40, 40, 255]);
    expect([...after.slice(0, 3)]).toEqual([194, 194, 194]);
  });

  it('passes over what an encoder does', () => {
    expect(markDifferences(pixels(10, 10, 10, 255), pixels(20, 4, 12, 255))).toBe(0);
  });
});
