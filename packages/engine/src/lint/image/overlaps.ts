import type { Box } from '../../rendering/boxes.ts';
import type { Pixels } from '../../rendering/pixels.ts';
import type { ImageDiagnostic } from './image-diagnostics.ts';
import { differenceAt, somePixel } from './pixel-rules.ts';
import {
  addSourcePosition,
  getChain,
  getLine,
  isPositioned,
  isWord,
  lineSpace,
  type Marked,
  type MarkedText,
  quoted,
} from './texts.ts';

/** Maximum number of pairs whose letters are compared. Each needs two renders. */
const maxPairs = 3;
/** Minimum overlap of two texts as shares of the smaller font size. */
const minShared = { across: 0.25, down: 0.15 } as const;
/** Minimum share of letters that overlap. */
const minShare = 0.04;
/** Pixels with a larger difference belong to a letter. */
const minDifference = 48;
/** Fainter text is covered on purpose. */
const faint = 0.35;

/**
 * Reports text whose letters overlap those of another.
 *
 * @param paintOnly renders the image with one text in a signal colour, without any other.
 * @param bare the image without text.
 * @param hasTime returns whether there is time for two more renders.
 */
export const lintOverlaps = async (
  texts: readonly MarkedText[],
  { bare, scale }: { bare: Pixels; scale: number },
  paintOnly: (text: MarkedText) => Promise<Pixels>,
  hasTime: () => boolean,
): Promise<ImageDiagnostic[]> => {
  const pairs = getPairs(texts.filter((text) => isWord(text) && !isFaint(text)));
  const diagnostics: ImageDiagnostic[] = [];
  for (const { one, other, shared } of pairs.slice(0, maxPairs)) {
    if (!hasTime()) break;
    const [first, second] = [await paintOnly(one), await paintOnly(other)];
    const getInk = (rendered: Pixels, { box }: { box: Box }) => inkIn(box, rendered, bare, scale);
    const both = inkIn(shared, first, bare, scale, second);
    const share = both / Math.max(1, Math.min(getInk(first, one), getInk(second, other)));
    if (share < minShare) continue;
    const at = one.owner.position ? ` of line ${getLine(one.owner.position)}` : '';
    const message = `${quoted(other)}${getMover(other)} lies over ${quoted(one)}${at}${getMover(one)}: their letters run into each other; move one of them, or put both into one column with a gap.`;
    diagnostics.push(addSourcePosition({ code: 'text-over-text', message, degree: Math.min(1, 2 * share) }, other));
  }
  return diagnostics;
};

/** Describes the element that moved a text out of the normal layout, if it is not the text's own. */
const getMover = ({ owner }: MarkedText): string => {
  const mover = getChain(owner).find(isMover);
  if (!mover?.position || mover.position === owner.position) return '';
  return ` (put there by the element of line ${getLine(mover.position)})`;
};
const isMover = (one: Marked): boolean =>
  isPositioned(one) ||
  ['margin', 'marginTop', 'marginBottom', 'marginLeft', 'marginRight'].some((name) =>
    /(?:^|\s)-/.test(String(one.style[name])),
  );

interface Pair {
  readonly one: MarkedText;
  readonly other: MarkedText;
  /** Intersection of their lines. */
  readonly shared: Box;
}

/** Returns pairs of texts in different blocks whose lines overlap, largest overlap first. */
const getPairs = (texts: readonly MarkedText[]): Pair[] => {
  const letters = texts.map((text) => ({ text, box: getLetters(text), block: getBlock(text) }));
  const pairs = letters.flatMap((one, index) =>
    letters.slice(index + 1).flatMap((other): Pair[] => {
      if (one.block === other.block || one.text.text.trim() === other.text.text.trim()) return [];
      const shared = getCommon(one.box, other.box);
      const size = Math.min(one.text.owner.fontSize, other.text.owner.fontSize);
      if (shared.width < minShared.across * size || shared.height < minShared.down * size) return [];
      return [{ one: one.text, other: other.text, shared }];
    }),
  );
  return pairs.toSorted((a, b) => b.shared.width * b.shared.height - a.shared.width * a.shared.height);
};

/** Returns the box of a text without the empty part of its first and last line. */
const getLetters = ({ box, owner }: MarkedText): Box => {
  const space = Math.min(lineSpace * owner.fontSize, box.height / 3);
  return { ...box, top: box.top + space, height: box.height - 2 * space };
};

const getBlock = ({ owner }: MarkedText) => getChain(owner).find(({ isInline }) => !isInline);

const getCommon = (one: Box, other: Box): Box => {
  const [left, top] = [Math.max(one.left, other.left), Math.max(one.top, other.top)];
  const right = Math.min(one.left + one.width, other.left + other.width);
  const bottom = Math.min(one.top + one.height, other.top + other.height);
  return { left, top, width: right - left, height: bottom - top };
};

/** Returns whether a text is translucent by its opacity or colour. */
const isFaint = ({ owner }: MarkedText): boolean => {
  const opacity = getChain(owner).reduce((product, { style }) => product * Number(style.opacity ?? 1), 1);
  const colour = getChain(owner).find(({ style }) => style.color !== undefined)?.style.color;
  return opacity * getAlpha(String(colour ?? '')) < faint;
};

const getAlpha = (colour: string): number => {
  if (colour === 'transparent') return 0;
  const [, hex] = /^#(?:[\da-f]{6}([\da-f]{2}))$/i.exec(colour) ?? [];
  if (hex) return Number.parseInt(hex, 16) / 255;
  const [, share, percent] = /^(?:rgb|hsl)a?\(.*[,/]\s*([\d.]+)(%?)\s*\)$/i.exec(colour) ?? [];
  const hasAlpha = /a\(|\//.test(colour);
  return share && hasAlpha ? Number(share) / (percent ? 100 : 1) : 1;
};

/** Returns the number of pixels in a box that differ from the image without text, in one or both renders. */
const inkIn = (box: Box, rendered: Pixels, bare: Pixels, scale: number, also: Pixels = rendered): number => {
  const isInk = ({ data }: Pixels, at: number) => differenceAt(data, bare.data, at) > minDifference;
  let count = 0;
  somePixel(box, bare, scale, (at) => {
    if (isInk(rendered, at) && (also === rendered || isInk(also, at))) count += 1;
    return false;
  });
  return count;
};
