import { expect, it } from 'vitest';
import { writeHints } from '#engine/engines/takumi/tree/colour-hints.ts';

const colours = (value: string): readonly string[] =>
  value.match(/(?:red|blue|color-mix\([^()]*\)) -?[\d.]+(?:%|px|deg)/g) ?? [];

it.each([
  ['linear-gradient(red, blue)'],
  ['linear-gradient(90deg, red 10%, blue 30%)'],
  ['linear-gradient(in oklch, red, 30%, blue)'],
  ['linear-gradient(red, 30px, blue)'],
  ['url("x,30%,y.png")'],
])('leaves %s as it is', (value) => {
  expect(writeHints(value)).toBe(value);
});

it('writes a hint as nine colours, half of each at its place', () => {
  const written = writeHints('linear-gradient(90deg, red, 20%, blue)');
  expect(written.startsWith('linear-gradient(90deg, red 0%, color-mix(')).toBe(true);
  expect(colours(written)).toHaveLength(11);
  expect(written).toContain('color-mix(in srgb, blue 50%, red) 20%');
});

it('counts stops without a position between their neighbours', () => {
  expect(
    colours(writeHints('linear-gradient(red, 30%, blue, red)')).filter((stop) => /^(?:red|blue)/.test(stop)),
  ).toEqual(['red 0%', 'blue 65%', 'red 100%']);
});

it.each([
  [
    'radial-gradient(circle at 10px 10px, red 10px, 10px, blue 40px)',
    ['red 10px', 'color-mix(in srgb, blue 100%, red) 10px', 'blue 40px'],
  ],
  [
    'conic-gradient(from 10deg, red 0deg, 90deg, blue 90deg)',
    ['red 0deg', 'color-mix(in srgb, blue 0%, red) 90deg', 'blue 90deg'],
  ],
])('makes a hint beside a stop a hard edge: %s', (value, expected) => {
  expect(colours(writeHints(value))).toEqual(expected);
});
