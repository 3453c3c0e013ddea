import type { Resvg } from '@resvg/resvg-js';
import type { Measure } from '../../rendering/boxes.ts';
import { EngineDamage, EngineRejection } from '../../rendering/engine-errors.ts';
import { createTextFitter } from '../../rendering/fit/fit-texts.ts';
import { createFontChooser } from '../../rendering/fonts/choose-fonts.ts';
import { getFontDemand } from '../../rendering/fonts/font-demand.ts';
import { guessHanLanguage } from '../../rendering/fonts/han.ts';
import { getRootTextStyle } from '../../rendering/fonts/text-style.ts';
import { createBitmapRecoder } from '../../rendering/images/bitmaps.ts';
import { getDocuments, getUnrendered, openImages } from '../../rendering/images/open-images.ts';
import { getPainting } from '../../rendering/pixels.ts';
import { getOutputSize } from '../../rendering/render-options.ts';
import { resolveInlineSvgs } from '../../rendering/svg/computed/resolve-inline.ts';
import { sanitiseSvg } from '../../rendering/svg/safe-svg.ts';
import type { HarfBuzz } from '../../rendering/svg/text/harfbuzz.ts';
import { findLooseMarks } from '../../rendering/svg/text/loose-marks.ts';
import { outlineFiles } from '../../rendering/svg/text/outline-files.ts';
import { outlineTexts } from '../../rendering/svg/text/outline-texts.ts';
import { toSvgDataUri, writeXml } from '../../rendering/svg/xml.ts';
import { findBrokenSequences, findEmoji } from '../../rendering/tree/emoji.ts';
import { expandTexts } from '../../rendering/tree/expand-text.ts';
import { assertKnownAddresses } from '../../rendering/tree/own-addresses.ts';
import { getTexts } from '../../rendering/tree/prepared-tree.ts';
import { getImageSources } from '../../vnode/remote-images.ts';
import type { VElement } from '../../vnode/vnode.ts';
import type { EngineParts, Layout, LayoutFunction, Scene, Watch } from '../engine.ts';
import { lintTexts } from './lint-texts.ts';
import { measureTree } from './measure-tree.ts';
import { placeImages, readSvg } from './place-images.ts';
import { prepareTree } from './prepare-tree.ts';
import { removeInvisible } from './remove-invisible.ts';
import { callSatori, rasterise } from './satori-call.ts';
import { createFontNamer } from './satori-fonts.ts';
import { findUnreadableDeclarations, lintLeftOut } from './unreadable-declarations.ts';
import { writeTree } from './write-tree.ts';

/**
 * Returns a function that lays out trees with satori and rasterises them with resvg. It caches fonts and bitmaps by
 * content, and nothing else about a tree.
 */
export const createLayoutEngine = ({ fonts, emoji, sharp, load, importModule }: EngineParts): LayoutFunction => {
  const { Resvg: Rasteriser } = load('@resvg/resvg-js') as { Resvg: typeof Resvg };
  const [chooseFonts, nameFonts] = [createFontChooser(fonts), createFontNamer()];
  const fitTexts = createTextFitter();
  const loadHarfBuzz = () => importModule('harfbuzzjs') as Promise<HarfBuzz>;
  const readers = { sharp, recode: createBitmapRecoder(), readSvg };

  const layOutWithout = async (leftOut: ReadonlySet<string>, scene: Scene, watch?: Watch): Promise<Layout> => {
    const { width, height, devicePixelRatio, typography } = scene;
    const opened = await openImages(getImageSources(scene.tree), scene.images, readers);
    const root = getRootTextStyle(typography);
    const outlining = { chooseFonts, load: loadHarfBuzz, root, image: { width, height } };
    const files = await outlineFiles(getDocuments(opened), outlining);
    const images = placeImages(opened, readers.recode);
    const tree = prepareTree(scene.tree, { width, imageFor: images.addressFor, leftOut });
    // Vercel OG shows no quotation marks either.
    expandTexts(tree, false);
    assertKnownAddresses(tree, images.isOwn);
    const texts = getTexts(tree);
    const graphemeImages = Object.fromEntries(
      findEmoji(texts, emoji)
        .entries()
        .map(([grapheme, svg]) => [grapheme, toSvgDataUri(svg)]),
    );
    const demand = getFontDemand(tree, (grapheme) => Object.hasOwn(graphemeImages, grapheme), root);
    const chosen = chooseFonts(demand, guessHanLanguage(texts.join('')), root);
    const named = nameFonts(chosen);
    resolveInlineSvgs(tree, { width, height });
    const missing = await outlineTexts(tree, outlining);
    const settings = { width, height, fonts: named.named, graphemeImages };
    const measure: Measure = (part) => measureTree(part, named, settings);
    await fitTexts(tree, { width, height, typography }, measure);
    watch?.(tree);
    const svg = await callSatori(writeTree(tree, named), settings);

    const emojiAddresses = new Set(Object.values(graphemeImages));
    const document = sanitiseSvg(svg, images.resolveWith(emojiAddresses), devicePixelRatio);
    removeInvisible(document);
    const failedImages = await images.finish();
    const pixelsAcross = Math.max(1, getOutputSize(scene).width);
    return {
      tree,
      failedImages: () => failedImages,
      unrenderedImages: getUnrendered(opened, files.tooLong),
      missingGlyphs: [
        ...new Set([...findBrokenSequences(texts, emoji), ...chosen.missing, ...missing, ...files.missing]),
      ],
      looseMarks: () => findLooseMarks(chosen.marked, loadHarfBuzz),
      unreadable: async () => [...lintLeftOut(scene.tree, leftOut), ...lintTexts(tree, root, chosen.fonts)],
      measure: () => measure(tree),
      paint: async () => getPainting(rasterise(Rasteriser, writeXml(document), pixelsAcross)),
    };
  };

  return async (scene, watch) => {
    try {
      return await layOutWithout(new Set(), scene, watch);
    } catch (error) {
      if (!(error instanceof EngineRejection) || error instanceof EngineDamage) throw error;
      const unreadable = await findUnreadableDeclarations(scene.tree, (tree: VElement) =>
        layOutWithout(new Set(), { ...scene, tree }),
      );
      if (unreadable.size === 0) throw error;
      return layOutWithout(unreadable, scene, watch);
    }
  };
};
