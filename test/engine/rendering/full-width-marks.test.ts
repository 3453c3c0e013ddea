import { expect, it } from 'vitest';
import { halfWidthMarks } from '#engine/rendering/tree/full-width-marks.ts';

it.each([
  ['あ」「い', '」'],
  ['。「あ」、', '。」'],
  ['（（あ））。', '（））'],
  ['「あ」い。', ''],
  ['・「', '「'],
  ['a) (b', ''],
])('marks of half width in %s', (text, expected) => {
  expect([...text.matchAll(halfWidthMarks)].map(([mark]) => mark).join('')).toBe(expected);
});
