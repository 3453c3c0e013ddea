import type Sharp from 'sharp';
import type { Boxes, Measure } from '../../picture/boxes.ts';
import { EngineDamage, EngineRefusal, isRefused } from '../../picture/engine-errors.ts';
import { textFitter } from '../../picture/fit/fit-texts.ts';
import { fontChooser } from '../../picture/fonts/choose-fonts.ts';
import { fontDemandOf } from '../../picture/fonts/font-demand.ts';
import type { FontFiles } from '../../picture/fonts/font-files.ts';
import { guessHanLanguage } from '../../picture/fonts/han.ts';
import { rootTextStyle } from '../../picture/fonts/text-style.ts';
import type { Typography } from '../../picture/fonts/typography.ts';
import { bitmapHeads } from '../../picture/images/bitmap-heads.ts';
import { brokenBitmaps } from '../../picture/images/broken-bitmaps.ts';
import type { ImageFailure } from '../../picture/images/image-failure.ts';
import { openImages } from '../../picture/images/open-images.ts';
import { safeSvg } from '../../picture/svg/safe-svg.ts';
import type { XmlElement } from '../../picture/svg/xml.ts';
import type { EmojiFiles } from '../../picture/tree/emoji.ts';
import type { IsLeftOut } from '../../picture/tree/normalise-style.ts';
import { prepareTree } from '../../picture/tree/prepare-tree.ts';
import { type PreparedElement, textsOf } from '../../picture/tree/prepared-tree.ts';
import { styleSheetsOf } from '../../picture/tree/style-sheets.ts';
import { imageSourcesOf } from '../../vnode/remote-images.ts';
import type { VElement } from '../../vnode/vnode.ts';
import type { TextContext } from './correction.ts';
import { corrections as allCorrections, type Corrections } from './corrections.ts';
import { callSatori } from './satori-call.ts';
import { drawnBitmaps } from './svg/drawn-bitmaps.ts';
import { emojiPictures } from './svg/emoji-pictures.ts';
import { imagePlacer } from './svg/place-images.ts';
import { readSvg } from './svg/read-svg.ts';
import { placeholderOf } from './tree/placeholder.ts';
import { satoriFonts } from './tree/satori-fonts.ts';
import { type Declaration, unreadableIn, writtenOut } from './tree/unreadable.ts';

/** What layout needs from outside: files and the image library, held by the process that draws. */
export interface LayoutParts {
  readonly fonts: FontFiles;
  readonly emoji: EmojiFiles;
  readonly sharp: typeof Sharp;
}

export interface LayoutRequest {
  readonly tree: VElement;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly devicePixelRatio: number;
  /** Bytes of remote images by address. */
  readonly images: Readonly<Record<string, Uint8Array>>;
  readonly typography?: Typography | undefined;
  /** Called with the tree right before it is laid out; may change it in place. Boxes are only answered where this is given. */
  readonly watch?: ((tree: PreparedElement, sheets: string) => void) | undefined;
}

export interface Layout {
  /** Safe to hand to a rasteriser. Bitmaps are named by address, until `fill` puts them in. */
  readonly document: XmlElement;
  /** Puts its bitmaps into the document's text, or into that of a part of it. */
  readonly fill: (svg: string) => Promise<string>;
  /** Complete once the document is filled: the pixels of a bitmap may be found broken only then. */
  readonly failedImages: readonly ImageFailure[];
  /** Characters that no font has. */
  readonly missingGlyphs: readonly string[];
  /** Style declarations that were left out because they could not be read. */
  readonly styleErrors: readonly string[];
  /** Where its elements lie, where that was asked for. */
  readonly boxes: Boxes;
}

/**
 * Makes the function that lays a tree out as SVG. It keeps fonts, emoji and bitmaps by their content
 * between calls, nothing else of any tree.
 */
export const layoutEngine = (parts: LayoutParts, corrections: Corrections = allCorrections) => {
  const chooseFonts = fontChooser(parts.fonts);
  const nameFonts = satoriFonts();
  const emojiIn = emojiPictures(parts.emoji);
  const fitTexts = textFitter();
  const readers = { readHead: bitmapHeads(parts.sharp), readSvg };
  const drawBitmap = drawnBitmaps(parts.sharp);
  const broken = brokenBitmaps();

  const layOutWithout = async (leftOut: readonly Declaration[], request: LayoutRequest): Promise<Layout> => {
    const { watch, width, height, devicePixelRatio } = request;
    const images = await openImages(imageSourcesOf(request.tree), request.images, readers);
    const placeholders = new Map(
      [...images.bySource].map(([source, image], number) => [source, placeholderOf(image, number)]),
    );
    const pictureFor = (source: string) => placeholders.get(source) ?? '';
    const tree = prepareTree(request.tree, { width, pictureFor, isLeftOut: among(leftOut) });
    for (const correct of corrections.tree) correct(tree);

    const sheets = styleSheetsOf(request.tree, width).text;
    const texts = textsOf(tree);
    const emoji = emojiIn(texts);
    const root = rootTextStyle(request.typography);
    const isPicture = (grapheme: string) => grapheme in emoji.uris;
    const chosen = chooseFonts(fontDemandOf(tree, isPicture, sheets, root), guessHanLanguage(texts.join('')), root);
    const fonts = { ...chosen, ...nameFonts(chosen) };
    const context: TextContext = { fonts, sheets, lines: new Map(), spaces: new Map(), isPicture };
    for (const correct of corrections.text) correct(tree, context);

    const settings = { width, height, fonts: fonts.named(), graphemeImages: emoji.uris };
    const measure: Measure = async (part) => (await callSatori(part, settings, true)).boxes;
    await fitTexts(tree, { width, height, typography: request.typography }, sheets, measure);
    for (const correct of corrections.boxes) await correct(tree, measure);
    watch?.(tree, sheets);
    for (const correct of corrections.drawn) correct(tree, context);
    const drawn = await callSatori(tree, settings, watch !== undefined);

    const byPlaceholder = new Map([...images.bySource].map(([source, image]) => [pictureFor(source), image]));
    const placer = imagePlacer(byPlaceholder, emoji.used, drawBitmap, broken.note);
    const document = safeSvg(drawn.svg, placer.resolve, devicePixelRatio);
    for (const correct of corrections.document) correct(document);
    await placer.finish();
    const unreadable = leftOut.map((declaration) => `\`${writtenOut(declaration)}\` cannot be read.`);
    return {
      document,
      fill: placer.fill,
      get failedImages() {
        return [...images.failed, ...broken.among(images.bySource)];
      },
      missingGlyphs: [...chosen.missing].map((codePoint) => String.fromCodePoint(codePoint)),
      styleErrors: [...unreadable, ...drawn.styleErrors],
      boxes: drawn.boxes,
    };
  };

  return async (request: LayoutRequest): Promise<Layout> => {
    try {
      return await layOutWithout([], request);
    } catch (error) {
      if (!(error instanceof EngineRefusal) || error instanceof EngineDamage) throw error;
      const isFailing = (tree: VElement) => isRefused(() => layOutWithout([], { ...request, tree }));
      const unreadable = await unreadableIn(request.tree, request.width, isFailing);
      if (unreadable.length === 0) throw error;
      return await layOutWithout(unreadable, request);
    }
  };
};

/** Undefined without any, so that nothing is asked in the usual case. */
const among = (declarations: readonly Declaration[]): IsLeftOut | undefined => {
  if (declarations.length === 0) return undefined;
  const texts = new Set(declarations.map(writtenOut));
  return (property, value) => texts.has(writtenOut({ property, value }));
};
