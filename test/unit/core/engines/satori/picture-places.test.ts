import { expect, it } from 'vitest';
import { fittedBox } from '../../../../../lambdas/core/engines/satori/svg/fitted-box.ts';
import { fitBeyondLayout } from '../../../../../lambdas/core/engines/satori/tree/object-fit.ts';
import {
  bitmapPlaceholder,
  fittedPlaceholder,
  readFittedPlaceholder,
  sizeOfPlaceholder,
  vectorPlaceholder,
} from '../../../../../lambdas/core/engines/satori/tree/placeholder.ts';
import { vectorSize } from '../../../../../lambdas/core/picture/images/vector-size.ts';
import { naturalSize } from '../../../../../lambdas/core/picture/tree/natural-size.ts';

const natural = { width: 160, height: 100 };

it.each([
  ['nothing is said', {}, {}, { width: 160, height: 100 }],
  ['its height is bounded', { maxHeight: 50 }, {}, { width: 80, height: 50 }],
  [
    'its box is bounded, padding and border included',
    { maxWidth: 100, padding: 8, border: '2px solid' },
    {},
    { width: 100, height: 70 },
  ],
  ['it has a least width', { minWidth: 320 }, {}, { width: 320, height: 200 }],
  ['it may not be wider than its parent', { maxWidth: '100%' }, {}, { width: 'min(160px, 100%)' }],
  ['a side is given', { height: 40 }, {}, {}],
  ['a side is given as an attribute', {}, { width: 40 }, {}],
  ['it grows', { flex: 1 }, {}, {}],
])('an <img> has the size of its picture where %s', (_title, style, attributes, size) => {
  expect(naturalSize(style, attributes, natural, 16)).toEqual(size);
});

it('an <img> of a picture without a size is left to the layout', () => {
  expect(naturalSize({}, {}, undefined, 16)).toEqual({});
});

it.each([
  [
    { fit: 'none', position: 'center' },
    { x: -30, y: -10, width: 160, height: 100 },
  ],
  [
    { fit: 'none', position: 'left top' },
    { x: 0, y: 0, width: 160, height: 100 },
  ],
  [
    { fit: 'none', position: 'top right' },
    { x: -60, y: 0, width: 160, height: 100 },
  ],
  [
    { fit: 'none', position: '10px 25%' },
    { x: 10, y: -5, width: 160, height: 100 },
  ],
  [
    { fit: 'none', position: 'right 5px bottom 10%' },
    { x: -65, y: -18, width: 160, height: 100 },
  ],
  [
    { fit: 'scale-down', position: 'center' },
    { x: 0, y: 8.75, width: 100, height: 62.5 },
  ],
  [
    { fit: 'cover', position: '20% 0' },
    { x: -5.6, y: 0, width: 128, height: 80 },
  ],
])('a picture lies in its box as %o says', (fit, box) => {
  const placed = fittedBox(fit, { width: 100, height: 80 }, { ...natural, hasSize: true });

  expect(Object.entries(placed).map(([name, value]) => [name, Number(value.toFixed(6))])).toEqual(Object.entries(box));
});

it('leaves to the layout what it can do', () => {
  expect(fitBeyondLayout({ objectFit: 'cover', objectPosition: 'left top' })).toBeUndefined();
  expect(fitBeyondLayout({ objectPosition: '10px 10px' })).toBeUndefined();
  expect(fitBeyondLayout({ objectFit: 'cover', objectPosition: '20% 0' })).toEqual({ fit: 'cover', position: '20% 0' });
});

it.each([
  [
    { width: '40mm', height: '25.4mm' },
    { width: (40 * 96) / 25.4, height: 96, hasProportions: true },
  ],
  [
    { width: '80', viewBox: '0 0 160 100' },
    { width: 80, height: 50, hasProportions: true },
  ],
  [{ width: '100%', height: '100%', viewBox: '0,0,160,100' }, { hasProportions: true }],
  [{ width: '100%' }, { hasProportions: false }],
  [{}, { hasProportions: false }],
])('an svg with %o has the size %o', (attributes, size) => {
  expect(vectorSize(attributes)).toEqual(size);
});

it('placeholders carry the size of their picture, and how it lies', () => {
  const placeholder = bitmapPlaceholder(natural, 7);
  const fit = { fit: 'none', position: '--> 1px' };

  expect(sizeOfPlaceholder(placeholder)).toEqual(natural);
  expect(sizeOfPlaceholder(vectorPlaceholder({ width: '80', viewBox: '0 0 160 100' }, 8))).toEqual({
    width: 80,
    height: 50,
  });
  expect(sizeOfPlaceholder(vectorPlaceholder({ viewBox: '0 0 160 100' }, 9))).toBeUndefined();
  expect(readFittedPlaceholder(fittedPlaceholder(placeholder, fit))).toEqual({ placeholder, fit });
  expect(readFittedPlaceholder(placeholder)).toBeUndefined();
});
