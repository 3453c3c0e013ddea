import type { FontData } from '../../fonts/font-files.ts';
import { type HarfBuzz, type Outlines, openOutlines } from './harfbuzz.ts';

/** A letter or digit with signs over, below or around it, of the scripts in which a table of the font moves them there. */
const letterWithMarks = /^[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{Nd}][\p{Mn}\p{Me}]+$/u;
/** Maximum number of letters that are looked at. */
const maxLetters = 200;

/**
 * Returns the letters whose marks are drawn beside them: the font has both, and no place for the one at the other.
 *
 * @param marked the fonts of letters with their marks
 * @param load loads HarfBuzz; called if there is such a letter
 */
export const findLooseMarks = async (
  marked: ReadonlyMap<string, ReadonlySet<FontData>>,
  load: () => Promise<HarfBuzz>,
): Promise<string[]> => {
  const letters = [...marked].filter(([text]) => letterWithMarks.test(text)).slice(0, maxLetters);
  if (letters.length === 0) return [];
  const library = await load();
  const opened = new Map<FontData, Outlines>();
  const open = (font: FontData): Outlines => {
    const outlines = opened.get(font) ?? openOutlines(library, font.data);
    opened.set(font, outlines);
    return outlines;
  };
  return letters.filter(([text, fonts]) => [...fonts].some((font) => isLoose(open(font), text))).map(([text]) => text);
};

const isLoose = ({ shape, outlineOf }: Outlines, text: string): boolean => {
  const [, ...marks] = shape(text, { direction: 'ltr', language: undefined, features: '' });
  // a mark that is drawn left of its origin needs no table
  return marks.some(({ id, dx }) => dx === 0 && getLeft(outlineOf(id)) >= 0);
};

/** Returns the least x of an outline, in font units. */
const getLeft = (outline: string): number => {
  const numbers = outline.match(/-?[\d.]+/g) ?? [];
  return numbers.reduce((least, number, at) => (at % 2 === 0 ? Math.min(least, Number(number)) : least), Infinity);
};
