import { expect, it } from 'vitest';
import { writeReadableShadows } from '../../../../../lambdas/core/engines/satori/tree/readable-shadows.ts';
import type { PreparedElement } from '../../../../../lambdas/core/picture/tree/prepared-tree.ts';

const shadowOf = (style: Record<string, unknown>, name: string): unknown => {
  const tree = { type: 'div', props: { style } } as unknown as PreparedElement;
  writeReadableShadows(tree);
  return style[name];
};

it.each([
  ['0 1px red', '0px 1px 0px red'],
  ['red 0 1px', '0px 1px 0px red'],
  ['inset 0 0 5px 2px rgba(0, 0, 0, 0.5)', 'inset 0px 0px 5px 2px rgba(0, 0, 0, 0.5)'],
  ['0 0 5px #000 INSET', 'inset 0px 0px 5px #000'],
  ['0 25px 50px -12px #0004, 0 0 hsl(9deg 9% 9%)', '0px 25px 50px -12px #0004, 0px 0px 0px hsl(9deg 9% 9%)'],
  ['1 2 3 4 black', '1px 2px 3px 4px black'],
  ['-.5rem 1px 3pt', '-8px 1px 4px'],
  ['0 1in 1mm', '0px 96px 3.7795px'],
])('writes the shadow %s as %s', (boxShadow, written) => {
  expect(shadowOf({ boxShadow }, 'boxShadow')).toBe(written);
});

it('measures in the size of the font where that is known', () => {
  expect(shadowOf({ boxShadow: '0 0.5em', fontSize: 40 }, 'boxShadow')).toBe('0px 20px 0px');
});

it.each([
  'none',
  'center, 1641px red',
  '#12 1e9 1pt',
  'red 5px',
  '1px',
  'red',
  '1px red 2px',
  '1px 2px 3px 4px 5px red',
  '0 0 red blue',
  '10% 20px red',
  '10fr 0 0 url(#x)',
  'inset inset 0 0 red',
  '',
  '0.5turn;0vw 1e400% inherit to',
  '0 0 "red"',
  'NaNpx 0 red',
])('leaves out the shadow %s', (boxShadow) => {
  expect(shadowOf({ boxShadow }, 'boxShadow')).toBeUndefined();
});

it('leaves out of texts what is for boxes only, and keeps none, which is inherited', () => {
  expect(shadowOf({ textShadow: '0 0 1px 1px red' }, 'textShadow')).toBeUndefined();
  expect(shadowOf({ textShadow: 'inset 0 0 red' }, 'textShadow')).toBeUndefined();
  expect(shadowOf({ textShadow: '0 2px blue' }, 'textShadow')).toBe('0px 2px 0px blue');
  expect(shadowOf({ textShadow: 'none' }, 'textShadow')).toBe('0 0 0 rgba(0,0,0,0)');
});
