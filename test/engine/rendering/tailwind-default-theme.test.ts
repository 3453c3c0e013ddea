import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { defaultTheme } from '#engine/styles/tailwind/default-theme.ts';
import { readUtilities } from '#engine/styles/tailwind/utilities.ts';

const css = readFileSync(createRequire(import.meta.url).resolve('tailwindcss/theme.css'), 'utf8');
/** The tokens of Tailwind 4 itself; those it keeps from version 3 are behind them. */
const tokens = new Map(
  [...(css.split('@theme default inline reference')[0] ?? '').matchAll(/^\s+(--[\w-]+):\s*([^;]+);/gm)].map(
    ([, name = '', value = '']) => [name, value.replaceAll(/\s+/g, ' ')],
  ),
);
/** Tokens that images have no use for, and lists of fonts of the machine. */
const withoutUse = /^--(?:animate|ease|default|font-(?:sans|serif|mono)$)/;

/** Returns the digits of a colour in sRGB, cut as browsers cut it. Source: https://www.w3.org/TR/css-color-4/#color-conversion-code */
const toHex = (lightness: number, chroma: number, hue: number): string => {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const digits = linear.map((light) => {
    const cut = Math.min(1, Math.max(0, light));
    const value = cut <= 0.0031308 ? 12.92 * cut : 1.055 * cut ** (1 / 2.4) - 0.055;
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${digits.join('')}`;
};

const toOurs = (value: string): string =>
  value
    .replace(/^oklch\(([\d.]+)% ([\d.]+) ([\d.]+|none)\)$/, (_all, l: string, c: string, h: string) =>
      toHex(Number(l) / 100, Number(c), Number(h) || 0),
    )
    .replace(/^calc\(([\d.]+) \/ ([\d.]+)\)$/, (_all, one: string, other: string) =>
      String(Number(one) / Number(other)),
    )
    .replaceAll(/([\d.]+)rem/g, (_all, amount: string) => `${Number(amount) * 16}px`)
    .replaceAll(/rgb\(0 0 0 \/ ([\d.]+)\)/g, 'rgba(0, 0, 0, $1)')
    .replaceAll(/\b0px\b/g, '0')
    .replace(/^#([0-9a-f])\1?([0-9a-f])\2?([0-9a-f])\3?$/, '#$1$1$2$2$3$3');

it('every token of Tailwind 4 is a custom property with its value', () => {
  const named = [...tokens].filter(([name]) => !withoutUse.test(name));

  expect(named.length).toBeGreaterThan(350);
  const rounded = (value: string | undefined) => value?.replaceAll(/\d+\.\d{4,}/g, (one) => Number(one).toFixed(3));
  expect(Object.fromEntries(named.map(([name]) => [name, rounded(defaultTheme.get(name))]))).toEqual(
    Object.fromEntries(named.map(([name, value]) => [name, rounded(toOurs(value))])),
  );
});

it('no custom property is there that Tailwind 4 has not', () => {
  expect([...defaultTheme.keys()].filter((name) => !tokens.has(name))).toEqual([]);
});

it.each([
  ['ring', { boxShadow: '0 0 0 1px currentColor' }],
  ['ring-2', { boxShadow: '0 0 0 2px currentColor' }],
  ['bg-red-500', { backgroundColor: '#fb2c36' }],
  ['blur-sm', { filter: 'blur(8px)' }],
  ['drop-shadow-md', { filter: 'drop-shadow(0 3px 3px rgba(0, 0, 0, 0.12))' }],
  ['bg-(--color-red-500)', { backgroundColor: 'var(--color-red-500)' }],
])('%s is that of Tailwind 4', (name, style) => {
  expect(readUtilities(name, 1200).style).toEqual(style);
});
