import type { MeasuredNode } from '@takumi-rs/core';
import type { Measure, Size } from '../../rendering/boxes.ts';
import { EngineRejection, nativeFailure } from '../../rendering/engine-errors.ts';
import { createTextFitter } from '../../rendering/fit/fit-texts.ts';
import { createFontChooser } from '../../rendering/fonts/choose-fonts.ts';
import { getFontDemand } from '../../rendering/fonts/font-demand.ts';
import { guessHanLanguage } from '../../rendering/fonts/han.ts';
import { getRootTextStyle } from '../../rendering/fonts/text-style.ts';
import { createBitmapRecoder } from '../../rendering/images/bitmaps.ts';
import { getDocuments, getUnrendered, openImages } from '../../rendering/images/open-images.ts';
import { type Painting, premultiply } from '../../rendering/pixels.ts';
import { readSafeSvg } from '../../rendering/svg/computed/read-svg.ts';
import { resolveInlineSvgs } from '../../rendering/svg/computed/resolve-inline.ts';
import { sanitiseSvg } from '../../rendering/svg/safe-svg.ts';
import type { HarfBuzz } from '../../rendering/svg/text/harfbuzz.ts';
import { outlineFiles } from '../../rendering/svg/text/outline-files.ts';
import { outlineTexts } from '../../rendering/svg/text/outline-texts.ts';
import { writeXml } from '../../rendering/svg/xml.ts';
import { findBrokenSequences, findEmoji } from '../../rendering/tree/emoji.ts';
import { expandTexts } from '../../rendering/tree/expand-text.ts';
import { assertKnownAddresses } from '../../rendering/tree/own-addresses.ts';
import { getPreparedElements, getTexts, type PreparedElement } from '../../rendering/tree/prepared-tree.ts';
import type { Edges } from '../../styles/edges.ts';
import { getImageSources } from '../../vnode/remote-images.ts';
import type { EngineParts, LayoutFunction } from '../engine.ts';
import {
  cropPixels,
  findBlurredBoxes,
  getCanvasMargins,
  hasFixedBoxes,
  lintCutBlurs,
  openBoxes,
} from './blurred-boxes.ts';
import { createImageConverter } from './images.ts';
import { getDisplay, type Lines, toBoxes } from './measured-boxes.ts';
import { createDeclarationReader } from './readable.ts';
import type { TakumiFormat, TakumiLibrary, TakumiNode, TakumiOptions, TakumiRenderer } from './takumi-call.ts';
import { createFontLoader } from './takumi-fonts.ts';
import {
  boundImages,
  fitFloats,
  fixWidths,
  narrowItems,
  sizeInlineBoxes,
  sizeViewports,
  widenWords,
} from './tree/measured-sizes.ts';
import { prepareTree } from './tree/prepare-tree.ts';
import { cutTexts } from './tree/right-to-left-cuts.ts';
import { openTables } from './tree/tables/open-tables.ts';
import { sizeColumns } from './tree/tables/size-columns.ts';
import { sizeRows } from './tree/tables/size-rows.ts';
import { computeZeroWidths, placeTabs } from './tree/text-widths.ts';
import { type WrittenNodes, writeNodes } from './tree/write-nodes.ts';
import { workarounds as allWorkarounds, applyWorkarounds, type Workaround } from './workarounds.ts';

/** A tree can be rejected for its declarations and for its images. */
const unreadableKinds = 2;

/** Spaces whose width follows from the font's em or its space, so that no other font is needed for them. */
const shapedSpaces = Array.from(
  '\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f',
  (space) => space.codePointAt(0) as number,
);

/** Kinds of bullets, ◦ and ▪, that many fonts lack. */
const bulletNames = /\b(?:circle|square)\b/;

