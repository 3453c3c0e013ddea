import { getEdges } from '../../styles/edges.ts';
import type { Style } from '../../styles/style.ts';
import { rootFontSize } from '../../styles/values/lengths.ts';
import { type Box, type Boxes, getBoundingBox } from '../boxes.ts';
import { isInlineTag } from '../tree/inline-tags.ts';
import { type PreparedElement, type PreparedNode, type PreparedProps, pieceOfText } from '../tree/prepared-tree.ts';

/** The box of an element and the extent of its content, from one layout. */
export interface Measured {
  readonly box: Box;
  /** Bounding box of its content: its lines of text, or the boxes in it. */
  readonly content: Box;
  /** Bounding box of all in-flow children of its parent, and the parent's box. Undefined if it was measured alone. */
  readonly family: Box | undefined;
  readonly budget: Box | undefined;
  /** Bounding box of the whole tree. */
  readonly reach: Box;
}

/** Where the lines of a measured text may break. @default as its styles say */
export type Wrap = 'whole words';

/**
 * Truncated or balanced text always fits, so measure the text without these properties; with whole words, without
 * breaks within them.
 */
const uncut = (
  { textOverflow: _o, WebkitLineClamp: _w, lineClamp: _l, textWrap: _t, ...style }: Style,
  wrap: Wrap | undefined,
): Style => {
  if (wrap === undefined) return style;
  const { wordWrap: _, wordBreak = 'normal', ...others } = style;
  return { ...others, overflowWrap: 'normal', wordBreak: /^break-/.test(String(wordBreak)) ? 'normal' : wordBreak };
};

/** A copy of a text element at a font size, in which its text can be measured. */
export interface MeasuredCopy {
  readonly element: PreparedElement;
  /** A box around all of its text, for the height of its lines; undefined if it contains other boxes. */
  readonly lines: PreparedElement | undefined;
  /** Spans around each piece of text, for their width, and other children. */
  readonly pieces: ReadonlySet<PreparedElement>;
}

export const createMeasuredCopy = ({ type, props }: PreparedElement, fontSize: number, wrap?: Wrap): MeasuredCopy => {
  const style: Style = { ...uncut(props.style ?? {}, wrap), fontSize };
  const pieces = new Set<PreparedElement>();
  const children = (props.children ?? []).map((child) => withSpans(child, pieces, wrap));
  const isText = children.every((child) => typeof child === 'string' || isInline(child));
  // If stretched, it would have the height of its box, not of its lines.
  const inner: Style = { display: 'block', flexShrink: 0, width: '100%', alignSelf: 'flex-start' };
  const lines: PreparedElement | undefined = isText ? { type: 'div', props: { style: inner, children } } : undefined;
  const element = { type, props: { ...props, style, children: lines ? [lines] : children } };
  return { element, lines, pieces };
};

const isInline = ({ type, props: { style = {} } }: PreparedElement): boolean =>
  isInlineTag(type, style) || type === 'br';

/** Wraps pieces of text in spans at any depth; other children count with their box. */
const withSpans = (node: PreparedNode, pieces: Set<PreparedElement>, wrap: Wrap | undefined): PreparedNode => {
  const piece = (type: string, props: PreparedProps): PreparedElement => {
    const element = { type, props };
    pieces.add(element);
    return element;
  };
  if (typeof node === 'string')
    return node.trim() === '' ? node : piece('span', { style: {}, children: [node], [pieceOfText]: true });
  if (node.type === 'svg' || node.type === 'style') return node;
  const { children = [], style = {} } = node.props;
  const inside = children.map((child) => withSpans(child, pieces, wrap));
  return piece(node.type, { ...node.props, style: uncut(style, wrap), children: inside });
};

/** Returns a copy of a tree with one element replaced, which shares all others, and the parent; undefined for the root. */
export const replaceElement = (tree: PreparedElement, from: PreparedElement, to: PreparedElement) => {
  let parent: PreparedElement | undefined;
  const swap = (element: PreparedElement): PreparedElement => {
    const { children = [] } = element.props;
    const copies = children.map((child) => {
      if (child === from) return to;
      return typeof child === 'string' || child.type === 'style' || parent ? child : swap(child);
    });
    const copy = { type: element.type, props: { ...element.props, children: copies } };
    if (children.includes(from)) parent = copy;
    return copy;
  };
  return { tree: tree === from ? to : swap(tree), parent };
};

const flows = ({ type, props: { style = {} } }: PreparedElement): boolean =>
  type !== 'style' && style.position !== 'absolute' && style.position !== 'fixed';

/** Returns the measurements of a copied element from a layout; undefined if it is not rendered. */
export const readMeasurements = (
  boxes: Boxes,
  copy: MeasuredCopy,
  parent: PreparedElement | undefined,
): Measured | undefined => {
  const getBoxes = (elements: Iterable<PreparedElement>) =>
    [...elements].flatMap((element) => boxes.get(element) ?? []);
  const box = boxes.get(copy.element);
  const pieces = getBoxes(copy.pieces);
  if (!box || pieces.length === 0) return undefined;
  const across = getBoundingBox(pieces);
  const lines = copy.lines && boxes.get(copy.lines);
  const inRow = (child: PreparedNode): child is PreparedElement =>
    typeof child !== 'string' && (child === copy.element || flows(child));
  // A piece is taller than its line, and its overflow is invisible.
  const others = [...boxes].flatMap(([element, own]) => (copy.pieces.has(element) ? [] : [own]));
  return {
    box,
    content: lines ? { ...across, top: lines.top, height: lines.height } : across,
    budget: parent && boxes.get(parent),
    family: parent && getBoundingBox(getBoxes((parent.props.children ?? []).filter(inRow))),
    reach: getBoundingBox(others),
  };
};

/** Pixels by which rounding can make text larger than its box. */
const tolerance = 0.5;

/** Returns whether the content of an element lies within its padding. */
export const isInsideBox = ({ box, content }: Measured, style: Style): boolean => {
  const { fontSize } = style;
  const { top, right, bottom, left } = getEdges(style, typeof fontSize === 'number' ? fontSize : rootFontSize);
  const within: Box = {
    left: box.left + left,
    top: box.top + top,
    width: box.width - left - right,
    height: box.height - top - bottom,
  };
  return isInside(content, within);
};

/** Returns whether no sibling that was inside the parent is pushed out of it by the larger text. */
export const keepsSiblingsInside = (now: Measured, before: Measured): boolean => {
  const staysInside = (inner: Box, space: Box, was: Box) => isInside(inner, getBoundingBox([space, was]));
  const areSiblingsInside =
    !now.family || !now.budget || !before.family || staysInside(now.family, now.budget, before.family);
  return areSiblingsInside && staysInside(now.reach, before.reach, before.reach);
};

export const isSameSize = (one: Box, other: Box): boolean =>
  Math.abs(one.width - other.width) < tolerance && Math.abs(one.height - other.height) < tolerance;

const isInside = (inner: Box, outer: Box): boolean =>
  inner.left >= outer.left - tolerance &&
  inner.top >= outer.top - tolerance &&
  inner.left + inner.width <= outer.left + outer.width + tolerance &&
  inner.top + inner.height <= outer.top + outer.height + tolerance;
