import { expect, it } from 'vitest';
import { resolveMedia } from '#engine/rendering/css/media.ts';

const resolve = (query: string) => resolveMedia(`@media ${query} { a { color: red } }`, { width: 1_200, height: 600 });

it.each([
  '(orientation: landscape)',
  '(min-height: 600px)',
  '(max-height: 37.5rem)',
  '(height > 500px)',
  '(400px < height <= 600px)',
  '(aspect-ratio: 2/1)',
  '(min-aspect-ratio: 16 / 9)',
  '(prefers-color-scheme: light)',
  '(prefers-reduced-motion: no-preference)',
  '(hover: hover)',
  '(hover)',
  '(color)',
])('%s is true of an image 1200 by 600', (query) => {
  expect(resolve(query)).toBe('@media (min-width: 0px) { a { color: red } }');
});

it.each([
  '(orientation: portrait)',
  '(min-height: 601px)',
  '(height < 600px)',
  '(600px < height < 900px)',
  '(max-aspect-ratio: 1/1)',
  '(prefers-color-scheme: dark)',
  '(prefers-reduced-motion)',
  '(pointer: coarse)',
])('%s is not', (query) => {
  expect(resolve(query)).toBe('@media (max-width: 0px) { a { color: red } }');
});

it('leaves widths, unknown features, other rules and strings as they are', () => {
  for (const css of [
    '@media (min-width: 300px) and (max-width: 2000px) { a { color: red } }',
    '@media (no-such-thing: 5) { a { color: red } }',
    '@container (height > 5px) { a { color: red } }',
    'a::after { content: "@media (height > 5px)" }',
    '@media',
    '@media (',
  ])
    expect(resolveMedia(css, { width: 1_200, height: 600 })).toBe(css);
});

it('resolves each feature of a query by itself', () => {
  expect(resolve('screen and (min-height: 5px) and (min-width: 5px), (orientation: portrait)')).toBe(
    '@media screen and (min-width: 0px) and (min-width: 5px), (max-width: 0px) { a { color: red } }',
  );
});