/** Returns a function that lays out trees with takumi. It caches fonts, emoji and bitmaps by content between calls. */
export const createLayoutEngine = (
  { fonts, emoji, sharp, load, importModule }: EngineParts,
  workarounds: readonly Workaround[] = allWorkarounds,
): LayoutFunction => {
  const chooseFonts = createFontChooser(fonts);
  const registered = createFontLoader(load('@takumi-rs/core') as TakumiLibrary);
  const fitTexts = createTextFitter();
  const readers = { sharp, recode: createBitmapRecoder(), readSvg: readSafeSvg };
  const makeImages = createImageConverter(readers.recode);
  const reader = createDeclarationReader();
  const loadHarfBuzz = () => importModule('harfbuzzjs') as Promise<HarfBuzz>;

  return async ({ tree: given, ...scene }, watch) => {
    const { width, height, devicePixelRatio } = scene;
    const opened = await openImages(getImageSources(given), scene.images, readers);
    const root = getRootTextStyle(scene.typography);
    const outlining = { chooseFonts, load: loadHarfBuzz, root, image: { width, height } };
    const files = await outlineFiles(getDocuments(opened), outlining);
    const images = await makeImages(opened);
    const prepared = prepareTree(given, { width, height, devicePixelRatio, imageFor: images.addressFor });
    const { tree } = prepared;
    expandTexts(tree);
    applyWorkarounds(tree, images, workarounds);
    assertKnownAddresses(tree, images.isOwn);
    const tables = openTables(tree);
    const texts = getTexts(tree);
    const storeEmoji = (svg: string) => images.storeDocument(writeXml(sanitiseSvg(svg, () => undefined)));
    const emojiKeys = new Map([...findEmoji(texts, emoji)].map(([grapheme, svg]) => [grapheme, storeEmoji(svg)]));
    const demands = getFontDemand(tree, (grapheme) => emojiKeys.has(grapheme), root);
    const markers = getPreparedElements(tree)
      .map(({ props: { style } }) => String(style?.listStyleType ?? ''))
      .toArray()
      .join('\n');
    const bullets = new Set([...(bulletNames.test(markers) ? '◦▪' : ''), ...markers.replaceAll(/\p{ASCII}/gu, '')]);
    for (const { codePoints } of demands) {
      for (const space of shapedSpaces) codePoints.delete(space);
      for (const bullet of bullets) codePoints.add(bullet.codePointAt(0) as number);
    }
    const chosen = chooseFonts(demands, guessHanLanguage(texts.join('')), root);
    const { renderer, names, namesFor } = await registered(chosen);

    const context = { root, namesFor, images, emoji: emojiKeys, reader };
    const css = prepared.keyframes === '' ? [] : [prepared.keyframes];
    const write = (part: PreparedElement) => writeNodes(part, context);
    const sizeAt = (scale: number) => ({
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
    });
    const settings = (scale: number): TakumiOptions => ({
      width: sizeAt(scale).width,
      devicePixelRatio: scale,
      images: images.all(),
      css,
      fontFamilies: names,
    });
    const retry = async <T>(part: PreparedElement, call: (nodes: WrittenNodes) => Promise<T>): Promise<T> => {
      for (let retries = 0; ; retries += 1) {
        try {
          return await call(write(part));
        } catch (error) {
          if (retries < unreadableKinds && reader.isCause(error)) await reader.tryEach(write(part).root, renderer);
          else if (retries < unreadableKinds && images.isCause(error)) await images.tryEach(renderer);
          else throw new EngineRejection(error, nativeFailure);
        }
      }
    };
    const measureLines = (part: PreparedElement, lines: Lines) =>
      retry(part, async (nodes) =>
        toBoxes(nodes, await measureOnPage(renderer, nodes.root, { width, height }, settings(1)), lines),
      );
    const measure: Measure = (part) => measureLines(part, 'whole');
    const render = (format: TakumiFormat, around: Edges) => {
      const { width: across, height: down } = sizeAt(devicePixelRatio);
      const page = { width: across / devicePixelRatio, height: down / devicePixelRatio };
      const canvas = Math.round((page.width + around.left + around.right) * devicePixelRatio);
      return retry(tree, ({ root }) =>
        // a retry has other images
        renderer.render(addMargins(toPage(root, page, 'visible'), page, around), {
          ...settings(devicePixelRatio),
          width: canvas,
          format,
        }),
      );
    };
    const paint = async (): Promise<Painting> => {
      const size = sizeAt(devicePixelRatio);
      const pixels = await render('raw', margins);
      const toDevice = (length: number) => Math.round(length * devicePixelRatio);
      const stride = size.width + toDevice(margins.left) + toDevice(margins.right);
      const frame = { left: toDevice(margins.left), top: toDevice(margins.top), ...size };
      return { ...premultiply(hasMargins ? cropPixels(pixels, stride, frame) : pixels), ...size };
    };

    await computeZeroWidths(tree, measure);
    await placeTabs(tree, measure);
    await sizeColumns(tree, tables, measure);
    await fitFloats(tree, measure);
    await narrowItems(tree, measure);
    await sizeInlineBoxes(tree, measure);
    await fitTexts(tree, { width, height, typography: scene.typography }, measure);
    await cutTexts(tree, measure);
    await boundImages(tree, images.naturalOf, measure);
    await fixWidths(tree, measure);
    await widenWords(tree, width, measure);
    await sizeViewports(tree, measure);
    // Shares of an <svg> are of its box.
    resolveInlineSvgs(tree, { width, height });
    const missing = await outlineTexts(tree, outlining);
    await sizeRows(tree, tables, measure);
    watch?.(tree);
    const blurred = findBlurredBoxes(tree);
    const placed = blurred.length > 0 ? await measure(tree) : new Map();
    const isBounded = blurred.length > 0 && hasFixedBoxes(tree);
    const margins = getCanvasMargins(isBounded ? [] : blurred, placed, scene, devicePixelRatio);
    const hasMargins = Object.values(margins).some((length) => length > 0);
    if (hasMargins) openBoxes(blurred, placed, scene);
    return {
      tree,
      failedImages: images.failed,
      unrenderedImages: getUnrendered(opened, files.tooLong),
      missingGlyphs: [
        ...new Set([...findBrokenSequences(texts, emoji), ...chosen.missing, ...missing, ...files.missing]),
      ],
      unreadable: async () => {
        // takumi reads declarations during layout.
        await measure(tree);
        return [
          ...reader.lintLeftOut(tree),
          ...lintCutBlurs(findBlurredBoxes(tree), placed, isBounded ? { left: 0, top: 0, width, height } : undefined),
        ];
      },
      measure: () => measureLines(tree, 'letters'),
      paint,
      ...(!hasMargins && { paintPng: () => render('png', margins) }),
    };
  };
};

