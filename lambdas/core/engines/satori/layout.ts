import type { Resvg } from '@resvg/resvg-js';
import type { Measure } from '../../rendering/boxes.ts';
import { EngineDamage, EngineRejection } from '../../rendering/engine-errors.ts';
import { createTextFitter } from '../../rendering/fit/fit-texts.ts';
import { createFontChooser } from '../../rendering/fonts/choose-fonts.ts';
import { getFontDemand } from '../../rendering/fonts/font-demand.ts';
import { guessHanLanguage } from '../../rendering/fonts/han.ts';
import { getRootTextStyle } from '../../rendering/fonts/text-style.ts';
import { createHeadReader } from '../../rendering/images/bitmap-heads.ts';
import { createBrokenBitmapFinder } from '../../rendering/images/broken-bitmaps.ts';
import { openImages } from '../../rendering/images/open-images.ts';
import { getPainting } from '../../rendering/pixels.ts';
import { getOutputSize } from '../../rendering/render-options.ts';
import { sanitiseSvg } from '../../rendering/svg/safe-svg.ts';
import { toSvgDataUri, writeXml } from '../../rendering/svg/xml.ts';
import { findEmoji } from '../../rendering/tree/emoji.ts';
import { assertKnownAddresses } from '../../rendering/tree/own-addresses.ts';
import { getTexts } from '../../rendering/tree/prepared-tree.ts';
import { getImageSources } from '../../vnode/remote-images.ts';
import type { VElement } from '../../vnode/vnode.ts';
import type { EngineParts, Layout, LayoutFunction, Scene, Watch } from '../engine.ts';
import type { Declaration } from '../left-out-declaration.ts';
import { measureTree } from './measure-tree.ts';
import { createImageInserter, readSvg } from './place-images.ts';
import { getPlaceholder } from './placeholder.ts';
import { prepareTree } from './prepare-tree.ts';
import { rasterise } from './rasterise.ts';
import { removeInvisible } from './remove-invisible.ts';
import { callSatori } from './satori-call.ts';
import { createFontNamer } from './satori-fonts.ts';
import { lintUnlikeBrowser } from './unlike-browser.ts';
import {
  createDeclarationFilter,
  findUnreadableDeclarations,
  toUnreadableDiagnostics,
} from './unreadable-declarations.ts';
import { writeTree } from './write-tree.ts';

/**
 * Returns a function that lays out trees with satori and rasterises them with resvg. It caches fonts and bitmaps by
 * content, and nothing else about a tree.
 */
export const createLayoutEngine = ({ fonts, emoji, sharp, load }: EngineParts): LayoutFunction => {
  const { Resvg: Rasteriser } = load('@resvg/resvg-js') as { Resvg: typeof Resvg };
  const [chooseFonts, nameFonts] = [createFontChooser(fonts), createFontNamer()];
  const fitTexts = createTextFitter();
  const readers = { readHead: createHeadReader(sharp), readSvg };
  const [positionImages, broken] = [createImageInserter(sharp), createBrokenBitmapFinder()];

  const layOutWithout = async (leftOut: readonly Declaration[], scene: Scene, watch?: Watch): Promise<Layout> => {
    const { width, height, devicePixelRatio, typography } = scene;
    const images = await openImages(getImageSources(scene.tree), scene.images, readers);
    const placeholders = new Map(
      [...images.bySource].map(([source, image], at) => [source, getPlaceholder(image, at)]),
    );
    const isLeftOut = createDeclarationFilter(leftOut);
    const tree = prepareTree(scene.tree, {
      width,
      imageFor: (source) => placeholders.get(source) ?? '',
      isLeftOut,
    });
    const own = new Set(placeholders.values());
    assertKnownAddresses(tree, (address) => own.has(address));
    const root = getRootTextStyle(typography);
    const texts = getTexts(tree);
    const graphemeImages = Object.fromEntries(
      findEmoji(texts, emoji)
        .entries()
        .map(([grapheme, svg]) => [grapheme, toSvgDataUri(svg)]),
    );
    const demand = getFontDemand(tree, (grapheme) => Object.hasOwn(graphemeImages, grapheme), '', root);
    const chosen = chooseFonts(demand, guessHanLanguage(texts.join('')), root);
    const named = nameFonts(chosen);
    const settings = { width, height, fonts: named.named, graphemeImages };
    const measure: Measure = (part) => measureTree(part, named, settings);
    await fitTexts(tree, { width, height, typography }, '', measure);
    watch?.(tree, '');
    const svg = await callSatori(writeTree(tree, named), settings);

    const byPlaceholder = new Map(
      [...images.bySource].map(([source, image]) => [placeholders.get(source) ?? '', image]),
    );
    const placer = positionImages(byPlaceholder, broken.note);
    const document = sanitiseSvg(svg, placer.resolve, devicePixelRatio);
    removeInvisible(document);
    await placer.finish();
    const pixelsAcross = Math.max(1, getOutputSize(scene).width);
    return {
      tree,
      failedImages: () => [...images.failed, ...broken.among(images.bySource)],
      missingGlyphs: chosen.missing,
      unreadable: async () => toUnreadableDiagnostics(scene.tree, isLeftOut),
      unlikeBrowser: () => lintUnlikeBrowser(scene.tree, width),
      measure: () => measure(tree),
      paint: async () => getPainting(rasterise(Rasteriser, writeXml(document), pixelsAcross)),
    };
  };

  return async (scene, watch) => {
    try {
      return await layOutWithout([], scene, watch);
    } catch (error) {
      if (!(error instanceof EngineRejection) || error instanceof EngineDamage) throw error;
      const unreadable = await findUnreadableDeclarations(scene.tree, (tree: VElement) =>
        layOutWithout([], { ...scene, tree }),
      );
      if (unreadable.length === 0) throw error;
      return layOutWithout(unreadable, scene, watch);
    }
  };
};
