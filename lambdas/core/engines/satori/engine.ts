import type { Resvg } from '@resvg/resvg-js';
import type { Boxes } from '../../picture/boxes.ts';
import { outputEncoder } from '../../picture/encode/output-encoder.ts';
import { placedBoxes } from '../../picture/placed-boxes.ts';
import { outputSize } from '../../picture/render-options.ts';
import { markTexts } from '../../picture/survey/mark-texts.ts';
import type { Marks } from '../../picture/survey/texts.ts';
import type { PreparedElement } from '../../picture/tree/prepared-tree.ts';
import type { Engine, EngineParts } from '../engine.ts';
import { layoutEngine } from './layout.ts';
import { layoutRasteriser } from './raster/layout-rasteriser.ts';
import { loadSatori } from './satori-call.ts';
import { withoutForeignSpaces } from './tree/foreign-spaces.ts';
import { styleErrorFindings } from './tree/style-errors.ts';
import { withTurnedOffsets } from './tree/vertical-offsets.ts';

/** Has everything drawn by the second rasteriser. */
const librsvg = 'librsvg';

/** Layout by satori, pixels by resvg, and by librsvg where resvg fails. */
export const satoriEngine = ({ fonts, emoji, sharp, load }: EngineParts): Engine => {
  const { Resvg: Rasteriser } = load('@resvg/resvg-js') as { Resvg: typeof Resvg };
  const layOut = layoutEngine({ fonts: withoutForeignSpaces(withTurnedOffsets(fonts)), emoji, sharp });
  const rasteriser = layoutRasteriser(Rasteriser, sharp);
  const encode = outputEncoder(sharp);
  return {
    warm: loadSatori,
    draw: async (scene, template, { enter, otherWay }) => {
      let laidOut: PreparedElement | undefined;
      const watch = (tree: PreparedElement) => {
        laidOut = tree;
      };
      const layout = await layOut(scene.hasBoxes ? { ...scene, watch } : scene);
      enter('raster', librsvg);
      const isSecondTry = otherWay === librsvg;
      const { picture, fallback } = await rasteriser.paintingOf(
        { layout, ...outputSize(scene), isSecondTry },
        template,
      );
      enter('encode');
      const boxes = laidOut && placedBoxes(laidOut, layout.boxes);
      return { ...(await encode(picture, scene)), failedImages: layout.failedImages, fallback, boxes };
    },
    look: async (scene, { hasTexts, ...settings }, { enter, otherWay }) => {
      let marksIn: (boxes: Boxes) => Marks = () => ({ texts: [], elements: [] });
      const layout = await layOut({
        ...scene,
        watch: (tree, sheets) => {
          if (hasTexts) marksIn = markTexts(tree, sheets, settings);
        },
      });
      const { width, height } = outputSize(scene);
      const size = { width: Math.max(1, width), height: Math.max(1, height) };
      return {
        ...marksIn(layout.boxes),
        failedImages: layout.failedImages,
        missingGlyphs: layout.missingGlyphs,
        unreadable: styleErrorFindings(layout.styleErrors, scene.tree),
        paint: async () => {
          enter('raster', librsvg);
          return (await rasteriser.pixelsOf({ layout, ...size, isSecondTry: otherWay === librsvg })).picture;
        },
      };
    },
  };
};
