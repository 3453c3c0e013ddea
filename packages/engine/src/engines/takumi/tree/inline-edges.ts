import { isFlexible, isInlineTag } from '../../../rendering/tree/inline-tags.ts';
import type { PreparedElement, PreparedNode } from '../../../rendering/tree/prepared-tree.ts';
import { getFontSize } from '../../../styles/font-size.ts';
import type { Style } from '../../../styles/style.ts';
import { getPixels } from '../../../styles/values/lengths.ts';
import { getDirection, type Styled, upwards } from './styled.ts';

/** A character without a width, around which no line breaks. */
const joiner = '\ufeff';

/** Returns a space of a width, in CSS pixels or `em`, at which no line breaks. */
const makeSpace = (width: string | number): PreparedElement => ({
  type: 'span',
  props: { style: { letterSpacing: width, backgroundColor: 'transparent' }, children: [joiner] },
});

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

const getText = (node: PreparedNode): string =>
  typeof node === 'string' ? node : (node.props.children ?? []).map(getText).join('');

const isLength = (value: string | number | undefined): value is string | number =>
  value !== undefined && (getPixels(value, 1) ?? 0) !== 0;

/** A line under the text would continue under its padding. */
const isUnderlined = (style: Style): boolean =>
  ['textDecoration', 'textDecorationLine'].some((name) => style[name] !== undefined && style[name] !== 'none');

const hasBorder = (style: Style): boolean =>
  Object.keys(style).some((name) => /^border(?:Left|Right)?(?:Width|Style)?$/.test(name));

/**
 * Writes the padding and margins at both ends of inline elements as spaces at which no line breaks. takumi 2.16 breaks
 * lines between such an end and the word beside it.
 */
export const keepInlineEdges = (styled: Styled): void => {
  const { element, style, fontSize } = styled;
  const { children = [] } = element.props;
  if (element.type === 'svg' || isFlexible(style) || !children.some((child) => isPadded(child))) return;
  if (getDirection(styled) !== 'ltr' || upwards(styled).some((one) => isUnderlined(one.style))) return;
  element.props.children = children.flatMap((child) => (isPadded(child) ? withSpaces(child, fontSize) : [child]));
};

const sides = ['paddingLeft', 'paddingRight', 'marginLeft', 'marginRight'];

const isPadded = (node: PreparedNode): node is PreparedElement => {
  if (typeof node === 'string' || node.type === 'img' || node.type === 'svg' || node.type === 'br') return false;
  const { style = {} } = node.props;
  if (!isInlineTag(node.type, style) || !sides.some((side) => isLength(style[side]))) return false;
  const text = getText(node);
  return text !== '' && text.trim() === text && !rightToLeft.test(text) && !hasBorder(style) && !isUnderlined(style);
};

const withSpaces = ({ type, props }: PreparedElement, parentSize: number): PreparedNode[] => {
  const { children = [], style = {} } = props;
  const { paddingLeft, paddingRight, marginLeft, marginRight, ...own } = style;
  const size = getFontSize(type, style.fontSize, parentSize) ?? parentSize;
  const outer = (margin: string | number | undefined): PreparedNode[] =>
    isLength(margin) ? [makeSpace(getPixels(margin, size) ?? 0)] : [];
  const inner = (padding: string | number | undefined): PreparedNode[] =>
    isLength(padding) ? [makeSpace(padding)] : [];
  const padded = [...inner(paddingLeft), ...children, ...inner(paddingRight)];
  return [...outer(marginLeft), { type, props: { ...props, style: own, children: padded } }, ...outer(marginRight)];
};

/**
 * Writes `text-indent` as a space before the text. takumi 2.16 does not count it in the width of a box that is as wide
 * as its content.
 */
export const indentTexts = (styled: Styled): void => {
  const { element, style, parent } = styled;
  const { children = [] } = element.props;
  const isInline = isInlineTag(element.type, style) && parent !== undefined && !isFlexible(parent.style);
  // The text of a flex box is a box of its own.
  const isOneText = isFlexible(style) && children.every((child) => typeof child === 'string');
  const isLine = !isInline && (isFlexible(style) ? isOneText : children.every(isInlineNode));
  if (element.type === 'svg' || !isLine) return;
  const indented = upwards(styled).find((one) => one.style.textIndent !== undefined);
  const width = indented && getPixels(indented.style.textIndent, indented.fontSize);
  const text = children.map(getText).join('');
  if (!width || text.trim() === '' || getDirection(styled) !== 'ltr' || rightToLeft.test(text)) return;
  const [first = '', ...others] = children;
  style.textIndent = 0;
  const start = typeof first === 'string' ? first.trimStart() : first;
  const line = [makeSpace(width), start, ...others];
  element.props.children = isOneText
    ? [{ type: 'div', props: { style: { boxSizing: 'border-box' }, children: line } }]
    : line;
};

const isInlineNode = (node: PreparedNode): boolean =>
  typeof node === 'string' || isInlineTag(node.type, node.props.style ?? {});
