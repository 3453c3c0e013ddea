import { splitWords } from '../../split-words.ts';

/**
 * Maximum absolute value of numbers in an SVG document, by attribute. Larger ones cost a rasteriser time and memory, and
 * look the same in an image of 4096 pixels.
 */
const largest: Readonly<Record<string, number>> = {
  ...Object.fromEntries(splitWords('x y width height x1 y1 x2 y2 cx cy r rx ry').map((name) => [name, 100_000])),
  dx: 20_000,
  dy: 20_000,
  'stroke-width': 20_000,
  stdDeviation: 500,
  numOctaves: 8,
  scale: 10_000,
};

/** The cost of morphology and convolution is quadratic in these, for every pixel. */
const costly: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  feMorphology: { radius: 12 },
  feConvolveMatrix: { order: 7 },
};

/** Clamps the numbers of an element's attributes, in place. */
export const clampNumbers = (element: string, attributes: Record<string, string>): void => {
  for (const name in attributes) {
    const bound = costly[element]?.[name] ?? largest[name];
    if (bound !== undefined) attributes[name] = clampList(attributes[name] as string, bound);
  }
  if (element === 'filter') clampRegion(attributes);
};

const number = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;

const clampList = (value: string, bound: number): string =>
  value.replace(number, (text) => {
    const amount = Number(text);
    return Math.abs(amount) > bound ? String(Math.sign(amount) * bound) : text;
  });

/** Clamps a filter region relative to its element to a factor of 1,000; the limit for percentages is the same. */
const clampRegion = (attributes: Record<string, string>) => {
  if (attributes.filterUnits === 'userSpaceOnUse') return;
  for (const name of ['x', 'y', 'width', 'height']) {
    const value = attributes[name];
    if (value !== undefined && !value.endsWith('%')) attributes[name] = clampList(value, 1_000);
  }
};
