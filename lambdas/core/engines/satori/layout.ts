import satori from 'satori';
import type Sharp from 'sharp';
import { type LayOutOnce, textFitter } from '../../picture/fit/fit-texts.ts';
import { fontChooser } from '../../picture/fonts/choose-fonts.ts';
import { fontDemandOf } from '../../picture/fonts/font-demand.ts';
import type { FontFiles } from '../../picture/fonts/font-files.ts';
import { guessHanLanguage } from '../../picture/fonts/han.ts';
import { bitmapHeads } from '../../picture/pictures/bitmap-heads.ts';
import { brokenBitmaps } from '../../picture/pictures/broken-bitmaps.ts';
import type { ImageFailure } from '../../picture/pictures/image-failure.ts';
import type { DetectedNode } from '../../picture/survey/boxes.ts';
import { type SafeDocument, safeSvg } from '../../picture/svg/safe-svg.ts';
import { svgDataUri, writeXml, type XmlElement } from '../../picture/svg/xml.ts';
import { type EmojiFiles, emojiFor, graphemesOf } from '../../picture/tree/emoji.ts';
import type { LayoutElement, LayoutNode } from '../../picture/tree/layout-tree.ts';
import type { IsLeftOut } from '../../picture/tree/normalise-style.ts';
import { styleSheetsOf } from '../../picture/tree/style-sheets.ts';
import { imageSourcesOf } from '../../vnode/remote-images.ts';
import type { VElement } from '../../vnode/vnode.ts';
import { cullUnseen } from './svg/cull.ts';
import { drawnBitmaps } from './svg/drawn-bitmaps.ts';
import { imagePlacer } from './svg/place-images.ts';
import { plainGradients } from './svg/plain-gradients.ts';
import { prepareImages } from './svg/prepare-images.ts';
import { tightenFilters } from './svg/tighten-filters.ts';
import { applyFonts } from './tree/apply-fonts.ts';
import { fails, isDamage } from './tree/layout-failure.ts';
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
  /** For looking at a layout rather than drawing it. */
  readonly watch?: LayoutWatch;
}

export interface LayoutWatch {
  /** Given the tree right before it is laid out; may change it in place. */
  prepare(tree: LayoutElement, sheets: string): void;
  /** Told of each element as it is laid out. */
  note(node: DetectedNode): void;
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
    const settings = { width, height, fonts: fonts.fonts as never, graphemeImages: uris };
    const layOut: LayOutOnce = async (part, note) => {
      await satori(part as never, { ...settings, onStyleError: () => {}, onNodeDetected: note });
    };
    await fitTexts(tree, { width, height }, sheets, layOut);
    await pinWidths(tree, layOut);
    watch?.prepare(tree, sheets);

    const styleErrors = leftOut.map((declaration) => `\`${writtenOut(declaration)}\` cannot be read.`);
    const drawn = await satori(tree as never, {
      ...settings,
      onStyleError: (error) => styleErrors.push(error.message),
      ...(watch && { onNodeDetected: (node) => watch.note(node) }),
    });

    const placer = imagePlacer(images.bySource.values(), used, drawBitmap, broken.note);
    const document = safeSvg(drawn, placer.resolve, request.devicePixelRatio);
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
      styleErrors,
    };
  };

  return async (request: LayoutRequest): Promise<Layout> => {
    try {
      return await layOutWithout([], request);
    } catch (error) {
      if (isDamage(error)) throw error;
      const isFailing = (tree: VElement) => fails(() => layOutWithout([], { ...request, tree }));
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
const textsOf = (node: LayoutElement): string[] => {
  const texts: string[] = [];
  const visit = (child: LayoutNode) => {
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
