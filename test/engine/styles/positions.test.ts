import { expect, it } from 'vitest';
import { rewordDeclaration } from '#engine/engines/takumi/tree/plain-declarations.ts';

it.each([
  ['circle(20px at bottom left)', 'circle(20px at 0% 100%)'],
  ['circle(20px at top)', 'circle(20px at 50% 0%)'],
  ['ellipse(closest-side 30% at right)', 'ellipse(closest-side 30% at 100% 50%)'],
  ['circle(at center)', 'circle(at 50% 50%)'],
  ['circle(40% at 10px 75%)', 'circle(40% at 10px 75%)'],
  ['inset(10px round 4px)', 'inset(10px round 4px)'],
])('the centre of a shape is written as two offsets: %s', (written, expected) => {
  expect(rewordDeclaration('clipPath', written)).toEqual(['clipPath', expected]);
});

it.each([
  ['linear-gradient(to right top, red, blue)', 'linear-gradient(to top right, red, blue)'],
  ['linear-gradient(to top right, red, blue)', 'linear-gradient(to top right, red, blue)'],
])('a corner of a gradient is written with its vertical side first: %s', (written, expected) => {
  expect(rewordDeclaration('backgroundImage', written)).toEqual(['backgroundImage', expected]);
});
