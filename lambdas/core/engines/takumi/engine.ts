import type { Boxes } from '../../picture/boxes.ts';
import { outputEncoder } from '../../picture/encode/output-encoder.ts';
import { previewerEncoder } from '../../picture/encode/previewer-encoder.ts';
import { paintingOf } from '../../picture/pixels.ts';
import { placedBoxes } from '../../picture/placed-boxes.ts';
import type { SurveyFinding } from '../../picture/survey/findings.ts';
import { markTexts } from '../../picture/survey/mark-texts.ts';
import type { Marks } from '../../picture/survey/texts.ts';
import type { PreparedElement } from '../../picture/tree/prepared-tree.ts';
import { shortened } from '../../shortened.ts';
import { placeProperty } from '../../vnode/place.ts';
import type { DrawingCourse, Engine, EngineParts, Output } from '../engine.ts';
import { type Layout, layoutEngine } from './layout.ts';
import type { LeftOut } from './readable.ts';
import type { TakumiLibrary } from './takumi-call.ts';

/** Layout and pixels by takumi. */
export const takumiEngine = (parts: EngineParts): Engine => {
  const layOut = layoutEngine(parts, parts.load('@takumi-rs/core') as TakumiLibrary);
  const encode = outputEncoder(parts.sharp);
  const encodeForPreviewers = previewerEncoder(parts.sharp);
  const paint = async (layout: Layout) => paintingOf(await layout.paint());

  /** takumi packs what it draws as small as the service would, in a third of the time. */
  const drawPng = async (layout: Layout, { quality, isForPreviewers }: Output, { enter }: DrawingCourse) => {
    const bytes = await layout.paintPng();
    enter('encode');
    const forPreviewers = isForPreviewers
      ? await encodeForPreviewers(() => paint(layout), { bytes, format: 'png' }, quality)
      : undefined;
    return { bytes, forPreviewers };
  };

  return {
    draw: async (scene, _template, course) => {
      let laidOut: PreparedElement | undefined;
      const layout = await layOut(scene, (tree) => {
        laidOut = tree;
      });
      const boxes = scene.hasBoxes && laidOut ? placedBoxes(laidOut, await layout.measure()) : undefined;
      const drawn = async () => {
        course.enter('raster');
        if (scene.format === 'png') return drawPng(layout, scene, course);
        const painting = await paint(layout);
        course.enter('encode');
        return encode(painting, scene);
      };
      return { ...(await drawn()), failedImages: layout.failedImages(), boxes };
    },
    look: async (scene, { hasTexts, ...settings }, { enter }) => {
      let marksIn: (boxes: Boxes) => Marks = () => ({ texts: [], elements: [] });
      const layout = await layOut(scene, (tree, sheets) => {
        if (hasTexts) marksIn = markTexts(tree, sheets, settings);
      });
      const boxes = await layout.measure();
      return {
        ...marksIn(boxes),
        failedImages: layout.failedImages(),
        missingGlyphs: layout.missingGlyphs,
        unreadable: layout.leftOut().map(leftOutFinding),
        paint: () => {
          enter('raster');
          return layout.paint();
        },
      };
    },
  };
};

const leftOutFinding = ({ element, property, value }: LeftOut): SurveyFinding => {
  const place = element.props[placeProperty];
  return {
    code: 'unknown-value',
    message: `${property}: ${shortened(String(value), 60)} cannot be drawn and is left out.`,
    about: String(value),
    property,
    ...(typeof place === 'string' && { place }),
  };
};
