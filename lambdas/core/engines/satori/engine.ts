import type { Resvg } from '@resvg/resvg-js';
import type { Boxes } from '../../rendering/boxes.ts';
import { outputEncoder } from '../../rendering/encode/output-encoder.ts';
import { getPainting } from '../../rendering/pixels.ts';
import { placedBoxes } from '../../rendering/positioned-boxes.ts';
import { outputSize } from '../../rendering/render-options.ts';
import type { PreparedElement } from '../../rendering/tree/prepared-tree.ts';
import { markTexts } from '../../template/lint/image/mark-texts.ts';
import type { Marks } from '../../template/lint/image/texts.ts';
import type { Engine, EngineParts, Scene } from '../engine.ts';
import { type Layout, layoutEngine } from './layout.ts';
import { rasterise } from './rasterise.ts';
import { loadSatori } from './satori-call.ts';

/** Layout by satori, pixels by resvg: the image `@vercel/og` shows. */
export const satoriEngine = (parts: EngineParts): Engine => {
  const { Resvg: Rasteriser } = parts.load('@resvg/resvg-js') as { Resvg: typeof Resvg };
  const [layOut, encode] = [layoutEngine(parts), outputEncoder(parts.sharp)];
  const paint = ({ svg }: Layout, scene: Scene) => rasterise(Rasteriser, svg, Math.max(1, outputSize(scene).width));
  return {
    warm: loadSatori,
    render: async (scene, { enter }) => {
      let laidOut: PreparedElement | undefined;
      const layout = await layOut(scene, (tree) => {
        laidOut = tree;
      });
      enter('raster');
      const painting = getPainting(paint(layout, scene));
      enter('encode');
      const boxes = scene.hasBoxes && laidOut ? placedBoxes(laidOut, await layout.measure()) : undefined;
      return { ...(await encode(painting, scene)), failedImages: layout.failedImages, boxes };
    },
    look: async (scene, { hasTexts, ...settings }, { enter }) => {
      let marksIn: ((boxes: Boxes) => Marks) | undefined;
      const layout = await layOut(scene, (tree, sheets) => {
        if (hasTexts) marksIn = markTexts(tree, sheets, settings);
      });
      return {
        ...(marksIn?.(await layout.measure()) ?? { texts: [], elements: [] }),
        failedImages: layout.failedImages,
        missingGlyphs: layout.missingGlyphs,
        unreadable: layout.unreadable(),
        unlikeBrowser: layout.unlikeBrowser(),
        paint: async () => {
          enter('raster');
          return paint(layout, scene);
        },
      };
    },
  };
};
