import { findNearestWord } from 'image-url-engine/words.ts';

/** A replacement of a word. */
export interface Fix {
  readonly wrong: string;
  readonly right: string;
}

/** Names that are valid in code, by kind. */
export interface Names {
  readonly utilities: readonly string[];
  readonly families: readonly string[];
}

const nearest = (wrong: string | undefined, names: readonly string[]): Fix | undefined => {
  const right = wrong && findNearestWord(wrong, names);
  return wrong && right ? { wrong, right } : undefined;
};

/**
 * Returns the fix that a message suggests.
 *
 * @param known valid names
 */
export const getFix = (message: string, known: Names): Fix | undefined => {
  const [, right] = /do you mean <?([\w#-]+)>?\?/.exec(message) ?? [];
  const [, tag] = /^<([\w-]+)> is not an element/.exec(message) ?? [];
  const [, property] = /^(\w[\w-]*) is not a CSS property/.exec(message) ?? [];
  const [, value] = /^\w[\w-]*: ["'“]?([\w#-]+)["'”]? is not a value/.exec(message) ?? [];
  const wrong = tag ?? property ?? value;
  if (right !== undefined && wrong !== undefined) return { wrong, right };
  const [, utility] = /^([^\s,]+) is not a utility class/.exec(message) ?? [];
  const [, family] = /^The font ([^,]+) is not available/.exec(message) ?? [];
  const [, option, options = ''] = /^options\.(\w+) has no effect; there are (.+)\.$/.exec(message) ?? [];
  return nearest(utility, known.utilities) ?? nearest(family, known.families) ?? nearest(option, options.split(', '));
};

const inPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Returns the first occurrence of a whole word after an offset. */
export const getSourcePosition = (
  text: string,
  word: string,
  from: number,
): { from: number; to: number } | undefined => {
  const pattern = new RegExp(`(?<![\\w-])${inPattern(word)}(?![\\w-])`, 'g');
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  return found ? { from: found.index, to: found.index + word.length } : undefined;
};
