import type Sharp from 'sharp';
import type { Boxes } from '../rendering/boxes.ts';
import { outputEncoder } from '../rendering/encode/output-encoder.ts';
import { placedBoxes } from '../rendering/positioned-boxes.ts';
import { markTexts } from '../template/lint/image/mark-texts.ts';
import type { Marks } from '../template/lint/image/texts.ts';
import type { Engine, LayOut } from './engine.ts';

/** Returns the engine that lays trees out with a function. */
export const engineOf = (layOut: LayOut, sharp: typeof Sharp): Engine => {
  const encode = outputEncoder(sharp);
  return {
    render: async (scene, { enter }) => {
      const layout = await layOut(scene);
      const boxes = scene.hasBoxes ? placedBoxes(layout.tree, await layout.measure()) : undefined;
      enter('raster');
      const encoded = await encode(layout, scene, () => enter('encode'));
      return { ...encoded, failedImages: layout.failedImages(), boxes };
    },
    look: async (scene, { hasTexts, ...settings }, { enter }) => {
      let marksIn: ((boxes: Boxes) => Marks) | undefined;
      const layout = await layOut(scene, (tree, sheets) => {
        if (hasTexts) marksIn = markTexts(tree, sheets, settings);
      });
      const unreadable = await layout.unreadable();
      return {
        ...(marksIn?.(await layout.measure()) ?? { texts: [], elements: [] }),
        failedImages: layout.failedImages(),
        missingGlyphs: layout.missingGlyphs,
        unreadable,
        ...(layout.unlikeBrowser && { unlikeBrowser: layout.unlikeBrowser() }),
        paint: () => {
          enter('raster');
          return layout.paint();
        },
      };
    },
  };
};
