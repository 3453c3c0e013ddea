import { string } from 'css-tree/utils';
import { kinds, readTokens, splitList } from '../css-tokens.ts';
import { getAttribute, type VElement } from '../vnode/vnode.ts';
import { formatNumber } from './numberings.ts';
import type { Style } from './style.ts';

/** Quotation marks of Chromium 150, outer and inner, and the languages that have them. */
const languagesByMarks: Readonly<Record<string, string>> = {
  '”“’‘': 'ar ur',
  '„“„“': 'bg lt',
  '«»“”': 'ca el it pt-PT',
  '„“‚‘': 'cs de et hr sk sl',
  '«»‹›': 'fa fr-CH',
  '””’’': 'fi he sv',
  '«»«»': 'fr',
  '«»”“': 'fr-CA',
  '„”»«': 'hu',
  '「」『』': 'ja zh-Hant zh-TW',
  '«»‘’': 'nb nn no',
  '‘’‘’': 'nl',
  '„”«»': 'pl ro',
  '«»„“': 'ru uk',
  '„”’’': 'sr',
};
const marksByLanguage = new Map(
  Object.entries(languagesByMarks).flatMap(([marks, languages]) =>
    languages.split(' ').map((language) => [language.toLowerCase(), marks] as const),
  ),
);
const english = '“”‘’';

/** Returns the quotation marks of a language: outer and inner, each opening and closing. */
const getQuotationMarks = (language: string | undefined): readonly string[] => {
  const [primary = '', region] = (language ?? '').toLowerCase().split('-');
  return [...(marksByLanguage.get(`${primary}-${region}`) ?? marksByLanguage.get(primary) ?? english)];
};

/** Returns the marks that a value of `quotes` names, those of a language without one, and none of `none`. */
export const readQuotes = (quotes: string | number | undefined, language: string | undefined): readonly string[] => {
  if (quotes === 'none') return [];
  const given = splitList(String(quotes ?? ''), ' ').filter((mark) => /^["']/.test(mark));
  return given.length > 1 ? given.map((mark) => string.decode(mark)) : getQuotationMarks(language);
};

interface Counter {
  value: number;
  /** Of the element that made it; it counts for the siblings after that and what is in them. */
  readonly depth: number;
}

const maxCounters = 100;

/** Counters and quotation marks, which the order of the document decides. */
export class DocumentState {
  private readonly counters = new Map<string, Counter[]>();
  private quotes = 0;

  /** Applies what an element does to counters. */
  count({ counterReset, counterSet, counterIncrement }: Style, depth: number): void {
    for (const [name, value] of readCounters(counterReset, 0)) {
      const open = this.open(name);
      while ((open.at(-1)?.depth ?? -1) >= depth) open.pop();
      if (open.length < maxCounters) open.push({ value, depth });
    }
    for (const [name, by] of readCounters(counterIncrement, 1)) this.top(name, depth).value += by;
    for (const [name, value] of readCounters(counterSet, 0)) this.top(name, depth).value = value;
  }

  /** Closes the counters that the children of an element made. */
  leave(depth: number): void {
    for (const open of this.counters.values()) while ((open.at(-1)?.depth ?? 0) > depth) open.pop();
  }

  /** Returns the text of a `content`; undefined if it makes no box. */
  write(
    content: string,
    element: VElement,
    { quotes }: Readonly<Style>,
    language: string | undefined,
  ): string | undefined {
    if (/^(?:none|normal|initial|inherit|unset|revert|revert-layer)?$/i.test(content.trim())) return undefined;
    const parts = readContent(content).map((part) => {
      if (part.kind === 'text') return string.decode(part.text);
      if (part.kind === 'word') return this.quote(part.text.toLowerCase(), quotes, language);
      return this.call(part.name, part.text, element);
    });
    return parts.join('');
  }

  private call(name: string, inside: string, element: VElement): string {
    const [first = '', second, third] = splitList(inside, ',');
    if (name === 'attr') {
      const fallback = /^["']/.test(second ?? '') ? string.decode(second ?? '') : '';
      return getAttribute(element, first.split(/\s/)[0] ?? '') ?? fallback;
    }
    const values = (this.counters.get(first) ?? []).map(({ value }) => value);
    if (name === 'counter') return formatNumber(values.at(-1) ?? 0, second);
    if (name !== 'counters') return '';
    const parts = (values.length === 0 ? [0] : values).map((value) => formatNumber(value, third));
    return parts.join(string.decode(second ?? '""'));
  }

  private quote(word: string, quotes: string | number | undefined, language: string | undefined): string {
    const [, isSilent, kind] = /^(no-)?(open|close)-quote$/.exec(word) ?? [];
    if (kind === undefined) return '';
    const marks = readQuotes(quotes, language);
    if (kind === 'close') this.quotes = Math.max(0, this.quotes - 1);
    const pair = Math.min(this.quotes, Math.floor(marks.length / 2) - 1) * 2;
    if (kind === 'open') this.quotes += 1;
    if (isSilent !== undefined) return '';
    return marks[pair + (kind === 'open' ? 0 : 1)] ?? '';
  }

  private open(name: string): Counter[] {
    const open = this.counters.get(name) ?? [];
    this.counters.set(name, open);
    return open;
  }

  private top(name: string, depth: number): Counter {
    const open = this.open(name);
    const top = open.at(-1) ?? { value: 0, depth };
    if (open.length === 0) open.push(top);
    return top;
  }
}

interface ContentPart {
  readonly kind: 'text' | 'word' | 'call';
  /** Of a function. */
  readonly name: string;
  readonly text: string;
}

/** Returns the parts of a `content` up to the slash before its alternative text. */
const readContent = (content: string): ContentPart[] => {
  const parts: ContentPart[] = [];
  let depth = 0;
  let opened = { name: '', at: 0 };
  let isOver = false;
  const add = (kind: ContentPart['kind'], text: string, name = '') => {
    if (!isOver) parts.push({ kind, name, text });
  };
  readTokens(content, (kind, start, end) => {
    const text = content.slice(start, end);
    const isOpening = kind === kinds.Function || kind === kinds.LeftParenthesis;
    if (isOpening && depth === 0) opened = { name: text.slice(0, -1).toLowerCase(), at: end };
    if (kind === kinds.RightParenthesis && depth === 1) add('call', content.slice(opened.at, start), opened.name);
    if (depth === 0) {
      isOver ||= text === '/';
      if (kind === kinds.String) add('text', text);
      if (kind === kinds.Ident) add('word', text);
    }
    depth = Math.max(0, depth + (isOpening ? 1 : kind === kinds.RightParenthesis ? -1 : 0));
  });
  return parts;
};

/** Returns the names of `counter-reset` and the like, each with its number. */
const readCounters = (value: string | number | undefined, initial: number): [string, number][] => {
  const found: [string, number][] = [];
  if (typeof value !== 'string' || value === 'none') return found;
  for (const word of splitList(value, ' ').slice(0, maxCounters)) {
    const last = found.at(-1);
    if (/^[-+]?\d+$/.test(word)) {
      if (last) last[1] = Number(word);
    } else found.push([word, initial]);
  }
  return found;
};
