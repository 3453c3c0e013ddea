import type Sharp from 'sharp';
import type { EngineName } from '../engine-names.ts';
import { markTexts, type TextMarks } from '../lint/image/mark-texts.ts';
import type { Look, LookSettings, MarkedText } from '../lint/image/texts.ts';
import { type Boxes, getSourceBoxes } from '../rendering/boxes.ts';
import { createPaintingEncoder } from '../rendering/encode/encode.ts';
import { createPreviewerEncoder } from '../rendering/encode/previewer-encoder.ts';
import type { EngineParts, EnterStage, LayoutFunction, Output, Scene } from './engine.ts';
import { createLayoutEngine as satoriLayout } from './satori/layout.ts';
import { createLayoutEngine as takumiLayout } from './takumi/layout.ts';

/** Opens an engine and loads its native libraries. */
export const openRenderer = (name: EngineName, parts: EngineParts): Renderer =>
  name === 'satori'
    ? engineOf(satoriLayout(parts), parts.sharp, 'itself')
    : engineOf(takumiLayout(parts), parts.sharp, 'spans');

/**
 * Renders trees. The same tree gives the same bytes, regardless of earlier renders.
 *
 * Every method throws `EngineRejection` if the tree cannot be rendered; `EngineDamage` if the process must not be used
 * again.
 */
export type Renderer = ReturnType<typeof engineOf>;

/** Returns an engine that lays out trees with `layOut`. */
const engineOf = (layOut: LayoutFunction, sharp: typeof Sharp, marks: TextMarks) => {
  const encode = createPaintingEncoder(sharp);
  const encodeForPreviewers = createPreviewerEncoder(sharp);
  return {
    render: async (scene: Scene & Output, { enter }: { readonly enter: EnterStage }) => {
      const { format, quality } = scene;
      const layout = await layOut(scene);
      const boxes = scene.hasBoxes ? getSourceBoxes(layout.tree, await layout.measure()) : undefined;
      enter('raster');
      const png = format === 'png' ? await layout.paintPng?.() : undefined;
      const painting = png ? undefined : await layout.paint();
      enter('encode');
      const bytes = painting ? await encode(painting, format, quality) : (png as Buffer);
      const paint = async () => painting ?? layout.paint();
      const forPreviewers = scene.isForPreviewers
        ? await encodeForPreviewers(paint, { bytes, format }, quality)
        : undefined;
      return {
        bytes,
        forPreviewers,
        failedImages: layout.failedImages(),
        unrenderedImages: layout.unrenderedImages,
        boxes,
      };
    },
    /** Lays out a tree for linting. */
    look: async (
      scene: Scene,
      { hasTexts, ...settings }: LookSettings,
      { enter }: { readonly enter: EnterStage },
    ): Promise<Look> => {
      let locateTexts: ((boxes: Boxes) => MarkedText[]) | undefined;
      const layout = await layOut(scene, (tree) => {
        if (hasTexts) locateTexts = markTexts(tree, settings, marks);
      });
      const unreadable = await layout.unreadable();
      return {
        texts: locateTexts?.(await layout.measure()) ?? [],
        failedImages: layout.failedImages(),
        missingGlyphs: layout.missingGlyphs,
        looseMarks: await layout.looseMarks(),
        unreadable,
        boxes: async () => getSourceBoxes(layout.tree, await layout.measure()),
        paint: () => {
          enter('raster');
          return layout.paint();
        },
      };
    },
  };
};
