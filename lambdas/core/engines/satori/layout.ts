import type Sharp from 'sharp';
import type { Boxes, Measure } from '../../picture/boxes.ts';
import { EngineDamage, EngineRefusal, isRefused } from '../../picture/engine-errors.ts';
import { textFitter } from '../../picture/fit/fit-texts.ts';
import { fontChooser } from '../../picture/fonts/choose-fonts.ts';
import { fontDemandOf } from '../../picture/fonts/font-demand.ts';
import type { FontFiles } from '../../picture/fonts/font-files.ts';
import { guessHanLanguage } from '../../picture/fonts/han.ts';
import { bitmapHeads } from '../../picture/pictures/bitmap-heads.ts';
import { brokenBitmaps } from '../../picture/pictures/broken-bitmaps.ts';
import type { ImageFailure } from '../../picture/pictures/image-failure.ts';
import { type SafeDocument, safeSvg } from '../../picture/svg/safe-svg.ts';
import { svgDataUri, writeXml, type XmlElement } from '../../picture/svg/xml.ts';
import { type EmojiFiles, emojiFor, graphemesOf } from '../../picture/tree/emoji.ts';
import type { IsLeftOut } from '../../picture/tree/normalise-style.ts';
import type { PreparedElement, PreparedNode } from '../../picture/tree/prepared-tree.ts';
import { styleSheetsOf } from '../../picture/tree/style-sheets.ts';
import { imageSourcesOf } from '../../vnode/remote-images.ts';
import type { VElement } from '../../vnode/vnode.ts';
import { callSatori } from './satori-call.ts';
import { cullUnseen } from './svg/cull.ts';
import { drawnBitmaps } from './svg/drawn-bitmaps.ts';
import { imagePlacer } from './svg/place-images.ts';
import { plainGradients } from './svg/plain-gradients.ts';
import { prepareImages } from './svg/prepare-images.ts';
import { writeSaturations } from './svg/saturation.ts';
import { tightenFilters } from './svg/tighten-filters.ts';
import { applyFonts } from './tree/apply-fonts.ts';
import { roundLineHeights } from './tree/line-heights.ts';
import { normaliseTree } from './tree/normalise.ts';
import { pinWidths } from './tree/pin-widths.ts';
import { orderRightToLeft } from './tree/right-to-left.ts';
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
  /** Bytes of remote pictures by address. */
  readonly images: Readonly<Record<string, Uint8Array>>;
  /** Given the tree right before it is laid out; may change it in place. Where the boxes are asked for. */
  readonly watch?: ((tree: PreparedElement, sheets: string) => void) | undefined;
}

export interface Layout {
  /** Safe to hand to a rasteriser, but for its bitmaps, which stand there by address. */
  readonly document: XmlElement;
  /** Puts its bitmaps into the document's text, or into that of a part of it. */
  readonly fill: (svg: string) => Promise<string>;
  /** Complete once the document is filled: the pixels of a bitmap may be found broken only then. */
  readonly failedImages: readonly ImageFailure[];
  /** Style declarations that were left out because they could not be read. */
  readonly styleErrors: readonly string[];
  /** Where its elements lie, where that was asked for. */
  readonly boxes: Boxes;
}

/**
 * Makes the function that lays a tree out as SVG. It keeps fonts, emoji and bitmaps by their content
 * between calls, nothing else of any tree.
 */
export const layoutEngine = (parts: LayoutParts) => {
  const chooseFonts = fontChooser(parts.fonts);
  const emoji = emojiPictures(parts.emoji);
  const fitTexts = textFitter();
  const readHead = bitmapHeads(parts.sharp);
  const drawBitmap = drawnBitmaps(parts.sharp);
  const broken = brokenBitmaps();

  const layOutWithout = async (leftOut: readonly Declaration[], request: LayoutRequest): Promise<Layout> => {
    const images = await prepareImages(imageSourcesOf(request.tree), request.images, readHead);
    const pictureFor = (source: string) => images.bySource.get(source)?.standIn ?? '';
    const tree = normaliseTree(request.tree, request.width, pictureFor, among(leftOut));
    orderRightToLeft(tree);

    const texts = textsOf(tree);
    const { used, uris } = emoji(texts);
    const sheets = styleSheetsOf(request.tree);
    const demands = fontDemandOf(tree, (grapheme) => grapheme in uris, graphemesOf, sheets);
    const fonts = chooseFonts(demands, guessHanLanguage(texts.join('')));
    // a style sheet may say anything of sizes and heights
    if (sheets === '') roundLineHeights(tree, fonts);
    applyFonts(tree, fonts);
    const { watch, width, height } = request;
    const settings = { width, height, fonts: fonts.fonts, graphemeImages: uris };
    const measure: Measure = async (part) => (await callSatori(part, settings, true)).boxes;
    await fitTexts(tree, { width, height }, sheets, measure);
    await pinWidths(tree, measure);
    watch?.(tree, sheets);

    const drawn = await callSatori(tree, settings, watch !== undefined);
    const unreadable = leftOut.map((declaration) => `\`${writtenOut(declaration)}\` cannot be read.`);

    const placer = imagePlacer(images.bySource.values(), used, drawBitmap, broken.note);
    const document = safeSvg(drawn.svg, placer.resolve, request.devicePixelRatio);
    writeSaturations(document);
    cullUnseen(document);
    tightenFilters(document);
    plainGradients(document);
    await placer.finish();
    return {
      document,
      fill: placer.fill,
      get failedImages() {
        return [...images.failed, ...broken.among(images.bySource)];
      },
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

/** Every text of a tree outside pictures and style sheets. */
const textsOf = (node: PreparedElement): string[] => {
  const texts: string[] = [];
  const visit = (child: PreparedNode) => {
    if (typeof child === 'string') texts.push(child);
    else if (child.type !== 'style' && child.type !== 'svg')
      for (const inner of child.props.children ?? []) visit(inner);
  };
  visit(node);
  return texts;
};

const readEmoji = (svg: string) => {
  const document = safeSvg(svg, () => undefined);
  const text = writeXml(document);
  return { uri: svgDataUri(text), picture: { document, isPlain: !text.includes(' id="') } };
};

/** Emoji of a text as pictures: each is read and checked once per process. */
const emojiPictures = (files: EmojiFiles) => {
  const known = new Map<string, { uri: string; picture: SafeDocument }>();
  return (texts: readonly string[]) => {
    const uris: Record<string, string> = Object.create(null);
    const used = new Map<string, SafeDocument>();
    for (const grapheme of new Set(texts.flatMap(graphemesOf))) {
      const svg = emojiFor(grapheme, files);
      if (svg === undefined) continue;
      const emoji = known.get(svg) ?? readEmoji(svg);
      known.set(svg, emoji);
      uris[grapheme] = emoji.uri;
      used.set(emoji.uri, emoji.picture);
    }
    return { uris, used };
  };
};
