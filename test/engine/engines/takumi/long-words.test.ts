import { expect, it } from 'vitest';
import { getScene, takumiWithout } from '../../../support/takumi.ts';
import { box } from '../../golden/element.ts';

const layOut = takumiWithout();

/** Returns where the one text of a column of 200 px begins and ends, in CSS pixels. */
const getSides = async (alignItems: string, word: string) => {
  const tree = box({ display: 'flex', flexDirection: 'column', alignItems, width: 200, fontSize: 20 }, box({}, word));
  const layout = await layOut(getScene(tree));
  const boxes = [...(await layout.measure()).values()];
  const { left, width } = boxes.toSorted((a, b) => b.left + b.width - (a.left + a.width))[0] ?? { left: 0, width: 0 };
  return { left: Math.min(left, ...boxes.map((one) => one.left)), right: left + width };
};

const long = 'Donaudampfschifffahrtsgesellschaft';

it('a word wider than its column leaves it where its box is aligned', async () => {
  const [start, centre, end] = [
    await getSides('flex-start', long),
    await getSides('center', long),
    await getSides('flex-end', long),
  ];

  expect(start.left).toBe(0);
  expect(start.right).toBeGreaterThan(300);
  expect(centre.left).toBeLessThan(-50);
  expect(centre.right).toBeCloseTo(200 - centre.left, 0);
  expect(end.right).toBeCloseTo(200, 0);
  expect(end.left).toBeLessThan(-100);
});

it('a word that fits stays as wide as it is', async () => {
  const { left, right } = await getSides('center', 'Donaudampf');

  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(200);
});
