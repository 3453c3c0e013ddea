import { expect, it } from 'vitest';
import { lintOverlaps } from '#engine/lint/image/overlaps.ts';
import type { Marked, MarkedText } from '#engine/lint/image/texts.ts';

const size = { width: 40, height: 40 };
const owner = (): Marked => ({
  parent: undefined,
  children: [],
  style: {},
  position: '1:1',
  fontSize: 20,
  isInline: false,
});
const textAt = (text: string, index: number, left: number): MarkedText => ({
  ...{ text, index, owner: owner(), isMeasured: true },
  box: { left, top: 0, width: 20, height: 40 },
});
/** Black with one white block of pixels. */
const inked = ({ left, width }: { left: number; width: number }) => {
  const data = Buffer.alloc(size.width * size.height * 4);
  for (let y = 10; y < 30; y += 1) data.fill(255, (y * size.width + left) * 4, (y * size.width + left + width) * 4);
  return { ...size, data };
};
const bare = { ...size, data: Buffer.alloc(size.width * size.height * 4) };
const texts = [textAt('One', 0, 0), textAt('Two', 1, 10)];
const seen = { bare, scale: 1 };

it('reports letters that lie on letters, and not boxes that lie on boxes', async () => {
  const hasTime = () => true;
  const onEachOther = await lintOverlaps(texts, seen, async ({ box }) => inked(box), hasTime);
  const beside = await lintOverlaps(texts, seen, async ({ index }) => inked({ left: index * 25, width: 5 }), hasTime);

  expect(onEachOther).toMatchObject([
    { code: 'text-over-text', message: expect.stringMatching(/^"Two" lies over "One"/) },
  ]);
  expect(beside).toEqual([]);
});

it('renders nothing more when there is no time for it', async () => {
  const paint = async () => Promise.reject(new Error('drawn'));
  expect(await lintOverlaps(texts, seen, paint, () => false)).toEqual([]);
});
