import { expect, it } from 'vitest';
import { isSupporting, matchesMedia } from '#engine/styles/conditions.ts';

const matches = (query: string) => matchesMedia(query, { width: 1_200, height: 600 });

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
  expect(matches(query)).toBe(true);
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
  expect(matches(query)).toBe(false);
});

it('decides a whole query list', () => {
  for (const query of [
    '',
    'all',
    'screen and (min-height: 5px) and (min-width: 5px), (orientation: portrait)',
    'only screen and (min-width: 640px)',
    'not print',
    'not screen and (max-width: 500px)',
    '((min-width: 5000px) or (height: 600px)) and (color)',
    'not (min-width: 5000px)',
    '(max-width: 75rem)',
  ])
    expect(matches(query), query).toBe(true);
  for (const query of [
    'print',
    'screen and (max-width: 600px)',
    'not screen and (color)',
    '(min-width: 1px) and (prefers-color-scheme: dark)',
    '(no-such-thing: 5)',
    'not (no-such-thing: 5)',
    'tv, print',
  ])
    expect(matches(query), query).toBe(false);
});

it('asks what is rendered', () => {
  for (const condition of [
    '(display: grid)',
    '(display: grid) and (not (display: nonsense))',
    '(--any: thing)',
    'not (no-such: thing)',
    '(backdrop-filter: blur(2px)) or (no-such: thing)',
    '(color: oklch(50% 0.1 20))',
    'selector(:has(a))',
  ])
    expect(isSupporting(condition), condition).toBe(true);
  for (const condition of [
    '(display: nonsense)',
    '(no-such: thing)',
    'not (display: grid)',
    '(width: nonsense(2px))',
    '',
  ])
    expect(isSupporting(condition), condition).toBe(false);
});
