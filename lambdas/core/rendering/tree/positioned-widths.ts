import { getEdges } from '../css/edges.ts';
import { getLength, getPixels, rootFontSize } from '../css/lengths.ts';
import { getFontSize } from '../fonts/font-size.ts';
import { isFlexible } from './inline-tags.ts';
import type { Style } from './normalise-style.ts';
import { inherit, type PreparedElement, type PreparedNode } from './prepared-tree.ts';

/** The box that absolutely positioned ones lie in, as far as it is known. */
export interface ContainingBlock {
  readonly isFlexible: boolean;
  /** Its padding on the left and right, in pixels. */
  readonly padding: number;
}

/** A width in a containing block: a share of that, and pixels besides. */
export interface WidthInBlock {
  readonly share: number;
  readonly pixels: number;
}

interface Around {
  readonly style: Style;
  readonly fontSize: number;
  /** Of the nearest box with a position. */
  readonly block: ContainingBlock;
}

/**
 * Bounds absolutely positioned texts by the edge of their containing block: one that names where it begins and no width is as wide as what is left
 * behind that. satori 0.63 gives it the width of the whole block, so that it runs out of it; takumi 2.16 lays flex boxes with text out in one line.
 *
 * @param written how an engine is told of a `maxWidth`.
 */
export const boundPositionedIn = (
  tree: PreparedElement,
  written: (width: WidthInBlock, block: ContainingBlock) => string,
): void => {
  const root: Around = { style: {}, fontSize: rootFontSize, block: { isFlexible: false, padding: 0 } };
  inherit(tree, root, ({ type, props }, parent): Around | undefined => {
    if (type === 'svg') return undefined;
    const { style = {}, children = [] } = props;
    const fontSize = getFontSize(type, style.fontSize, parent.fontSize) ?? parent.fontSize;
    const before = isShrunkToFit(style) && children.every(isText) ? getStart(style, fontSize, parent) : undefined;
    if (before)
      props.style = { ...style, maxWidth: written({ share: 1 - before.share, pixels: -before.pixels }, parent.block) };
    return { style, fontSize, block: isPositioned(style) ? getBlock(style, fontSize) : parent.block };
  });
};

const getBlock = (style: Style, fontSize: number): ContainingBlock => {
  const { left, right } = getPadding(style, fontSize);
  return { isFlexible: isFlexible(style), padding: left + right };
};

const isPositioned = ({ position }: Style): boolean => position !== undefined && position !== 'static';

const unset = ['inset', 'width', 'minWidth', 'maxWidth', 'margin', 'marginLeft', 'marginRight', 'direction'];
const isGiven = (length: string | number | undefined): length is string | number =>
  length !== undefined && length !== 'auto';

const isShrunkToFit = (style: Style): boolean =>
  style.position === 'absolute' && style.boxSizing !== 'content-box' && !unset.some((name) => isGiven(style[name]));

/** Whether there is nothing in it that is as wide as it wants to be. */
const isText = (node: PreparedNode): boolean => {
  if (typeof node === 'string') return true;
  const { style = {}, children = [] } = node.props;
  const isSized = ['width', 'minWidth', 'flex', 'flexBasis'].some((name) => isGiven(style[name]));
  return node.type !== 'img' && node.type !== 'svg' && !isSized && children.every(isText);
};

/** How far from one side of its containing block it begins; undefined where only the layout can tell, or both sides are named. */
const getStart = ({ left, right, alignSelf }: Style, fontSize: number, parent: Around): WidthInBlock | undefined => {
  if (isGiven(left) && isGiven(right)) return undefined;
  const side = isGiven(left) ? left : right;
  if (isGiven(side)) {
    const length = getLength(side);
    if (length?.unit === '%') return { share: length.amount / 100, pixels: 0 };
    const pixels = getPixels(side, fontSize);
    return pixels === undefined ? undefined : { share: 0, pixels };
  }
  if (!isPositioned(parent.style) || !beginsAtPadding(parent.style, alignSelf)) return undefined;
  return { share: 0, pixels: getPadding(parent.style, parent.fontSize).left };
};

/** Whether what stays in its place in a box begins at its left padding. */
const beginsAtPadding = (parent: Style, alignSelf: string | number | undefined): boolean => {
  if (parent.direction !== undefined) return false;
  if (!isFlexible(parent)) return true;
  const isColumn = String(parent.flexDirection ?? parent.flexFlow).startsWith('column');
  const at = isColumn ? (alignSelf ?? parent.alignItems) : parent.justifyContent;
  return at === undefined || /^(?:normal|stretch|(?:flex-)?start|left|space-between)$/.test(String(at));
};

const getPadding = (style: Style, fontSize: number) => {
  const padding = Object.entries(style).filter(([name]) => name.startsWith('padding'));
  return getEdges(Object.fromEntries(padding), fontSize);
};
