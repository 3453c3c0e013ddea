import { expect, it } from 'vitest';
import { writeSaturations } from '../../../../../lambdas/core/engines/satori/svg/saturation.ts';
import { parseXml } from '../../../../../lambdas/core/picture/svg/xml.ts';

const written = (values: string) => {
  const document = parseXml(`<svg><filter><feColorMatrix type="saturate" values="${values}"/></filter></svg>`);
  writeSaturations(document);
  const [filter] = document.children;
  const [matrix] = typeof filter === 'object' ? filter.children : [];
  return typeof matrix === 'object' ? matrix.attributes : {};
};

it('writes a saturation above 1 as a matrix, which leaves grey as it is', () => {
  const { type, values = '' } = written('2.5');

  const numbers = values.split(' ').map(Number);
  expect(type).toBe('matrix');
  expect(numbers).toHaveLength(20);
  for (const row of [0, 5, 10]) {
    const [red = 0, green = 0, blue = 0] = numbers.slice(row);
    expect(red + green + blue).toBeCloseTo(1, 4);
  }
  expect(numbers[0]).toBeCloseTo(0.213 + 0.787 * 2.5, 4);
});

it.each(['0.5', '1', 'NaN'])('leaves a saturation of %s as it is', (values) => {
  expect(written(values)).toEqual({ type: 'saturate', values });
});
