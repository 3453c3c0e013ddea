import { describe, expect, it } from 'vitest';
import { cullUnseen } from '../../../../../lambdas/core/engines/satori/svg/cull.ts';
import { parseTransform, transformBox } from '../../../../../lambdas/core/engines/satori/svg/geometry.ts';
import { pathBox } from '../../../../../lambdas/core/engines/satori/svg/path-box.ts';
import { tightenFilters } from '../../../../../lambdas/core/engines/satori/svg/tighten-filters.ts';
import { parseXml, writeXml } from '../../../../../lambdas/core/picture/svg/xml.ts';

const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });
const culled = (body: string) => {
  const document = parseXml(`<svg width="100" height="100">${body}</svg>`);
  cullUnseen(document);
  return document.children.map(writeXml).join('');
};

describe('pathBox', () => {
  it.each([
    ['M1 2L10 20', box(1, 2, 10, 20)],
    ['m1,2 3,4 -10-20', box(-6, -14, 4, 6)],
    ['M0 0H5V7h-9v-3z', box(-4, 0, 5, 7)],
    ['M0 0C1 20 3 -20 4 0', box(0, -20, 4, 20)],
    ['M5 5q1 1 2 -2', box(5, 3, 7, 6)],
    ['M1e2.5', box(100, 0.5, 100, 0.5)],
  ])('of %s', (d, expected) => {
    expect(pathBox(d)).toEqual(expected);
  });

  it('holds arcs', () => {
    const found = pathBox('M0 50A50 50 0 0 1 100 50');

    expect(found?.top).toBeLessThanOrEqual(0);
    expect(found?.bottom).toBeGreaterThanOrEqual(50);
  });

  it.each([
    ['a half circle', 'M0 50A50 50 0 0 1 100 50', box(0, 0, 100, 100)],
    ['a round corner', 'M90 0a10 10 0 0 1 10 10', box(80, 0, 100, 20)],
    ['the other way round', 'M100 10a10 10 0 0 0 -10 -10', box(80, 0, 100, 20)],
    ['the longer way', 'M90 0a10 10 0 1 1 10 10', box(90, -10, 110, 10)],
    ['radii that do not reach', 'M0 0A1 1 0 0 1 20 0', box(0, -10, 20, 10)],
    ['an ellipse turned by 90 degrees', 'M0 0A20 10 90 0 1 20 0', box(0, -20, 20, 20)],
  ])('knows the whole ellipse of %s', (_what, d, expected) => {
    const found = pathBox(d);

    for (const side of ['left', 'top', 'right', 'bottom'] as const)
      expect(found?.[side]).toBeCloseTo(expected[side], 1);
  });

  it('of nothing is unknown', () => {
    expect(pathBox('')).toBeUndefined();
  });
});

describe('parseTransform', () => {
  it.each([
    ['translate(5 6)', box(5, 6, 15, 16)],
    ['scale(2)', box(0, 0, 20, 20)],
    ['rotate(90 5 5)', box(0, 0, 10, 10)],
    ['translate(10,0) scale(2,1)', box(10, 0, 30, 10)],
    ['matrix(1 0 0 1 -3 4)', box(-3, 4, 7, 14)],
  ])('%s moves a box', (text, expected) => {
    const matrix = parseTransform(text);
    if (!matrix) throw new Error('not read');

    const moved = transformBox(box(0, 0, 10, 10), matrix);

    for (const side of ['left', 'top', 'right', 'bottom'] as const) expect(moved[side]).toBeCloseTo(expected[side]);
  });

  it('does not guess', () => {
    expect(parseTransform('perspective(3)')).toBeUndefined();
  });
});

describe('cullUnseen', () => {
  it.each([
    ['a shape beyond the edge', '<g opacity="0.5"><path d="M500 0L600 10Z"/></g>'],
    ['a shape moved beyond the edge', '<rect width="10" height="10" transform="translate(-300 0)"/>'],
    [
      'a shape whose blur does not reach back',
      '<filter id="f"><feGaussianBlur stdDeviation="5"/></filter><g filter="url(#f)"><rect x="200" width="9" height="9"/></g>',
    ],
  ])('takes out %s', (_what, body) => {
    expect(culled(body).replace(/<filter.*filter>/, '')).toBe('');
  });

  it.each([
    ['what is seen', '<rect x="90" width="50" height="5"/>'],
    ['what covers everything', '<path d="M-500 -500L900 -500L900 900L-500 900Z"/>'],
    [
      'a shape whose blur reaches back',
      '<filter id="f"><feGaussianBlur stdDeviation="50"/></filter><g filter="url(#f)"><rect x="200" width="9" height="9"/></g>',
    ],
    [
      'a shape whose shadow is thrown back',
      '<filter id="f"><feOffset dx="-150"/></filter><g filter="url(#f)"><rect x="200" width="9" height="9"/></g>',
    ],
    ['definitions', '<clipPath id="c"><rect x="900" width="1" height="1"/></clipPath>'],
    ['what cannot be measured', '<g transform="foo(1)"><rect x="900" width="1" height="1"/></g>'],
  ])('keeps %s', (_what, body) => {
    expect(culled(body)).toBe(body);
  });
});

describe('tightenFilters', () => {
  const regionOf = (shape: string, filter = '<feGaussianBlur stdDeviation="10"/>') => {
    const document = parseXml(
      `<svg width="1000" height="500"><filter id="satori_s-1" x="-1000%" width="2100%">${filter}</filter><g filter="url(#satori_s-1)">${shape}</g></svg>`,
    );
    tightenFilters(document);
    return (document.children[0] as { attributes: Record<string, string> }).attributes;
  };

  it('reaches three deviations out', () => {
    const region = regionOf('<rect x="100" y="100" width="200" height="50"/>');

    expect(region.filterUnits).toBe('userSpaceOnUse');
    expect([Number(region.x), Number(region.y)]).toEqual([69, 69]);
    expect([Number(region.width), Number(region.height)]).toEqual([263, 113]);
  });

  it('never exceeds the picture and what shines into it', () => {
    const region = regionOf('<rect x="-90000" y="-90000" width="180000" height="180000"/>');

    expect([region.x, region.y, region.width, region.height]).toEqual(['-30', '-30', '1061', '561']);
  });

  it('leaves a filter it cannot measure', () => {
    expect(regionOf('<rect width="9" height="9"/>', '<feTile/>').filterUnits).toBeUndefined();
  });
});
