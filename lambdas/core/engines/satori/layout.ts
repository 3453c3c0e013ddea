import type { Boxes, Measure } from '../../picture/boxes.ts';
import { EngineDamage, EngineRefusal } from '../../picture/engine-errors.ts';
import { textFitter } from '../../picture/fit/fit-texts.ts';
import { fontChooser } from '../../picture/fonts/choose-fonts.ts';
import { fontDemandOf } from '../../picture/fonts/font-demand.ts';
import { guessHanLanguage } from '../../picture/fonts/han.ts';
import { rootTextStyle } from '../../picture/fonts/text-style.ts';
import { bitmapHeads } from '../../picture/images/bitmap-heads.ts';
import { brokenBitmaps } from '../../picture/images/broken-bitmaps.ts';
import type { ImageFailure } from '../../picture/images/image-failure.ts';
import { openImages } from '../../picture/images/open-images.ts';
import type { SurveyFinding } from '../../picture/survey/findings.ts';
import { safeSvg } from '../../picture/svg/safe-svg.ts';
import { svgDataUri, writeXml } from '../../picture/svg/xml.ts';
import { emojiFor, graphemesOf } from '../../picture/tree/emoji.ts';
import { refuseForeignAddresses } from '../../picture/tree/own-addresses.ts';
import { type PreparedElement, textsOf } from '../../picture/tree/prepared-tree.ts';
import { imageSourcesOf } from '../../vnode/remote-images.ts';
import type { VElement } from '../../vnode/vnode.ts';
import type { EngineParts, Scene } from '../engine.ts';
import { cullUnseen } from './cull.ts';
import { imagePlacer, readSvg } from './place-images.ts';
import { placeholderOf } from './placeholder.ts';
import { prepareTree } from './prepare-tree.ts';
import { callSatori } from './satori-call.ts';
import { satoriFonts } from './satori-fonts.ts';
import { unlikeBrowser } from './unlike-browser.ts';
import { among, type Declaration, unreadableFindings, unreadableIn } from './unreadable.ts';
import { writeTree } from './write-tree.ts';

/** A tree that was laid out. */
export interface Layout {
  /** Safe to hand to a rasteriser. */
  readonly svg: string;
  readonly failedImages: readonly ImageFailure[];
  /** Characters that no font has. */
  readonly missingGlyphs: readonly string[];
  /** Declarations that were left out. */
  readonly unreadable: () => readonly SurveyFinding[];
  /** What a browser would show otherwise. */
  readonly unlikeBrowser: () => readonly SurveyFinding[];
  /** Where its elements lie. */
  readonly boxes: Boxes;
}

/** Called with the tree right before it is laid out; may change it in place. */
export type Watch = (tree: PreparedElement, sheets: string) => void;

/** Returns the function that lays trees out. It caches fonts and bitmaps by their content, and nothing else of any tree. */
export const layoutEngine = ({ fonts, emoji, sharp }: Pick<EngineParts, 'fonts' | 'emoji' | 'sharp'>) => {
  const chooseFonts = fontChooser(fonts);
  const nameFonts = satoriFonts();
  const fitTexts = textFitter();
  const readers = { readHead: bitmapHeads(sharp), readSvg };
  const placeImages = imagePlacer(sharp);
  const broken = brokenBitmaps();

  /** Emoji of some texts as `data:` URIs, by grapheme. */
  const emojiIn = (texts: readonly string[]): Record<string, string> => {
    const images: Record<string, string> = {};
    for (const grapheme of new Set(texts.flatMap(graphemesOf))) {
      const svg = emojiFor(grapheme, emoji);
      if (svg !== undefined) images[grapheme] = svgDataUri(svg);
    }
    return images;
  };

  const layOutWithout = async (leftOut: readonly Declaration[], scene: Scene, watch?: Watch): Promise<Layout> => {
    const { width, height, devicePixelRatio, typography } = scene;
    const images = await openImages(imageSourcesOf(scene.tree), scene.images, readers);
    const placeholders = new Map([...images.bySource].map(([source, image], at) => [source, placeholderOf(image, at)]));
    const isLeftOut = among(leftOut);
    const tree = prepareTree(scene.tree, {
      width,
      pictureFor: (source) => placeholders.get(source) ?? '',
      isLeftOut,
    });
    const own = new Set(placeholders.values());
    refuseForeignAddresses(tree, (address) => own.has(address));
    const root = rootTextStyle(typography);
    const texts = textsOf(tree);
    const graphemeImages = emojiIn(texts);
    const demand = fontDemandOf(tree, (grapheme) => Object.hasOwn(graphemeImages, grapheme), '', root);
    const chosen = chooseFonts(demand, guessHanLanguage(texts.join('')), root);
    const named = nameFonts(chosen);
    const settings = { width, height, fonts: named.named, graphemeImages };
    const measure: Measure = async (part) => (await callSatori(writeTree(part, named), settings)).boxes;
    await fitTexts(tree, { width, height, typography }, '', measure);
    watch?.(tree, '');
    const drawn = await callSatori(writeTree(tree, named), settings);

    const byPlaceholder = new Map(
      [...images.bySource].map(([source, image]) => [placeholders.get(source) ?? '', image]),
    );
    const placer = placeImages(byPlaceholder, broken.note);
    const document = safeSvg(drawn.svg, placer.resolve, devicePixelRatio);
    cullUnseen(document);
    await placer.finish();
    return {
      svg: writeXml(document),
      failedImages: [...images.failed, ...broken.among(images.bySource)],
      missingGlyphs: [...chosen.missing].map((codePoint) => String.fromCodePoint(codePoint)),
      unreadable: () => unreadableFindings(scene.tree, isLeftOut),
      unlikeBrowser: () => unlikeBrowser(scene.tree, width),
      boxes: drawn.boxes,
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
