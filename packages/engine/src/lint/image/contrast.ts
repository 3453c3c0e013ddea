import type { Box, Size } from '../../rendering/boxes.ts';
import type { Pixels } from '../../rendering/pixels.ts';
import { joinFirst } from '../../truncate.ts';
import type { ImageDiagnostic } from './image-diagnostics.ts';
import { lintOverflow } from './overflow.ts';
import { differenceAt, somePixel } from './pixel-rules.ts';
import {
  addSourcePosition,
  getChain,
  getLine,
  isPlaced,
  isPositioned,
  isWord,
  type Marked,
  type MarkedText,
  quoted,
} from './texts.ts';

/** An image with and without its text. */
export interface Seen {
  readonly shown: Pixels;
  readonly bare: Pixels;
  /** Device pixels per CSS pixel. */
  readonly scale: number;
  readonly isJpeg: boolean;
}

/** Minimum contrast of text, that of WCAG 2 for large text. */
const minContrast = 3;
/** Minimum contrast of very large letters, and their font size as a share of the image's height. */
const minContrastLarge = 2;
const largeShare = 0.08;
/** Maximum number of pixel rows that are compared for a text; letters are taller than the distance between them. */
const rows = 160;
/** A pixel belongs to a text if its channels differ by this sum. */
const minDifference = 12;
const sampleGrey = 0x88;
/** Maximum number of covered texts in a message. */
const maxListed = 3;

/** A text with too little contrast, its diagnostic, and the element that covers it, if one does. */
interface DimText {
  readonly text: MarkedText;
  readonly diagnostic: ImageDiagnostic;
  readonly cover: Marked | undefined;
}

/**
 * Reports texts whose best pixel has a contrast below 3:1, or 2:1 for very large text, with the background. The edges of
 * letters always have less contrast than their middle, so the best pixel has the colour of the text. Shadows and outlines
 * count, because they make text readable. Texts that the same element covers are one diagnostic, at that element.
 *
 * @param image in CSS pixels.
 * @param paint renders the image with its text in a signal colour, which distinguishes text in the colour of its
 * background from text that is covered. Called only if a text is invisible or has too little contrast.
 */
export const lintContrast = async (
  texts: readonly MarkedText[],
  seen: Seen,
  image: Size,
  paint: () => Promise<Pixels>,
): Promise<ImageDiagnostic[]> => {
  const measured = texts
    .filter((text) => isWord(text) && !getChain(text.owner).some(isHidden))
    .map((text) => ({
      text,
      ratio: bestContrast(text.box, seen),
      least: text.owner.fontSize >= (largeShare * seen.shown.height) / seen.scale ? minContrastLarge : minContrast,
    }))
    .filter(({ ratio, least }) => ratio < least);
  if (measured.length === 0) return [];
  const painted = { ...seen, shown: await paint() };
  const dim = measured.flatMap(({ text, ratio, least }): DimText[] => {
    const isBehind = ratio === unseen && bestContrast(text.box, painted) === unseen;
    const cover = isBehind || !hasSignalColour(text.box, painted) ? getCover(text.owner) : undefined;
    // That it lies outside the image was already reported.
    if (isBehind && !cover && lintOverflow([text], image).length > 0) return [];
    const diagnostic = isBehind ? describeUnseen(text) : describeDim(text, Math.max(1, ratio), least, seen);
    return [{ text, cover, diagnostic: addSourcePosition(diagnostic, text) }];
  });
  return [...Map.groupBy(dim, ({ cover }) => cover?.position)].flatMap(([position, group]) =>
    position === undefined ? group.map(({ diagnostic }) => diagnostic) : describeCover(position, group),
  );
};

const describeUnseen = (text: MarkedText): ImageDiagnostic => ({
  code: 'unseen-text',
  message: `${quoted(text)} is nowhere in the image: something lies over it, or it lies outside.`,
});

const describeDim = (text: MarkedText, ratio: number, least: number, seen: Seen): ImageDiagnostic => ({
  code: 'contrast',
  message: `${quoted(text)} has a contrast of ${ratio.toFixed(1)}:1 with what is behind it, ${colourBehind(text.box, seen)}; below ${least}:1 it is hard to read.`,
  degree: (least - ratio) / (least - 1),
});

