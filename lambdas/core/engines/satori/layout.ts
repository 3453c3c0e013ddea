import type { Boxes, Measure } from '../../rendering/boxes.ts';
import { EngineDamage, EngineRefusal } from '../../rendering/engine-errors.ts';
import { textFitter } from '../../rendering/fit/fit-texts.ts';
import { fontChooser } from '../../rendering/fonts/choose-fonts.ts';
import { getFontDemand } from '../../rendering/fonts/font-demand.ts';
import { guessHanLanguage } from '../../rendering/fonts/han.ts';
import { rootTextStyle } from '../../rendering/fonts/text-style.ts';
import { bitmapHeads } from '../../rendering/images/bitmap-heads.ts';
import { brokenBitmaps } from '../../rendering/images/broken-bitmaps.ts';
import type { ImageFailure } from '../../rendering/images/image-failure.ts';
import { openImages } from '../../rendering/images/open-images.ts';
import { safeSvg } from '../../rendering/svg/safe-svg.ts';
import { svgDataUri, writeXml } from '../../rendering/svg/xml.ts';
import { emojiFor, getGraphemes } from '../../rendering/tree/emoji.ts';
import { refuseForeignAddresses } from '../../rendering/tree/own-addresses.ts';
import { getTexts, type PreparedElement } from '../../rendering/tree/prepared-tree.ts';
import type { ImageDiagnostic } from '../../template/lint/image/image-diagnostics.ts';
import { getImageSources } from '../../vnode/remote-images.ts';
import type { VElement } from '../../vnode/vnode.ts';
import type { EngineParts, Scene } from '../engine.ts';
import { cullUnseen } from './cull.ts';
import { measureTree } from './measure-tree.ts';
import { imagePlacer, readSvg } from './place-images.ts';
import { getPlaceholder } from './placeholder.ts';
import { prepareTree } from './prepare-tree.ts';
import { callSatori } from './satori-call.ts';
import { satoriFonts } from './satori-fonts.ts';
import { unlikeBrowser } from './unlike-browser.ts';
import { among, type Declaration, unreadableDiagnostics, unreadableIn } from './unreadable.ts';
import { writeTree } from './write-tree.ts';

/** A tree that was laid out. */
export interface Layout {
  /** Safe to hand to a rasteriser. */
  readonly svg: string;
  readonly failedImages: readonly ImageFailure[];
  /** Characters that no font has. */
  readonly missingGlyphs: readonly string[];
  /** Declarations that were left out. */
  readonly unreadable: () => readonly ImageDiagnostic[];
  /** What a browser would show otherwise. */
  readonly unlikeBrowser: () => readonly ImageDiagnostic[];
  readonly measure: () => Promise<Boxes>;
}

/** Called with the tree right before it is laid out; may change it in place. */
export type Watch = (tree: PreparedElement, sheets: string) => void;

/** Returns the function that lays trees out. It caches fonts and bitmaps by their content, and nothing else of any tree. */
export const layoutEngine = ({ fonts, emoji, sharp }: Pick<EngineParts, 'fonts' | 'emoji' | 'sharp'>) => {
  const [chooseFonts, nameFonts] = [fontChooser(fonts), satoriFonts()];
  const fitTexts = textFitter();
  const readers = { readHead: bitmapHeads(sharp), readSvg };
  const [positionImages, broken] = [imagePlacer(sharp), brokenBitmaps()];

  /** Emoji of some texts as `data:` URIs, by grapheme. */
  const emojiIn = (texts: readonly string[]): Record<string, string> => {
    const rendered = [...new Set(texts.flatMap(getGraphemes))].map((one) => [one, emojiFor(one, emoji)] as const);
    return Object.fromEntries(rendered.flatMap(([one, svg]) => (svg === undefined ? [] : [[one, svgDataUri(svg)]])));
  };

  const layOutWithout = async (leftOut: readonly Declaration[], scene: Scene, watch?: Watch): Promise<Layout> => {
    const { width, height, devicePixelRatio, typography } = scene;
    const images = await openImages(getImageSources(scene.tree), scene.images, readers);
    const placeholders = new Map(
      [...images.bySource].map(([source, image], at) => [source, getPlaceholder(image, at)]),
    );
    const isLeftOut = among(leftOut);
    const tree = prepareTree(scene.tree, {
      width,
      imageFor: (source) => placeholders.get(source) ?? '',
      isLeftOut,
    });
    const own = new Set(placeholders.values());
    refuseForeignAddresses(tree, (address) => own.has(address));
    const root = rootTextStyle(typography);
    const texts = getTexts(tree);
    const graphemeImages = emojiIn(texts);
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
    const document = safeSvg(svg, placer.resolve, devicePixelRatio);
    cullUnseen(document);
    await placer.finish();
    return {
      svg: writeXml(document),
      failedImages: [...images.failed, ...broken.among(images.bySource)],
      missingGlyphs: [...chosen.missing].map((codePoint) => String.fromCodePoint(codePoint)),
      unreadable: () => unreadableDiagnostics(scene.tree, isLeftOut),
      unlikeBrowser: () => unlikeBrowser(scene.tree, width),
      measure: () => measure(tree),
    };
  };

  /** @throws EngineRefusal, EngineDamage */
  return async (scene: Scene, watch?: Watch): Promise<Layout> => {
    try {
      return await layOutWithout([], scene, watch);
    } catch (error) {
      if (!(error instanceof EngineRefusal) || error instanceof EngineDamage) throw error;
      const unreadable = await unreadableIn(scene.tree, (tree: VElement) => layOutWithout([], { ...scene, tree }));
      if (unreadable.length === 0) throw error;
      return layOutWithout(unreadable, scene, watch);
    }
  };
};
