import { expect, it } from 'vitest';
import { createLayoutEngine } from '#engine/engines/takumi/layout.ts';
import { engineParts, getScene } from '../../../support/takumi.ts';
import { box } from '../../golden/element.ts';

const parts = engineParts();
const lato = parts.fonts.load({ id: 'lato', subset: 'latin', weight: 400, style: 'normal' }) ?? 'lacking';
const layOut = createLayoutEngine({ ...parts, fonts: { ...parts.fonts, loadOwn: () => lato } });

/** How much ink a text of a weight leaves, in the one font of an account: the sum of all opacities. */
const getInk = async (fontWeight: number, weights: readonly [number, number] = [400, 400]) => {
  const typography = { fonts: [{ family: 'Mine', weights, styles: ['normal'] as const, hash: 'a'.repeat(64) }] };
  const tree = box({ fontFamily: 'Mine', fontSize: 40, fontWeight }, 'Bold words');
  const layout = await layOut({ ...getScene(tree, 300, 60), typography });
  const { data } = await layout.paint();
  return data.reduce((sum, value, index) => (index % 4 === 3 ? sum + value : sum), 0);
};

it.each([
  [400, 600],
  [400, 700],
  [500, 700],
  [550, 600],
])('text of a custom font with the one weight %d is emboldened at %d, as in a browser', async (own, wanted) => {
  expect(await getInk(wanted, [own, own])).toBeGreaterThan((await getInk(own, [own, own])) * 1.1);
  expect(await getInk(500, [own, own])).toBe(await getInk(own, [own, own]));
});
