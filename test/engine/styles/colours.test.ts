import { describe, expect, it } from 'vitest';
import { readColour, writeColour } from '#engine/styles/values/colours.ts';

const current = { red: 10, green: 20, blue: 30, alpha: 1 };

describe('colours', () => {
  // As Chromium 156 paints them on a canvas, within one step of a channel.
  it.each([
    ['red', [255, 0, 0, 1]],
    ['RebeccaPurple', [102, 51, 153, 1]],
    ['#abc', [170, 187, 204, 1]],
    ['rgb(255 0 0 / 50%)', [255, 0, 0, 0.5]],
    ['rgb(10% 20% 30%)', [26, 51, 77, 1]],
    ['rgb(calc(100 + 20) 0 none)', [120, 0, 0, 1]],
    ['hsl(200deg, 80%, 50%)', [26, 161, 230, 1]],
    ['hsl(142deg 72% 40% / .5)', [29, 175, 82, 0.5]],
    ['hwb(120 0% 30%)', [0, 179, 0, 1]],
    ['lab(60% 50 30)', [230, 103, 95, 1]],
    ['oklch(0.7 0.15 150)', [76, 184, 106, 1]],
    ['oklch(0.6 0.2 145)', [0, 157, 30, 1]],
    ['color(display-p3 0 .6 .2)', [0, 156, 28, 1]],
    ['color(rec2020 .4 .5 .6)', [92, 142, 166, 1]],
    ['color-mix(in srgb, green, white)', [128, 192, 128, 1]],
    ['color-mix(in srgb, red 50%, transparent)', [255, 0, 0, 0.5]],
    ['color-mix(in oklch, white, blue)', [115, 163, 255, 1]],
    ['color-mix(in srgb, currentColor 50%, transparent)', [10, 20, 30, 0.5]],
    ['rgb(from #123456 calc(r + 20) g b / 40%)', [38, 52, 86, 0.4]],
    ['hsl(from red calc(h + 120) s l)', [0, 255, 0, 1]],
    ['light-dark(red, blue)', [255, 0, 0, 1]],
    ['transparent', [0, 0, 0, 0]],
    ['currentColor', [10, 20, 30, 1]],
    ['CanvasText', [0, 0, 0, 1]],
  ])('%s', (text, expected) => {
    const { red, green, blue, alpha } = readColour(text, current) ?? { red: -9, green: -9, blue: -9, alpha: -9 };
    const [r = 0, g = 0, b = 0, a = 0] = expected;
    expect([red - r, green - g, blue - b].every((difference) => Math.abs(difference) <= 1.01)).toBe(true);
    expect(alpha).toBeCloseTo(a, 2);
  });

  it.each([
    ...['rgb(1 2)', 'rgb(1, 2 3)', 'hsl(200, 0.5, 0.5)', 'rgb(10%, 20, 30)', '#12345', 'foo', 'rgb(red 1 2)'],
    ...['color(foo 1 1 1)', 'lab(1, 2, 3)', 'rgb(1 2 3 4)', 'color-mix(in srgb, red)', 'oklch(from foo l c h)', ''],
    `${'color-mix(in srgb, red, '.repeat(12)}red${')'.repeat(12)}`,
  ])('%s is none', (text) => {
    expect(readColour(text)).toBeUndefined();
  });

  it.each([
    ['oklch(0.7 0.15 150)', '#4cb86a'],
    ['rgb(255 0 0 / 50%)', 'rgba(255, 0, 0, 0.5)'],
    ['rebeccapurple', '#663399'],
  ])('%s is written as %s', (text, written) => {
    expect(writeColour(readColour(text) ?? current)).toBe(written);
  });
});
