import { string } from 'css-tree/utils';
import { splitList } from '../../../css-tokens.ts';
import { getOwn } from '../../../get-own.ts';
import { getFontSize } from '../../../rendering/fonts/font-size.ts';
import { isFlexible, isInlineTag } from '../../../rendering/tree/inline-tags.ts';
import {
  getPreparedElements,
  type PreparedElement,
  type PreparedNode,
  type PreparedProps,
} from '../../../rendering/tree/prepared-tree.ts';
import type { Style } from '../../../styles/style.ts';
import { getDirection, type Styled, upwards } from './styled.ts';

const positions: ReadonlySet<string> = new Set(['inside', 'outside']);
const shapes: ReadonlySet<string> = new Set(['square', 'circle']);
const isText = (type: string): boolean => /^(["']).*\1$/s.test(type);

/** Returns the marker that an element's own style sets; undefined if it sets none. */
const getOwnType = ({ listStyleType, listStyle }: Style): string | undefined => {
  if (listStyleType !== undefined) return String(listStyleType);
  return splitList(String(listStyle ?? ''), ' ').find((word) => !positions.has(word) && !word.startsWith('url('));
};

const isInside = ({ listStylePosition, listStyle }: Style): boolean =>
  listStylePosition === 'inside' || splitList(String(listStyle ?? ''), ' ').includes('inside');

const toInteger = (value: unknown): number | undefined =>
  /^\s*[-+]?\d{1,9}/.test(String(value)) ? Number.parseInt(String(value), 10) : undefined;

const isItem = (node: PreparedNode): node is PreparedElement => typeof node !== 'string' && node.type === 'li';

/** Returns the number of each item of an ordered list. Source: HTML Living Standard, 4.4.8. */
const getNumbers = ({ start, reversed }: PreparedProps, items: readonly PreparedElement[]): readonly number[] => {
  const isReversed = reversed !== undefined && reversed !== false;
  let next = toInteger(start) ?? (isReversed ? items.length : 1);
  return items.map(({ props }) => {
    const own = toInteger(props.value) ?? next;
    next = own + (isReversed ? -1 : 1);
    return own;
  });
};

const romans = [
  ...([
    [1000, 'm'],
    [900, 'cm'],
    [500, 'd'],
    [400, 'cd'],
    [100, 'c'],
    [90, 'xc'],
    [50, 'l'],
    [40, 'xl'],
  ] as const),
  ...([
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ] as const),
];

const toRoman = (number: number): string | undefined => {
  if (number < 1 || number > 3999) return undefined;
  let rest = number;
  let text = '';
  for (const [amount, letters] of romans) for (; rest >= amount; rest -= amount) text += letters;
  return text;
};

const toLetters = (number: number): string | undefined => {
  if (number < 1) return undefined;
  const first = toLetters(Math.floor((number - 1) / 26)) ?? '';
  return first + String.fromCharCode(97 + ((number - 1) % 26));
};

const numberings: Readonly<Record<string, (number: number) => string | undefined>> = {
  decimal: String,
  'decimal-leading-zero': (number) => (number < 0 ? '-' : '') + String(Math.abs(number)).padStart(2, '0'),
  'lower-alpha': toLetters,
  'lower-latin': toLetters,
  'upper-alpha': (number) => toLetters(number)?.toUpperCase(),
  'upper-latin': (number) => toLetters(number)?.toUpperCase(),
  'lower-roman': toRoman,
  'upper-roman': (number) => toRoman(number)?.toUpperCase(),
};

/** Numberings by the attribute `type` of a list. */
const types: Readonly<Record<string, string>> = {
  ...{ a: 'lower-alpha', A: 'upper-alpha', i: 'lower-roman', I: 'upper-roman' },
};

/** Results of `isSetInSheet` by root, because a tree may have a thousand lists. */
const setInSheets = new WeakMap<PreparedElement, boolean>();

/** Returns whether a style sheet of a tree says how lists are marked. */
const isSetInSheet = (root: PreparedElement): boolean => {
  const known = setInSheets.get(root);
  if (known !== undefined) return known;
  const found = getPreparedElements(root).some(
    ({ type, props }) => type === 'style' && /list-style|::?marker/.test((props.children ?? []).join('')),
  );
  setInSheets.set(root, found);
  return found;
};

/**
 * Writes the markers of a list as boxes where takumi draws them otherwise: a square, a circle and a text of an author
 * raise their line, and the attributes `start`, `reversed` and `value` are ignored. A list that a style sheet may change
 * stays as it is.
 */
export const writeMarkers = (styled: Styled): void => {
  const { element, style } = styled;
  if (!/^(?:ul|ol|menu)$/.test(element.type) || isFlexible(style)) return;
  const items = (element.props.children ?? []).filter(isItem);
  if (getDirection(styled) === 'rtl' && !Object.keys(style).some((name) => name.startsWith('padding')))
    Object.assign(style, { paddingLeft: 0, paddingRight: 40 });
  const isNumbered = element.type === 'ol';
  const hasNumbers =
    isNumbered &&
    [element.props.start, element.props.reversed, ...items.map(({ props }) => props.value)].some(
      (value) => value !== undefined && value !== false,
    );
  const ancestors = [...upwards(styled)];
  const inherited =
    getOwnType(style) ?? (isNumbered ? (getOwn(types, String(element.props.type)) ?? 'decimal') : 'disc');
  const isOwn = (type: string) => shapes.has(type) || isText(type);
  const needed = items.map(({ props }) => getOwnType(props.style ?? {}) ?? inherited);
  if (!hasNumbers && !needed.some(isOwn)) return;
  if (isSetInSheet(ancestors.at(-1)?.element ?? element)) return;
  const isListInside = ancestors.some((one) => isInside(one.style));
  const numbers = getNumbers(element.props, items);
  const isTurned = getDirection(styled) === 'rtl';
  const written = items.filter((item, index) => {
    const own = item.props.style ?? {};
    if (own.display !== undefined && own.display !== 'list-item') return false;
    const type = needed[index] as string;
    const marker = getMarker(type, {
      number: hasNumbers ? numbers[index] : undefined,
      fontSize: getFontSize(item.type, own.fontSize, styled.fontSize) ?? styled.fontSize,
      isTurned,
      isInside: isListInside || isInside(own),
    });
    if (!marker || !prepend(item, marker)) return false;
    item.props.style = { ...own, listStyleType: 'none' };
    return true;
  });
  if (written.length < items.length) return;
  delete style.listStyle;
  delete style.listStyleType;
};

interface Place {
  readonly number: number | undefined;
  readonly fontSize: number;
  readonly isTurned: boolean;
  readonly isInside: boolean;
}

const getMarker = (type: string, place: Place): PreparedElement | undefined => {
  if (shapes.has(type)) return getShape(type, place);
  if (isText(type)) return getTextMarker(string.decode(type), place);
  const { number } = place;
  if (number === undefined || !Object.hasOwn(numberings, type)) return undefined;
  return getTextMarker(`${numberings[type]?.(number) ?? number}. `, place);
};

/** A text that ends where the item begins. Letters of a fallback font do not raise its line. */
const getTextMarker = (text: string, { isInside }: Place): PreparedElement =>
  isInside
    ? { type: 'span', props: { style: { whiteSpace: 'pre' }, children: [text] } }
    : {
        type: 'span',
        props: {
          style: {
            ...{ display: 'inline-flex', width: 0, justifyContent: 'flex-end', whiteSpace: 'pre', textIndent: 0 },
            ...{ lineHeight: 1, fontVariantNumeric: 'tabular-nums' },
          },
          children: [{ type: 'div', props: { style: { flexShrink: 0 }, children: [text] } }],
        },
      };

/** A shape of the size and at the place that Chromium gives it, in a font whose ascent is 0.97 em. */
const getShape = (type: string, { fontSize, isTurned, isInside }: Place): PreparedElement => {
  const ascent = Math.round(fontSize * 0.97);
  const offset = Math.floor((ascent * 2) / 3);
  const side = Math.floor((offset + 1) / 2);
  const [before, after] = isTurned
    ? (['marginRight', 'marginLeft'] as const)
    : (['marginLeft', 'marginRight'] as const);
  const style: Style = {
    ...{ display: 'inline-block', boxSizing: 'border-box', width: side, height: side },
    ...(isInside ? { [after]: ascent - side } : { [before]: -(offset + 7), [after]: offset + 7 - side }),
    verticalAlign: `${ascent - Math.floor((3 * (ascent - offset)) / 2) - side}px`,
    ...(type === 'circle'
      ? { border: '1px solid currentColor', borderRadius: '50%' }
      : { backgroundColor: 'currentColor' }),
  };
  return { type: 'span', props: { style, children: [] } };
};

/** Puts a marker into the first line of an element. @returns false if it has none. */
const prepend = ({ props }: PreparedElement, marker: PreparedElement): boolean => {
  const children = props.children ?? [];
  const first = children.find((child) => typeof child !== 'string' || child.trim() !== '');
  if (typeof first === 'object' && first.type !== 'br') {
    const { style = {} } = first.props;
    if (!isInlineTag(first.type, style)) {
      const isBlock = style.display === undefined || /^(?:block|inline-)/.test(String(style.display));
      if (!isBlock || /^(?:ul|ol|menu|table)$/.test(first.type) || style.position === 'absolute') return false;
      const isInLine = /^(?:img|svg)$/.test(first.type) || String(style.display).startsWith('inline-');
      if (!isInLine) return prepend(first, marker);
    }
  }
  props.children = [marker, ...children];
  return true;
};
