import { type PreparedElement, type PreparedNode, visitInherited } from './prepared-tree.ts';

/** What a text inherits that changes its characters. */
interface Inherited {
  readonly language: string | undefined;
  readonly transform: string;
  /** Number of `<q>` around it. */
  readonly quotes: number;
}

/** Languages whose letters change case in their own way. */
const ownCases = /^(?:tr|az|lt|el|hy|nl)(?:-|$)/i;

/** Quotation marks by language, outer and inner. Source: CLDR */
const quotationMarks: Readonly<Record<string, readonly [string, string, string, string]>> = {
  de: ['„', '“', '‚', '‘'],
  fr: ['«\u202f', '\u202f»', '«\u202f', '\u202f»'],
  es: ['«', '»', '“', '”'],
  it: ['«', '»', '“', '”'],
  pl: ['„', '”', '«', '»'],
  ru: ['«', '»', '„', '“'],
  ja: ['「', '」', '『', '』'],
};
const english = ['“', '”', '‘', '’'] as const;

/**
 * Writes out in a tree, in place, what engines do not know: the case of letters by language (`lang="tr"`) and, unless
 * only that is wanted, `<wbr>`, the quotation marks of `<q>` and the isolation of `<bdi>`.
 */
export const expandTexts = (tree: PreparedElement, hasTags = true): void =>
  visitInherited<Inherited>(tree, { language: undefined, transform: 'none', quotes: 0 }, (element, parent) => {
    const { type, props } = element;
    if (type === 'svg') return undefined;
    const language = typeof props.lang === 'string' ? props.lang : parent.language;
    const transform = String(props.style?.textTransform ?? parent.transform);
    const children = (props.children ?? []).map((child): PreparedNode => {
      if (typeof child === 'string') return changeCase(child, transform, language);
      return hasTags && child.type === 'wbr' ? '\u200b' : child;
    });
    const quotes = parent.quotes + (type === 'q' ? 1 : 0);
    if (children.length > 0) props.children = hasTags ? surround(type, children, language, quotes) : children;
    return { language, transform, quotes };
  });

const surround = (
  type: string,
  children: PreparedNode[],
  language: string | undefined,
  quotes: number,
): PreparedNode[] => {
  if (type === 'bdi') return ['\u2068', ...children, '\u2069'];
  if (type !== 'q') return children;
  const marks = quotationMarks[language?.split('-')[0]?.toLowerCase() ?? ''] ?? english;
  const inner = quotes % 2 === 0 ? 2 : 0;
  return [marks[inner] as string, ...children, marks[inner + 1] as string];
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
