import { describe, expect, it } from 'vitest';
import { fixedUtilities } from '../../../../lambdas/core/rendering/tailwind/fixed.ts';
import { parametricUtilities } from '../../../../lambdas/core/rendering/tailwind/parametric.ts';
import { readUtilities } from '../../../../lambdas/core/rendering/tailwind/utilities.ts';
import { declarationProblem } from '../../../../lambdas/core/template/lint/tree/declarations.ts';

/** What each reader is given, as it stands behind its name: every one has an example. */
const examples: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['p', 'px', 'py', 'pt', 'pr', 'pb', 'pl', 'ps', 'pe', 'm', 'mx', 'my', 'mt', 'mr', 'mb', 'ml', 'ms', 'me'].map(
      (name) => [name, ['4', 'px', '[13px]']],
    ),
  ),
  ...Object.fromEntries(
    ['inset', 'inset-x', 'inset-y', 'top', 'right', 'bottom', 'left', 'gap', 'gap-x', 'gap-y', 'basis', 'indent'].map(
      (name) => [name, ['2', '[5%]']],
    ),
  ),
  ...Object.fromEntries(
    ['w', 'h', 'size', 'min-w', 'max-w', 'min-h', 'max-h'].map((name) => [name, ['4', 'full', '[20px]']]),
  ),
  text: ['lg', 'lg/7', '[40px]', 'red-500', 'white/50'],
  font: ['bold', 'mono', '[650]'],
  leading: ['none', '7', '[1.3]'],
  tracking: ['tight', '[2px]'],
  border: ['2', 't-4', 'red-500', 'x-[#fff]'],
  rounded: ['xl', 't-md', 'tl-none', '[7px]'],
  bg: ['red-500', '[#123456]', '[url(https://a.example/b.png)]', '[length:20px_30px]', '[10px_20px]'],
  'bg-size': ['[24px_24px]', '[auto_100px]'],
  'bg-position': ['[10px_20px]'],
  outline: ['2', 'offset-2', 'red-500'],
  decoration: ['2', 'wavy', 'red-500'],
  'line-clamp': ['2', 'none'],
  'underline-offset': ['4', '[3px]'],
  opacity: ['50', '[.3]'],
  z: ['10'],
  order: ['2'],
  grow: ['2'],
  shrink: ['0'],
  'flex-grow': ['2'],
  'flex-shrink': ['0'],
  flex: ['2', '[2_2_0%]'],
  aspect: ['4/3', '[3/2]'],
  object: ['[10%_20%]'],
  origin: ['[10%_20%]'],
  'grid-cols': ['3', '[1fr_2fr]', 'none'],
  'grid-rows': ['3', '[1fr_2fr]', 'none'],
  col: ['span-2', 'start-2', 'end-3', '[2/4]'],
  row: ['span-2', 'start-2', 'end-3', '[2/4]'],
  'mix-blend': ['multiply'],
  'bg-blend': ['multiply'],
  fill: ['red-500', 'none'],
  stroke: ['2', 'red-500', 'none'],
};

const getProblems = (style: object): (string | undefined)[] =>
  Object.entries(style).map(([name, value]) => declarationProblem(name, value)?.message);
const none = (style: object) => Object.keys(style).map(() => undefined);

describe('utilities without a parameter', () => {
  it.each([...fixedUtilities])('%s says something CSS knows', (_name, style) => {
    expect(Object.keys(style)).not.toEqual([]);
    expect(getProblems(style)).toEqual(none(style));
  });
});

describe('utilities with a parameter', () => {
  it('have an example each', () => {
    expect(Object.keys(examples).sort()).toEqual(Object.keys(parametricUtilities).sort());
  });

  it.each(Object.entries(examples).flatMap(([name, values]) => values.map((value) => `${name}-${value}`)))(
    '%s says something CSS knows',
    (written) => {
      const { style, unknown } = readUtilities(written, 1200);

      expect(unknown).toEqual([]);
      expect(Object.keys(style)).not.toEqual([]);
      expect(getProblems(style)).toEqual(none(style));
    },
  );
});
