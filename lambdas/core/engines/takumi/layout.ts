import type { MeasuredNode } from '@takumi-rs/core';
import type { Measure } from '../../rendering/boxes.ts';
import { EngineRejection } from '../../rendering/engine-errors.ts';
import { createTextFitter } from '../../rendering/fit/fit-texts.ts';
import { createFontChooser } from '../../rendering/fonts/choose-fonts.ts';
import { getFontDemand } from '../../rendering/fonts/font-demand.ts';
import { guessHanLanguage } from '../../rendering/fonts/han.ts';
import { getRootTextStyle } from '../../rendering/fonts/text-style.ts';
import { createBitmapRecoder } from '../../rendering/images/bitmaps.ts';
import { openImages } from '../../rendering/images/open-images.ts';
import { premultiply } from '../../rendering/pixels.ts';
import { readSafeSvg, sanitiseSvg } from '../../rendering/svg/safe-svg.ts';
import { writeXml } from '../../rendering/svg/xml.ts';
import { findEmoji } from '../../rendering/tree/emoji.ts';
import { assertKnownAddresses } from '../../rendering/tree/own-addresses.ts';
import { getElements, getTexts, type PreparedElement } from '../../rendering/tree/prepared-tree.ts';
import { getStyleSheets } from '../../rendering/tree/style-sheets.ts';
import { getImageSources } from '../../vnode/remote-images.ts';
import type { EngineParts, LayoutFunction } from '../engine.ts';
import { createImageConverter } from './images.ts';
import { toBoxes } from './measured-boxes.ts';
import { createDeclarationReader } from './readable.ts';
import type { TakumiFormat, TakumiLibrary, TakumiNode, TakumiOptions, TakumiRenderer } from './takumi-call.ts';
import { createFontLoader } from './takumi-fonts.ts';
import { boundImages, fixWidths } from './tree/measured-sizes.ts';
import { prepareTree } from './tree/prepare-tree.ts';
import { type WrittenNodes, writeNodes } from './tree/write-nodes.ts';
import { workarounds as allWorkarounds, applyWorkarounds, type Workaround } from './workarounds.ts';

/** A tree can be rejected for its declarations and for its images. */
const unreadableKinds = 2;

/** Returns a function that lays out trees with takumi. It caches fonts, emoji and bitmaps by content between calls. */
export const createLayoutEngine = (
  { fonts, emoji, sharp, load }: EngineParts,
  workarounds: readonly Workaround[] = allWorkarounds,
): LayoutFunction => {
  const chooseFonts = createFontChooser(fonts);
  const registered = createFontLoader(load('@takumi-rs/core') as TakumiLibrary);
  const fitTexts = createTextFitter();
  const readers = { sharp, recode: createBitmapRecoder(sharp), readSvg: readSafeSvg };
  const makeImages = createImageConverter(readers.recode);
  const reader = createDeclarationReader();

  return async ({ tree: given, ...scene }, watch) => {
    const { width, height, devicePixelRatio } = scene;
    const images = await makeImages(await openImages(getImageSources(given), scene.images, readers));
    const tree = prepareTree(given, { width, imageFor: images.addressFor });
    applyWorkarounds(tree, images, workarounds);
    assertKnownAddresses(tree, images.isOwn);
    const sheets = getStyleSheets(given, width).text;
    const texts = getTexts(tree);
    const storeEmoji = (svg: string) => images.storeDocument(writeXml(sanitiseSvg(svg, () => undefined)));
    const emojiKeys = new Map([...findEmoji(texts, emoji)].map(([grapheme, svg]) => [grapheme, storeEmoji(svg)]));
    const root = getRootTextStyle(scene.typography);
    const chosen = chooseFonts(
      getFontDemand(tree, (grapheme) => emojiKeys.has(grapheme), sheets, root),
      guessHanLanguage(texts.join('')),
      root,
    );
    const { renderer, names, namesFor } = await registered(chosen);

    const context = { root, namesFor, images, emoji: emojiKeys, hasSheets: sheets !== '', reader };
    const write = (part: PreparedElement) => writeNodes(part, context);
    const sizeAt = (scale: number) => ({
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
    });
    const settings = (scale: number): TakumiOptions => ({
      ...sizeAt(scale),
      devicePixelRatio: scale,
      images: images.all(),
      css: sheetsIn(tree),
      fontFamilies: names,
    });
    const retry = async <T>(part: PreparedElement, call: (nodes: WrittenNodes) => Promise<T>): Promise<T> => {
      for (let retries = 0; ; retries += 1) {
        try {
          return await call(write(part));
        } catch (error) {
          if (retries < unreadableKinds && reader.isCause(error)) await reader.tryEach(write(part).root, renderer);
          else if (retries < unreadableKinds && images.isCause(error)) await images.tryEach(renderer);
          else throw new EngineRejection(error);
        }
      }
    };
    const measure: Measure = (part) =>
      retry(part, async (nodes) => toBoxes(nodes, await measureWithMargin(renderer, nodes.root, settings(1))));
    const render = (format: TakumiFormat) =>
      retry(tree, ({ root }) => renderer.render(root, { ...settings(devicePixelRatio), format }));

    await fitTexts(tree, { width, height, typography: scene.typography }, sheets, measure);
    await boundImages(tree, images.naturalOf, measure);
    await fixWidths(tree, measure);
    watch?.(tree, sheets);
    return {
      tree,
      failedImages: images.failed,
      missingGlyphs: chosen.missing,
      unreadable: async () => {
        // takumi reads declarations during layout.
        await measure(tree);
        return reader.lintLeftOut(tree);
      },
      measure: () => measure(tree),
      paint: async () => ({ ...premultiply(await render('raw')), ...sizeAt(devicePixelRatio) }),
      paintPng: () => render('png'),
    };
  };
};

/** Returns the style sheets of a tree. */
const sheetsIn = (tree: PreparedElement): string[] =>
  [...getElements(tree)].flatMap(({ type, props }) =>
    type === 'style' ? (props.children ?? []).filter((child) => typeof child === 'string') : [],
  );

/** Measures a tree. takumi 2.16 excludes the margin of the root from its box, but renders with it. */
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
