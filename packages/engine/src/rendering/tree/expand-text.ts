import { readQuotes } from '../../styles/generated-content.ts';
import { type PreparedElement, type PreparedNode, visitInherited } from './prepared-tree.ts';

/** What a text inherits that changes its characters. */
interface Inherited {
  readonly language: string | undefined;
  readonly transform: string;
  /** Number of `<q>` around it. */
  readonly quotes: number;
  /** The value of `quotes`. */
  readonly marks: string | number | undefined;
  readonly isStrict: boolean;
}

/** Languages whose letters change case in their own way. */
const ownCases = /^(?:tr|az|lt|el|hy|nl)(?:-|$)/i;

/** Small kana and the sign of a long vowel, after a letter or another of them. */
const smallKana =
  /(?<=[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}ー])(?=[ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿー])/gu;

/** Returns a text that may break before small kana, as in browsers: engines break lines as with `line-break: strict`. */
const loosen = (text: string): string => text.replaceAll(smallKana, '\u200b');

/**
 * Writes out in a tree, in place, what engines do not know: the case of letters by language (`lang="tr"`) and, unless
 * only that is wanted, `<wbr>`, the quotation marks of `<q>`, the directions of `<bdi>` and `<bdo>`, and line breaks
 * before small kana.
 */
export const expandTexts = (tree: PreparedElement, hasTags = true): void =>
  visitInherited<Inherited>(
    tree,
    { language: undefined, transform: 'none', quotes: 0, marks: undefined, isStrict: false },
    (element, parent) => {
      const { type, props } = element;
      if (type === 'svg') return undefined;
      const language = typeof props.lang === 'string' ? props.lang : parent.language;
      const transform = String(props.style?.textTransform ?? parent.transform);
      const isStrict = getOwnOr(props.style?.lineBreak, parent.isStrict ? 'strict' : 'auto') === 'strict';
      const isCapitalised = hasTags && transform === 'capitalize';
      let before = '';
      const children = (props.children ?? []).map((child): PreparedNode => {
        if (typeof child === 'string') {
          const text = isCapitalised ? capitalise(child, before, language) : changeCase(child, transform, language);
          before = child;
          return hasTags && !isStrict ? loosen(text) : text;
        }
        before = '';
        return hasTags && child.type === 'wbr' ? '\u200b' : child;
      });
      // takumi begins a word after an apostrophe as well
      if (hasTags && props.style?.textTransform === 'capitalize')
        props.style = { ...props.style, textTransform: 'none' };
      const quotes = parent.quotes + (type === 'q' ? 1 : 0);
      const marks = getOwnOr(props.style?.quotes, parent.marks);
      if (children.length > 0)
        props.children = hasTags ? surround(element, children, readQuotes(marks, parent.language), quotes) : children;
      return { language, transform, quotes, marks, isStrict };
    },
  );

const getOwnOr = <T extends string | number>(own: T | undefined, inherited: T | undefined): T | undefined =>
  own === undefined || own === 'inherit' ? inherited : own;

const surround = (
  { type, props: { dir } }: PreparedElement,
  children: PreparedNode[],
  marks: readonly string[],
  quotes: number,
): PreparedNode[] => {
  if (type === 'bdi') return ['\u2068', ...children, '\u2069'];
  if (type === 'bdo' && (dir === 'rtl' || dir === 'ltr'))
    return [dir === 'rtl' ? '\u2067\u202e' : '\u2066\u202d', ...children, '\u202c\u2069'];
  if (type !== 'q') return children;
  const level = 2 * Math.min(quotes - 1, Math.floor(marks.length / 2) - 1);
  const [before, after] = marks.slice(Math.max(0, level));
  return before === undefined || after === undefined ? children : [before, ...children, after];
};

/** Returns a text with the first letter of each word in upper case; words are what browsers take for one (`it's`, `3d`). */
const capitalise = (text: string, before: string, language: string | undefined): string => {
  const inWord = /[\p{L}\p{M}\p{N}_'’]$/u.test(before);
  return text.replaceAll(/(?<![\p{L}\p{M}\p{N}_'’])['’]*(\p{L})/gu, (found, letter: string, at: number) => {
    if (at === 0 && inWord) return found;
    return found.slice(0, -letter.length) + toUpper(letter, language);
  });
};

const toUpper = (text: string, language: string | undefined): string => {
  try {
    return text.toLocaleUpperCase(language);
  } catch {
    return text.toUpperCase();
  }
};

const changeCase = (text: string, transform: string, language: string | undefined): string => {
  if (language === undefined || !ownCases.test(language)) return text;
  try {
    if (transform === 'uppercase') return text.toLocaleUpperCase(language);
    return transform === 'lowercase' ? text.toLocaleLowerCase(language) : text;
  } catch {
    return text;
  }
};
