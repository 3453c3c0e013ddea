import type { Box } from '../../../rendering/boxes.ts';
import type { Pixels } from '../../../rendering/pixels.ts';
import type { DimText } from './covering.ts';
import type { ImageDiagnostic } from './image-diagnostics.ts';
import { addSourcePosition, getChain, quoted } from './overflow.ts';
import { differenceAt, pixelsUnder } from './pixel-difference.ts';
import { isWord, type Marked, type MarkedText } from './texts.ts';

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
/** The grey of sample colours. */
const sampleGrey = 0x88;

/**
 * Returns texts whose best pixel has a contrast below 3:1, or 2:1 for very large text, with the background. The edges
 * of letters always have less contrast than their middle, so the best pixel has the colour of the text. Shadows and
 * outlines count, because they make text readable.
 *
 * @param paint renders the image with its text in a signal colour, which distinguishes text in the colour of its
 * background from text that is covered. Called only if a text is invisible or has too little contrast.
 */
export const measureContrasts = async (
  texts: readonly MarkedText[],
  seen: Seen,
  paint: () => Promise<Pixels>,
): Promise<DimText[]> => {
  const measured = texts
    .filter(({ text, owner }) => isWord(text) && !getChain(owner).some(isHidden))
    .map((text) => ({ text, ratio: bestContrast(text.box, seen) }));
  const getLeast = ({ owner }: MarkedText) =>
    owner.fontSize >= (largeShare * seen.shown.height) / seen.scale ? minContrastLarge : minContrast;
  const isDim = ({ text, ratio }: (typeof measured)[number]) =>
    ratio === 'unseen' || (ratio !== undefined && ratio < getLeast(text));
  const painted = measured.some(isDim) ? await paint() : undefined;
  return measured.filter(isDim).flatMap(({ text, ratio }): DimText[] => {
    if (ratio === undefined) return [];
    const least = getLeast(text);
    const isBehind = ratio === 'unseen' && painted && bestContrast(text.box, { ...seen, shown: painted }) === 'unseen';
    if (isBehind) return [{ text, diagnostic: addSourcePosition(unseen(text), text), isCovered: true }];
    const reported = ratio === 'unseen' ? '1.0' : ratio.toFixed(1);
    const behind = colourBehind(text.box, seen);
    const message = `${quoted(text)} has a contrast of ${reported}:1 with what is behind it, ${behind}; below ${least}:1 it is hard to read.`;
    return [
      {
        text,
        diagnostic: addSourcePosition({ code: 'contrast', message, degree: getDegree(ratio, least) }, text),
        isCovered: !painted || !hasSignalColour(text.box, painted, seen.scale),
      },
    ];
  });
};

const getDegree = (ratio: number | 'unseen', least: number): number =>
  ratio === 'unseen' ? 1 : (least - ratio) / (least - 1);

const unseen = (text: MarkedText): ImageDiagnostic => ({
  code: 'unseen-text',
  message: `${quoted(text)} is nowhere in the image: something lies over it, or it lies outside.`,
});

/** Returns whether an element is hidden or transparent on purpose, so that contrast is meaningless. */
const isHidden = ({ style }: Marked): boolean =>
  style.visibility === 'hidden' ||
  Number(style.opacity ?? 1) === 0 ||
  /transparent/.test(`${style.color} ${style.WebkitTextFillColor}`) ||
  // The background shows through the letters.
  /text/.test(`${style.backgroundClip} ${style.WebkitBackgroundClip}`);

/**
 * Returns the best contrast of a text in a box; `unseen` if no pixel differs, undefined if the background is unknown or
 * the colour is that of a sample.
 */
const bestContrast = (box: Box, { shown, bare, scale, isJpeg }: Seen): number | 'unseen' | undefined => {
  const { left, top, right, bottom } = pixelsUnder(box, shown, scale);
  const step = Math.max(1, Math.floor((bottom - top) / rows));
  let best: { ratio: number; isSample: boolean } | undefined;
  for (let y = top; y < bottom; y += step) {
    for (let x = left; x < right; x += 1) {
      const at = (y * shown.width + x) * 4;
      if (differenceAt(shown.data, bare.data, at) < minDifference) continue;
      const alpha = bare.data[at + 3] as number;
      // The background of transparent pixels is unknown, except in a JPEG.
      if (alpha < 250 && !isJpeg) return undefined;
      const ratio = contrast(luminanceAt(shown.data, at), luminanceAt(bare.data, at));
      if (ratio >= minContrast) return ratio;
      if (best && best.ratio >= ratio) continue;
      best = { ratio, isSample: isGrey(shown.data, at) || isGrey(bare.data, at) };
    }
  }
  if (!best) return 'unseen';
  return best.isSample ? undefined : best.ratio;
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
const hasSignalColour = (box: Box, painted: Pixels, scale: number): boolean => {
  const { data, width } = painted;
  const { left, top, right, bottom } = pixelsUnder(box, painted, scale);
  for (let y = top; y < bottom; y += 1) {
    for (let at = (y * width + left) * 4; at < (y * width + right) * 4; at += 4)
      if ((data[at] as number) > 200 && (data[at + 1] as number) < 60 && (data[at + 2] as number) > 200) return true;
  }
  return false;
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
