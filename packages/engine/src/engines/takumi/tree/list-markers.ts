import { string } from 'css-tree/utils';
import { isFlexible, isInlineTag } from '../../../rendering/tree/inline-tags.ts';
import type { PreparedElement, PreparedNode, PreparedProps } from '../../../rendering/tree/prepared-tree.ts';
import { getNumbering } from '../../../styles/defaults.ts';
import { getFontSize } from '../../../styles/font-size.ts';
import { numberings } from '../../../styles/numberings.ts';
import type { Style } from '../../../styles/style.ts';
import { getDirection, type Styled, upwards } from './styled.ts';

const shapes: ReadonlySet<string> = new Set(['square', 'circle']);
const isText = (type: string): boolean => /^(["']).*\1$/s.test(type);

/** Returns the marker that an element's own style sets; undefined if it sets none. */
const getOwnType = ({ listStyleType }: Style): string | undefined =>
  listStyleType === undefined ? undefined : String(listStyleType);

const isInside = ({ listStylePosition }: Style): boolean => listStylePosition === 'inside';

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

/**
 * Writes the markers of a list as boxes where takumi draws them otherwise: a square, a circle and a text of an author
 * raise their line, and the attributes `start`, `reversed` and `value` are ignored.
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
  const inherited = getOwnType(style) ?? (isNumbered ? (getNumbering(element.props.type) ?? 'decimal') : 'disc');
  const isOwn = (type: string) => shapes.has(type) || isText(type);
  const needed = items.map(({ props }) => getOwnType(props.style ?? {}) ?? inherited);
  if (!hasNumbers && !needed.some(isOwn)) return;
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
