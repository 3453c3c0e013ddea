import type { ChosenFont } from '../../fonts/choose-fonts.ts';
import type { PreparedNode } from '../../tree/prepared-tree.ts';
import type { SvgTextStyle } from './text-attributes.ts';

/** A piece of text with one style, and where its characters are placed. */
export interface Piece {
  readonly text: string;
  readonly style: SvgTextStyle;
  /** By index of the character; undefined where the last character ends. */
  readonly places: readonly Place[];
  /** Where its outlines are written. */
  readonly outlines: PreparedNode[];
}

export interface Place {
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly dx?: number | undefined;
  readonly dy?: number | undefined;
}

/** Neighbouring characters of a piece with one font, one direction and one place. */
export interface Run {
  readonly piece: Piece;
  readonly font: ChosenFont;
  text: string;
  readonly isRightToLeft: boolean;
  readonly place: Place;
}

const strong = /[\p{L}\p{N}]/u;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const mark = /[\p{M}\p{Default_Ignorable_Code_Point}]/u;

/** Splits a text into runs, in the order of its characters. */
export const getRuns = (pieces: readonly Piece[], getFonts: (style: SvgTextStyle) => readonly ChosenFont[]): Run[] => {
  const runs: Run[] = [];
  let isRightToLeft = pieces[0]?.style.direction === 'rtl';
  for (const piece of pieces) {
    const fonts = getFonts(piece.style);
    let last: Run | undefined;
    for (const [index, char] of [...piece.text].entries()) {
      const place = piece.places[index] ?? {};
      const before = isPlaced(place) ? undefined : last;
      const font = getFont(char, fonts, before?.font);
      if (!font) continue;
      isRightToLeft = getDirection(piece, index, char, isRightToLeft);
      if (before?.font === font && before.isRightToLeft === isRightToLeft) before.text += char;
      else {
        last = { piece, font, text: char, isRightToLeft, place };
        runs.push(last);
      }
    }
  }
  return runs;
};

const isPlaced = (place: Place): boolean => Object.values(place).some((length) => length !== undefined);

/** Returns the font of a character: for marks and white space that of the character before, so that no run ends there. */
const getFont = (char: string, fonts: readonly ChosenFont[], before: ChosenFont | undefined) => {
  const code = char.codePointAt(0) as number;
  if (before && (mark.test(char) || (/\s/.test(char) && before.data.has(code)))) return before;
  return fonts.find(({ data }) => data.has(code)) ?? fonts[0];
};

/** Returns whether a character runs from right to left; a neutral one as its neighbours if they agree, else as the text. */
const getDirection = ({ text, style }: Piece, index: number, char: string, before: boolean): boolean => {
  if (strong.test(char)) return rightToLeft.test(char);
  if (mark.test(char)) return before;
  const next = [...text].slice(index + 1, index + 40).find((other) => strong.test(other));
  return next !== undefined && rightToLeft.test(next) === before ? before : style.direction === 'rtl';
};

/** Splits runs where a character has a position of its own. */
export const getChunks = (runs: readonly Run[]): Run[][] => {
  const chunks: Run[][] = [];
  for (const run of runs) {
    const last = chunks.at(-1);
    if (last && run.place.x === undefined && run.place.y === undefined) last.push(run);
    else chunks.push([run]);
  }
  return chunks;
};

/** Returns runs from left to right. Neighbours against the direction of the text change places. */
export const inVisualOrder = (runs: readonly Run[], isRightToLeft: boolean): Run[] => {
  const groups: Run[][] = [];
  for (const run of runs) {
    const last = groups.at(-1);
    const isTurned = run.isRightToLeft !== isRightToLeft;
    if (isTurned && last?.[0] && last[0].isRightToLeft === run.isRightToLeft) last.push(run);
    else groups.push([run]);
  }
  if (isRightToLeft) return groups.toReversed().flat();
  return groups.flatMap((group) => (group[0]?.isRightToLeft ? group.toReversed() : group));
};