const describeCover = (position: string, group: readonly DimText[]): ImageDiagnostic => {
  const names = new Set(
    group.map(({ text }) => quoted(text) + (text.owner.position ? ` (line ${getLine(text.owner.position)})` : '')),
  );
  const message = `The element of line ${getLine(position)} has a position, so it lies over ${joinFirst([...names], maxListed)}; give what should lie on top position: 'relative'.`;
  return { code: 'contrast', message, position };
};

/** Returns the element with a position and a background that covers a text without a position. */
const getCover = (owner: Marked): Marked | undefined => {
  const isCover = (one: Marked) =>
    isPlaced(one) && Object.keys(one.style).some((name) => name.startsWith('background'));
  if (isPositioned(owner)) return undefined;
  return owner.parent && (owner.parent.children.findLast(isCover) ?? getCover(owner.parent));
};

/** Returns whether an element is hidden or transparent on purpose, so that contrast is meaningless. */
const isHidden = ({ style }: Marked): boolean =>
  style.visibility === 'hidden' ||
  Number(style.opacity ?? 1) === 0 ||
  /transparent/.test(`${style.color} ${style.WebkitTextFillColor}`) ||
  // The background shows through the letters.
  /text/.test(`${style.backgroundClip} ${style.WebkitBackgroundClip}`);

/** The contrast of a text of which no pixel differs from the background. */
const unseen = 0;

/** Returns the best contrast of a text in a box; infinite if its background is unknown, or its colour is a sample's. */
const bestContrast = (box: Box, { shown, bare, scale, isJpeg }: Seen): number => {
  let best = { ratio: unseen, isSample: false };
  const isEnough = (at: number): boolean => {
    if (differenceAt(shown.data, bare.data, at) < minDifference) return false;
    // The background of transparent pixels is unknown, except in a JPEG.
    const isUnknown = (bare.data[at + 3] as number) < 250 && !isJpeg;
    const ratio = isUnknown
      ? Number.POSITIVE_INFINITY
      : contrast(luminanceAt(shown.data, at), luminanceAt(bare.data, at));
    if (ratio > best.ratio) best = { ratio, isSample: isGrey(shown.data, at) || isGrey(bare.data, at) };
    return ratio >= minContrast;
  };
  somePixel(box, shown, scale, isEnough, rows);
  return best.isSample ? Number.POSITIVE_INFINITY : best.ratio;
};

/** Returns the colour in the middle of a box without its text as `#rrggbb`, composited over white. */
const colourBehind = ({ left, top, width, height }: Box, { bare, scale }: Seen): string => {
  const x = Math.min(bare.width - 1, Math.max(0, Math.round((left + width / 2) * scale)));
  const y = Math.min(bare.height - 1, Math.max(0, Math.round((top + height / 2) * scale)));
  const at = (y * bare.width + x) * 4;
  const white = 255 - (bare.data[at + 3] as number);
  const hex = (value: number) =>
    Math.min(255, value + white)
      .toString(16)
      .padStart(2, '0');
  return `#${[...bare.data.subarray(at, at + 3)].map(hex).join('')}`;
};

/** Returns whether a pixel of a text has the signal colour. */
const hasSignalColour = (box: Box, { shown, scale }: Seen): boolean => {
  const { data } = shown;
  const isSignal = (at: number) =>
    (data[at] as number) > 200 && (data[at + 1] as number) < 60 && (data[at + 2] as number) > 200;
  return somePixel(box, shown, scale, isSignal);
};

const isGrey = (data: Buffer, at: number): boolean =>
  data[at] === sampleGrey && data[at + 1] === sampleGrey && data[at + 2] === sampleGrey;

const contrast = (one: number, other: number): number => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** Linear light of an 8-bit channel value, 0 to 1. Source: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
const light = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** Composites premultiplied pixels over white. */
const luminanceAt = (data: Buffer, at: number): number => {
  const white = 255 - (data[at + 3] as number);
  const channel = (offset: number) => light[Math.min(255, (data[at + offset] as number) + white)] as number;
  return 0.2126 * channel(0) + 0.7152 * channel(1) + 0.0722 * channel(2);
};
