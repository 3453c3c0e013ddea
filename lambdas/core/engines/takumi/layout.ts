import type { Boxes, Measure } from '../../picture/boxes.ts';
import { EngineRefusal } from '../../picture/engine-errors.ts';
import { textFitter } from '../../picture/fit/fit-texts.ts';
import { fontChooser } from '../../picture/fonts/choose-fonts.ts';
import { fontDemandOf } from '../../picture/fonts/font-demand.ts';
import { guessHanLanguage } from '../../picture/fonts/han.ts';
import { rootTextStyle } from '../../picture/fonts/text-style.ts';
import { bitmapHeads } from '../../picture/images/bitmap-heads.ts';
import type { ImageFailure } from '../../picture/images/image-failure.ts';
import { openImages } from '../../picture/images/open-images.ts';
import type { Pixels } from '../../picture/pixels.ts';
import { boundImages } from '../../picture/tree/bounded-images.ts';
import { refuseForeignAddresses } from '../../picture/tree/own-addresses.ts';
import { pinWidths } from '../../picture/tree/pin-widths.ts';
import { prepareTree } from '../../picture/tree/prepare-tree.ts';
import { elementsOf, type PreparedElement, textsOf } from '../../picture/tree/prepared-tree.ts';
import { styleSheetsOf } from '../../picture/tree/style-sheets.ts';
import { imageSourcesOf } from '../../vnode/remote-images.ts';
import type { EngineParts, Scene } from '../engine.ts';
import { boxesIn } from './boxes.ts';
import { corrections as allCorrections, type Correction } from './corrections.ts';
import { emojiKeeper } from './emoji.ts';
import { isUnreadablePicture, pictureMaker, readSvg } from './pictures.ts';
import { premultiplied } from './premultiplied.ts';
import { declarationReader, isUnreadable, type LeftOut } from './readable.ts';
import type {
  MeasuredNode,
  TakumiFormat,
  TakumiLibrary,
  TakumiNode,
  TakumiOptions,
  TakumiRenderer,
} from './takumi-call.ts';
import { takumiFonts } from './takumi-fonts.ts';
import { writeNodes } from './tree/write-nodes.ts';

/** Given the tree right before it is laid out; may change it in place. */
export type Watch = (tree: PreparedElement, sheets: string) => void;

/** A tree that is ready to be drawn. */
export interface Layout {
  /** As far as is known by now. */
  readonly failedImages: () => readonly ImageFailure[];
  /** Characters that no font has. */
  readonly missingGlyphs: readonly string[];
  /** Declarations that cannot be read, and whose they are. */
  readonly leftOut: () => readonly LeftOut[];
  readonly measure: () => Promise<Boxes>;
  readonly paint: () => Promise<Pixels>;
  /** The picture as a PNG. */
  readonly paintPng: () => Promise<Buffer>;
}

/** Declarations and pictures. */
const unreadableKinds = 2;

/** Makes the function that prepares a tree for takumi. It keeps fonts, emoji and bitmaps by their content between calls. */
export const layoutEngine = (
  { fonts, emoji, sharp }: EngineParts,
  library: TakumiLibrary,
  corrections: readonly Correction[] = allCorrections,
) => {
  const chooseFonts = fontChooser(fonts);
  const registered = takumiFonts(library);
  const keepEmoji = emojiKeeper(emoji);
  const fitTexts = textFitter();
  const readers = { readHead: bitmapHeads(sharp), readSvg };
  const makePictures = pictureMaker(sharp);
  const reader = declarationReader();

  return async ({ tree: given, ...scene }: Scene, watch?: Watch): Promise<Layout> => {
    const { width, height, devicePixelRatio } = scene;
    const pictures = await makePictures(await openImages(imageSourcesOf(given), scene.images, readers));
    const tree = prepareTree(given, { width, pictureFor: pictures.addressFor });
    for (const correct of corrections) correct(tree, pictures);
    refuseForeignAddresses(tree, pictures.isOwn);
    const sheets = styleSheetsOf(given, width).text;
    const texts = textsOf(tree);
    const emojiKeys = keepEmoji(texts, pictures.keepDocument);
    const root = rootTextStyle(scene.typography);
    const chosen = chooseFonts(
      fontDemandOf(tree, (grapheme) => emojiKeys.has(grapheme), sheets, root),
      guessHanLanguage(texts.join('')),
      root,
    );
    const { renderer, names, namesFor } = await registered(chosen);

    const write = (part: PreparedElement) => {
      const { keepSvg, vectorAt } = pictures;
      return writeNodes(part, {
        root,
        namesFor,
        keepSvg,
        vectorAt,
        emoji: emojiKeys,
        hasSheets: sheets !== '',
        reader,
      });
    };
    const sizeAt = (scale: number) => ({
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
    });
    const settings = (scale: number): TakumiOptions => ({
      ...sizeAt(scale),
      devicePixelRatio: scale,
      images: pictures.all(),
      css: sheetsIn(tree),
      fontFamilies: names,
    });
    /** takumi names the first declaration it cannot read, and no picture: all of them are found, and it is asked again. */
    const findUnreadable = async (part: PreparedElement, error: unknown): Promise<void> => {
      if (isUnreadable(error)) await reader.tryEach(write(part).root, renderer);
      else if (isUnreadablePicture(error)) await pictures.tryEach(renderer);
      else throw new EngineRefusal(error);
    };
    const ask = async <T>(part: PreparedElement, call: (nodes: ReturnType<typeof write>) => Promise<T>): Promise<T> => {
      for (let searches = 0; ; searches += 1) {
        try {
          return await call(write(part));
        } catch (error) {
          if (searches === unreadableKinds) throw new EngineRefusal(error);
          await findUnreadable(part, error);
        }
      }
    };
    const measure: Measure = (part) =>
      ask(part, async (nodes) => boxesIn(nodes, await measureWithMargin(renderer, nodes.root, settings(1))));
    const render = (format: TakumiFormat) =>
      ask(tree, ({ root }) => renderer.render(root, { ...settings(devicePixelRatio), format }));

    await fitTexts(tree, { width, height, typography: scene.typography }, sheets, measure);
    await boundImages(tree, pictures.naturalOf, measure);
    await pinWidths(tree, measure);
    watch?.(tree, sheets);
    return {
      failedImages: pictures.failed,
      missingGlyphs: [...chosen.missing].map((codePoint) => String.fromCodePoint(codePoint)),
      leftOut: () => reader.leftOutOf(tree),
      measure: () => measure(tree),
      paint: async () => ({ data: premultiplied(await render('raw')), ...sizeAt(devicePixelRatio) }),
      paintPng: () => render('png'),
    };
  };
};

/** The style sheets of a tree. */
const sheetsIn = (tree: PreparedElement): string[] =>
  [...elementsOf(tree)].flatMap(({ type, props }) =>
    type === 'style' ? (props.children ?? []).filter((child) => typeof child === 'string') : [],
  );

/** Measures a tree. takumi 2.16 leaves the margin of the root itself out of its box, and renders with it. */
const measureWithMargin = async (renderer: TakumiRenderer, root: TakumiNode, options: TakumiOptions) => {
  if (!Object.keys({ ...root.preset, ...root.style }).some((name) => name.startsWith('margin')))
    return renderer.measure(root, options);
  const page: TakumiNode = {
    type: 'container',
    style: { display: 'block', width: '100%', height: '100%' },
    children: [root],
  };
  const { children } = await renderer.measure(page, options);
  return children[0] as MeasuredNode;
};
