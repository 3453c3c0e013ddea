import type { Box } from '../boxes.ts';
import type { Pixels } from '../pixels.ts';
import type { Style } from '../tree/normalise-style.ts';
import type { SurveyFinding } from './findings.ts';
import { differenceAt, pixelsUnder } from './looking.ts';
import { chainOf, quoted, withPlace } from './overflow.ts';
import { isWord, lineRoom, type MarkedText } from './texts.ts';

/** Pairs of texts whose letters are compared at most: each takes two drawings. */
const comparedAtMost = 3;
/** Shares of the smaller font size that two texts must share before their letters are compared. */
const leastShared = { across: 0.25, down: 0.15 } as const;
/** Share of the letters of one that lie on letters of the other. */
const leastShare = 0.04;
/** Pixels differ by more where there is a letter. */
const leastDifference = 48;
/** Fainter text than this is meant to have something on it. */
const faint = 0.35;

/**
 * Text whose letters lie on letters of another.
 *
 * @param paintOnly draws the picture with one text in a loud colour and no other text.
 * @param bare the picture without text.
 * @param hasTime whether two more drawings may be made.
 */
export const overlaps = async (
  texts: readonly MarkedText[],
  { bare, scale }: { bare: Pixels; scale: number },
  paintOnly: (text: MarkedText) => Promise<Pixels>,
  hasTime: () => boolean,
): Promise<SurveyFinding[]> => {
  const pairs = pairsOf(texts.filter((text) => isWord(text.text) && !isFaint(text)));
  const findings: SurveyFinding[] = [];
  for (const { one, other, shared } of pairs.slice(0, comparedAtMost)) {
    if (!hasTime()) break;
    const [first, second] = [await paintOnly(one), await paintOnly(other)];
    const inkOf = (drawn: Pixels, { box }: { box: Box }) => inkIn(box, drawn, bare, scale);
    const both = inkIn(shared, first, bare, scale, second);
    const share = both / Math.max(1, Math.min(inkOf(first, one), inkOf(second, other)));
    if (share < leastShare) continue;
    const message = `${quoted(other)}${moverOf(other)} lies over ${quoted(one)}${lineOf(one)}${moverOf(one)}: their letters run into each other; move one of them, or put both into one column with a gap.`;
    findings.push(withPlace({ code: 'text-over-text', message, degree: Math.min(1, 2 * share) }, other));
  }
  return findings;
};

const lineOf = ({ owner: { place } }: MarkedText): string => (place ? ` of line ${place.split(':')[0]}` : '');

/** What put a text where the layout would not have: the element to look at, where it is another than the text's own. */
const moverOf = ({ owner }: MarkedText): string => {
  const mover = chainOf(owner).find(({ style }) => isMover(style));
  if (!mover?.place || mover.place === owner.place) return '';
  return ` (put there by the element of line ${mover.place.split(':')[0]})`;
};
const isMover = (style: Style): boolean =>
  (style.position !== undefined && style.position !== 'static') ||
  ['margin', 'marginTop', 'marginBottom', 'marginLeft', 'marginRight'].some((name) =>
    /(?:^|\s)-/.test(String(style[name])),
  );

interface Pair {
  readonly one: MarkedText;
  readonly other: MarkedText;
  /** What their lines have in common. */
  readonly shared: Box;
}

/** Texts of different boxes whose lines lie over each other, most of it first. */
const pairsOf = (texts: readonly MarkedText[]): Pair[] => {
  const letters = texts.map((text) => ({ text, box: lettersOf(text), block: blockOf(text) }));
  const pairs = letters.flatMap((one, index) =>
    letters.slice(index + 1).flatMap((other): Pair[] => {
      if (one.block === other.block || one.text.text.trim() === other.text.text.trim()) return [];
      const shared = commonOf(one.box, other.box);
      const size = Math.min(one.text.owner.fontSize, other.text.owner.fontSize);
      if (shared.width < leastShared.across * size || shared.height < leastShared.down * size) return [];
      return [{ one: one.text, other: other.text, shared }];
    }),
  );
  return pairs.toSorted((a, b) => b.shared.width * b.shared.height - a.shared.width * a.shared.height);
};

/** Where a text's letters are, without the room of its first and last line. */
const lettersOf = ({ box, owner }: MarkedText): Box => {
  const room = Math.min(lineRoom * owner.fontSize, box.height / 3);
  return { ...box, top: box.top + room, height: box.height - 2 * room };
};

const blockOf = ({ owner }: MarkedText) => chainOf(owner).find(({ isInline }) => !isInline);

const commonOf = (one: Box, other: Box): Box => {
  const [left, top] = [Math.max(one.left, other.left), Math.max(one.top, other.top)];
  const right = Math.min(one.left + one.width, other.left + other.width);
  const bottom = Math.min(one.top + one.height, other.top + other.height);
  return { left, top, width: right - left, height: bottom - top };
};

/** See-through by its opacity or its colour. */
const isFaint = ({ owner }: MarkedText): boolean => {
  const opacity = chainOf(owner).reduce((product, { style }) => product * Number(style.opacity ?? 1), 1);
  const colour = chainOf(owner).find(({ style }) => style.color !== undefined)?.style.color;
  return opacity * alphaOf(String(colour ?? '')) < faint;
};

const alphaOf = (colour: string): number => {
  if (colour === 'transparent') return 0;
  const [, hex] = /^#(?:[\da-f]{6}([\da-f]{2}))$/i.exec(colour) ?? [];
  if (hex) return Number.parseInt(hex, 16) / 255;
  const [, share, percent] = /^(?:rgb|hsl)a?\(.*[,/]\s*([\d.]+)(%?)\s*\)$/i.exec(colour) ?? [];
  const hasAlpha = /a\(|\//.test(colour);
  return share && hasAlpha ? Number(share) / (percent ? 100 : 1) : 1;
};

/** Pixels of a box where something is drawn that the bare picture does not have, in one drawing or in both. */
const inkIn = (box: Box, drawn: Pixels, bare: Pixels, scale: number, also: Pixels = drawn): number => {
  const { left, top, right, bottom } = pixelsUnder(box, bare, scale);
  const isInk = ({ data }: Pixels, at: number) => differenceAt(data, bare.data, at) > leastDifference;
  let count = 0;
  for (let y = top; y < bottom; y += 1)
    for (let at = (y * bare.width + left) * 4; at < (y * bare.width + right) * 4; at += 4)
      if (isInk(drawn, at) && (also === drawn || isInk(also, at))) count += 1;
  return count;
};