/**
 * Returns a tree in a box of the size of the image. takumi 2.16 cuts every text at the height of the image if it knows
 * that height, so that what follows a long text is rendered over it; it then excludes the margin of the root from its
 * box, too.
 *
 * @param overflow `hidden` to measure. Painted, it is a layer, which takes half of the time of a plain image.
 */
const toPage = (root: TakumiNode, { width, height }: Size, overflow: 'hidden' | 'visible'): TakumiNode => ({
  type: 'container',
  style: { display: 'block', position: 'relative', overflow, width, height },
  // Inline content has no box of its own.
  children: [getDisplay(root) === 'inline' ? { ...root, style: { ...root.style, display: 'block' } } : root],
});

/** Returns a page on a canvas with space around it. */
const addMargins = (page: TakumiNode, { width, height }: Size, { left, top, right, bottom }: Edges): TakumiNode =>
  Math.max(left, top, right, bottom) === 0
    ? page
    : {
        type: 'container',
        style: { display: 'block', width: left + width + right, height: top + height + bottom },
        children: [{ ...page, style: { ...page.style, position: 'absolute', left, top } }],
      };

const measureOnPage = async (renderer: TakumiRenderer, root: TakumiNode, size: Size, options: TakumiOptions) => {
  const { children } = await renderer.measure(toPage(root, size, 'hidden'), options);
  return children[0] as MeasuredNode;
};
