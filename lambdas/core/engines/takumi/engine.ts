import type { Boxes } from '../../rendering/boxes.ts';
import { outputEncoder } from '../../rendering/encode/output-encoder.ts';
import { previewerEncoder } from '../../rendering/encode/previewer-encoder.ts';
import { placedBoxes } from '../../rendering/positioned-boxes.ts';
import type { PreparedElement } from '../../rendering/tree/prepared-tree.ts';
import { shortened } from '../../shortened.ts';
import type { ImageDiagnostic } from '../../template/lint/image/image-diagnostics.ts';
import { markTexts } from '../../template/lint/image/mark-texts.ts';
import type { Marks } from '../../template/lint/image/texts.ts';
import { sourcePositionProperty } from '../../vnode/source-position.ts';
import type { Engine, EngineParts, Output, RenderingCourse } from '../engine.ts';
import { type Layout, layoutEngine } from './layout.ts';
import type { LeftOut } from './readable.ts';
import type { TakumiLibrary } from './takumi-call.ts';

/** Layout and pixels by takumi. */
export const takumiEngine = (parts: EngineParts): Engine => {
  const layOut = layoutEngine(parts, parts.load('@takumi-rs/core') as TakumiLibrary);
  const encode = outputEncoder(parts.sharp);
  const encodeForPreviewers = previewerEncoder(parts.sharp);

  /** takumi packs what it renders as small as the service would, in a third of the time. */
  const renderPng = async (layout: Layout, { quality, isForPreviewers }: Output, { enter }: RenderingCourse) => {
    const bytes = await layout.paintPng();
    enter('encode');
    const forPreviewers = isForPreviewers
      ? await encodeForPreviewers(layout.paint, { bytes, format: 'png' }, quality)
      : undefined;
    return { bytes, forPreviewers };
  };

  return {
    render: async (scene, course) => {
      let laidOut: PreparedElement | undefined;
      const layout = await layOut(scene, (tree) => {
        laidOut = tree;
      });
      const boxes = scene.hasBoxes && laidOut ? placedBoxes(laidOut, await layout.measure()) : undefined;
      const rendered = async () => {
        course.enter('raster');
        if (scene.format === 'png') return renderPng(layout, scene, course);
        const painting = await layout.paint();
        course.enter('encode');
        return encode(painting, scene);
      };
      return { ...(await rendered()), failedImages: layout.failedImages(), boxes };
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
        unreadable: layout.leftOut().map(leftOutDiagnostic),
        paint: () => {
          enter('raster');
          return layout.paint();
        },
      };
    },
  };
};

const leftOutDiagnostic = ({ element, property, value }: LeftOut): ImageDiagnostic => {
  const position = element.props[sourcePositionProperty];
  return {
    code: 'unknown-value',
    message: `${property}: ${shortened(String(value), 60)} cannot be rendered and is left out.`,
    about: String(value),
    property,
    ...(typeof position === 'string' && { position }),
  };
};
