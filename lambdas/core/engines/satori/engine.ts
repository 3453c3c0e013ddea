import type { Resvg } from '@resvg/resvg-js';
import type { Boxes } from '../../picture/boxes.ts';
import { outputEncoder } from '../../picture/encode/output-encoder.ts';
import { paintingOf } from '../../picture/pixels.ts';
import { placedBoxes } from '../../picture/placed-boxes.ts';
import { outputSize } from '../../picture/render-options.ts';
import { markTexts } from '../../picture/survey/mark-texts.ts';
import type { Marks } from '../../picture/survey/texts.ts';
import type { PreparedElement } from '../../picture/tree/prepared-tree.ts';
import type { Engine, EngineParts, Scene } from '../engine.ts';
import { type Layout, layoutEngine } from './layout.ts';
import { rasterise } from './rasterise.ts';
import { loadSatori } from './satori-call.ts';

/** Layout by satori, pixels by resvg: the image `@vercel/og` shows. */
export const satoriEngine = (parts: EngineParts): Engine => {
  const { Resvg: Rasteriser } = parts.load('@resvg/resvg-js') as { Resvg: typeof Resvg };
  const layOut = layoutEngine(parts);
  const encode = outputEncoder(parts.sharp);
  const paint = ({ svg }: Layout, scene: Scene) => rasterise(Rasteriser, svg, Math.max(1, outputSize(scene).width));
  return {
    warm: loadSatori,
    draw: async (scene, _template, { enter }) => {
      let laidOut: PreparedElement | undefined;
      const layout = await layOut(scene, (tree) => {
        laidOut = tree;
      });
      enter('raster');
      const painting = paintingOf(paint(layout, scene));
      enter('encode');
      const boxes = scene.hasBoxes && laidOut ? placedBoxes(laidOut, layout.boxes) : undefined;
      return { ...(await encode(painting, scene)), failedImages: layout.failedImages, boxes };
    },
    look: async (scene, { hasTexts, ...settings }, { enter }) => {
      let marksIn: (boxes: Boxes) => Marks = () => ({ texts: [], elements: [] });
      const layout = await layOut(scene, (tree, sheets) => {
        if (hasTexts) marksIn = markTexts(tree, sheets, settings);
      });
      return {
        ...marksIn(layout.boxes),
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
