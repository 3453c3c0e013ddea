import { expect, it } from 'vitest';
import { resolveStyles } from '#engine/styles/resolve.ts';
import { writePlainColours } from '#engine/styles/values/plain-colours.ts';
import { h } from '../golden/element.ts';

it.each([
  ['light-dark(#fff, black)', '#fff', 'black'],
  ['1px solid light-dark(rgb(1 2 3), rgb(4 5 6))', '1px solid rgb(1 2 3)', '1px solid rgb(4 5 6)'],
  ['light-dark(light-dark(red, blue), light-dark(green, lime))', 'red', 'lime'],
  [
    'linear-gradient(light-dark(red, blue), white 50%)',
    'linear-gradient(red, white 50%)',
    'linear-gradient(blue, white 50%)',
  ],
  ['rgb(from #102030 r g calc(b + 16))', '#102040', '#102040'],
  ['color-mix(in srgb, rgb( from red r g b / 50%), blue)', 'color-mix(in srgb, rgba(255, 0, 0, 0.5), blue)', undefined],
  ['light-dark(rgb(from red g r b), blue)', '#00ff00', 'blue'],
  ['rgb(from currentColor r g b / 50%)', 'rgb(from currentColor r g b / 50%)', undefined],
  ['light-dark(red)', 'light-dark(red)', undefined],
  ['"light-dark(red, blue)"', '"light-dark(red, blue)"', undefined],
  ['translate(10px, 20px) rgb(1, 2, 3', 'translate(10px, 20px) rgb(1, 2, 3', undefined],
])('%s', (value, light, dark = light) => {
  expect(writePlainColours(value, false)).toBe(light);
  expect(writePlainColours(value, true)).toBe(dark);
});

it.each([
  ['', 'red'],
  ['color-scheme: light dark', 'red'],
  ['color-scheme: dark', 'blue'],
])('the scheme of the elements around decides: %s', (scheme, colour) => {
  const css = `div { ${scheme} } p { color: light-dark(red, var(--dark)); --dark: blue }`;
  const { root } = resolveStyles(h('div', {}, h('p', {}), h('style', {}, css)), { width: 600, height: 400 });
  expect(root.children[0]).toMatchObject({ specified: { color: colour } });
});
