import type { Measure } from '../../rendering/boxes.ts';
import { createTextFitter } from '../../rendering/fit/fit-texts.ts';
import { createFontChooser } from '../../rendering/fonts/choose-fonts.ts';
import { getFontDemand } from '../../rendering/fonts/font-demand.ts';
import { guessHanLanguage } from '../../rendering/fonts/han.ts';
import { getRootTextStyle } from '../../rendering/fonts/text-style.ts';
import { createBitmapRecoder } from '../../rendering/images/bitmaps.ts';
import { getDocuments, getUnrendered, openImages } from '../../rendering/images/open-images.ts';
import { type Painting, premultiply } from '../../rendering/pixels.ts';
import { readSafeSvg } from '../../rendering/svg/computed/read-svg.ts';
import { sanitiseSvg } from '../../rendering/svg/safe-svg.ts';
import type { HarfBuzz } from '../../rendering/svg/text/harfbuzz.ts';
import { findLooseMarks } from '../../rendering/svg/text/loose-marks.ts';
import { outlineFiles } from '../../rendering/svg/text/outline-files.ts';
import { writeXml } from '../../rendering/svg/xml.ts';
import { findBrokenSequences, findEmoji } from '../../rendering/tree/emoji.ts';
import { expandTexts } from '../../rendering/tree/expand-text.ts';
import { assertKnownAddresses } from '../../rendering/tree/own-addresses.ts';
import { getPreparedElements, getTexts, type PreparedElement } from '../../rendering/tree/prepared-tree.ts';
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
import { openPage } from './page.ts';
import { decideSizes } from './passes.ts';
import { createDeclarationReader } from './readable.ts';
import type { TakumiLibrary } from './takumi-call.ts';
import { createFontLoader } from './takumi-fonts.ts';
import { prepareTree } from './tree/prepare-tree.ts';
import { openTables } from './tree/tables/open-tables.ts';
import { workarounds as allWorkarounds, applyWorkarounds, type Workaround } from './workarounds.ts';

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
    demandBullets(tree, demands);
    const chosen = chooseFonts(demands, guessHanLanguage(texts.join('')), root);
    const page = openPage({
      ...{ width, height, devicePixelRatio, root, images, reader },
      ...{ emoji: emojiKeys, keyframes: prepared.keyframes, fonts: await registered(chosen) },
    });
    const measure: Measure = (part) => page.measure(part, 'whole');
    const missing = new Set<string>();
    await decideSizes({
      ...{ tree, image: { width, height }, typography: scene.typography, tables, measure, missing },
      ...{ naturalOf: images.naturalOf, outlining, fitTexts },
    });
    watch?.(tree);
    const blurred = findBlurredBoxes(tree);
    const placed = blurred.length > 0 ? await measure(tree) : new Map();
    const isBounded = blurred.length > 0 && hasFixedBoxes(tree);
    const margins = getCanvasMargins(isBounded ? [] : blurred, placed, scene, devicePixelRatio);
    const hasMargins = Object.values(margins).some((length) => length > 0);
    if (hasMargins) openBoxes(blurred, placed, scene);
    const paint = async (): Promise<Painting> => {
      const toDevice = (length: number) => Math.round(length * devicePixelRatio);
      const size = { width: Math.max(1, toDevice(width)), height: Math.max(1, toDevice(height)) };
      const pixels = await page.render(tree, 'raw', margins);
      const stride = size.width + toDevice(margins.left) + toDevice(margins.right);
      const frame = { left: toDevice(margins.left), top: toDevice(margins.top), ...size };
      return { ...premultiply(hasMargins ? cropPixels(pixels, stride, frame) : pixels), ...size };
    };
    return {
      tree,
      failedImages: images.failed,
      unrenderedImages: getUnrendered(opened, files.tooLong),
      missingGlyphs: [
        ...new Set([...findBrokenSequences(texts, emoji), ...chosen.missing, ...missing, ...files.missing]),
      ],
      looseMarks: () => findLooseMarks(chosen.marked, loadHarfBuzz),
      unreadable: async () => {
        // takumi reads declarations during layout.
        await measure(tree);
        return [
          ...reader.lintLeftOut(tree),
          ...lintCutBlurs(findBlurredBoxes(tree), placed, isBounded ? { left: 0, top: 0, width, height } : undefined),
        ];
      },
      measure: () => page.measure(tree, 'letters'),
      paint,
      ...(!hasMargins && { paintPng: () => page.render(tree, 'png', margins) }),
    };
  };
};

/** Adds the bullets of lists to what fonts are asked for, and takes away what no font needs to have. */
const demandBullets = (tree: PreparedElement, demands: ReturnType<typeof getFontDemand>): void => {
  const markers = getPreparedElements(tree)
    .map(({ props: { style } }) => String(style?.listStyleType ?? ''))
    .toArray()
    .join('\n');
  const bullets = new Set([...(bulletNames.test(markers) ? '◦▪' : ''), ...markers.replaceAll(/\p{ASCII}/gu, '')]);
  for (const { codePoints } of demands) {
    for (const space of shapedSpaces) codePoints.delete(space);
    for (const bullet of bullets) codePoints.add(bullet.codePointAt(0) as number);
  }
};
