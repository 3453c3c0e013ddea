import { expect, it } from 'vitest';
import { createFontChooser } from '#engine/rendering/fonts/choose-fonts.ts';
import { getRootTextStyle } from '#engine/rendering/fonts/text-style.ts';
import { outlineTexts } from '#engine/rendering/svg/text/outline-texts.ts';
import type { PreparedElement } from '#engine/rendering/tree/prepared-tree.ts';
import { engineParts } from '../../support/takumi.ts';

const load = () => import('harfbuzzjs');

const outline = async (text: string, maxOutline: number) => {
  const tree: PreparedElement = {
    type: 'svg',
    props: { children: [{ type: 'text', props: { children: [text] } }] },
  };
  await outlineTexts(tree, {
    chooseFonts: createFontChooser(engineParts().fonts),
    load,
    root: getRootTextStyle(undefined),
    image: { width: 200, height: 100 },
    maxOutline,
  });
  return JSON.stringify(tree).match(/"d":"([^"]+)"/)?.[1] ?? '';
};

it('texts whose letters have too many points are rejected, and others become paths', async () => {
  const { length } = await outline('eee', 10_000_000);
  expect(length).toBeGreaterThan(300);

  expect(await outline('eee', length)).toHaveLength(length);
  await expect(outline('eee', length - 1)).rejects.toThrow('too many points');
});
