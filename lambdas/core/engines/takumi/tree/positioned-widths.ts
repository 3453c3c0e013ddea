import { getEdges } from '../../../rendering/css/edges.ts';
import { getLength, getPixels } from '../../../rendering/css/lengths.ts';
import { isFlexible } from '../../../rendering/tree/inline-tags.ts';
import type { Style } from '../../../rendering/tree/normalise-style.ts';
import type { PreparedElement, PreparedNode } from '../../../rendering/tree/prepared-tree.ts';
import { isSpecified } from './image-size.ts';
import { type Styled, visitStyled } from './visit-styled.ts';

/**
 * Bounds absolutely positioned texts by the edge of their containing block. Without a width, they may take the space
 * after their start. takumi 2.16 lays out a flex box with text in one line of any length.
 */
export const boundPositioned = (tree: PreparedElement): void =>
  visitStyled(tree, (styled) => {
    const { element, style } = styled;
    const { type, props } = element;
    if (type === 'svg' || !isShrunkToFit(style) || !(props.children ?? []).every(isText)) return;
    const start = getStart(styled);
    if (start !== undefined) props.style = { ...style, maxWidth: `calc(100% - ${start})` };
  });

const unset = ['inset', 'width', 'minWidth', 'maxWidth', 'margin', 'marginLeft', 'marginRight', 'direction'];

const isShrunkToFit = (style: Style): boolean =>
  style.position === 'absolute' && style.boxSizing !== 'content-box' && !unset.some((name) => isSpecified(style[name]));

/** Returns whether a node contains only text and boxes without a specified size. */
const isText = (node: PreparedNode): boolean => {
  if (typeof node === 'string') return true;
  const { style = {}, children = [] } = node.props;
  const isSized = ['width', 'minWidth', 'flex', 'flexBasis'].some((name) => isSpecified(style[name]));
  return node.type !== 'img' && node.type !== 'svg' && !isSized && children.every(isText);
};

/** Returns the offset from the containing block; undefined if it depends on layout or both sides are set. */
const getStart = ({ style: { left, right, alignSelf }, fontSize, parent }: Styled): string | undefined => {
  if (isSpecified(left) && isSpecified(right)) return undefined;
  const side = isSpecified(left) ? left : right;
  if (isSpecified(side)) {
    const pixels = getPixels(side, fontSize);
    return pixels === undefined ? (getLength(side)?.unit === '%' ? String(side) : undefined) : `${pixels}px`;
  }
  const { position = 'static' } = parent?.style ?? {};
  if (!parent || position === 'static' || !beginsAtPadding(parent.style, alignSelf)) return undefined;
  const padding = Object.entries(parent.style).filter(([name]) => name.startsWith('padding'));
  return `${getEdges(Object.fromEntries(padding), parent.fontSize).left}px`;
};

/** Returns whether a child in its static position starts at the left padding of the box. */
const beginsAtPadding = (parent: Style, alignSelf: string | number | undefined): boolean => {
  if (parent.direction !== undefined) return false;
  if (!isFlexible(parent)) return true;
  const isColumn = String(parent.flexDirection ?? parent.flexFlow).startsWith('column');
  const at = isColumn ? (alignSelf ?? parent.alignItems) : parent.justifyContent;
  return at === undefined || /^(?:normal|stretch|(?:flex-)?start|left|space-between)$/.test(String(at));
};
