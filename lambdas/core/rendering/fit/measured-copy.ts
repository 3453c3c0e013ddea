import { type Box, type Boxes, getBoundingBox } from '../boxes.ts';
import { isInlineTag } from '../tree/inline-tags.ts';
import type { Style } from '../tree/normalise-style.ts';
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

/** Truncated or balanced text always fits, so measure the text without these properties. */
const uncut = ({ textOverflow: _o, WebkitLineClamp: _w, lineClamp: _l, textWrap: _t, ...style }: Style): Style => style;

/** A copy of a text element at a font size, in which its text can be measured. */
export interface MeasuredCopy {
  readonly element: PreparedElement;
  /** A box around all of its text, for the height of its lines; undefined if it contains other boxes. */
  readonly lines: PreparedElement | undefined;
  /** Spans around each piece of text, for their width, and other children. */
  readonly pieces: ReadonlySet<PreparedElement>;
}

export const createMeasuredCopy = ({ type, props }: PreparedElement, fontSize: number): MeasuredCopy => {
  const style: Style = { ...uncut(props.style ?? {}), fontSize };
  const pieces = new Set<PreparedElement>();
  const children = (props.children ?? []).map((child) => withSpans(child, pieces));
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
const withSpans = (node: PreparedNode, pieces: Set<PreparedElement>): PreparedNode => {
  const piece = (type: string, props: PreparedProps): PreparedElement => {
    const element = { type, props };
    pieces.add(element);
    return element;
  };
  if (typeof node === 'string')
    return node.trim() === '' ? node : piece('span', { style: {}, children: [node], [pieceOfText]: true });
  if (node.type === 'svg' || node.type === 'style') return node;
  const { children = [], style = {} } = node.props;
  const inside = children.map((child) => withSpans(child, pieces));
  return piece(node.type, { ...node.props, style: uncut(style), children: inside });
};

/** A copy of a tree with one element replaced; it shares all other elements. */
export interface Swapped {
  readonly tree: PreparedElement;
  /** The parent of the replaced element; undefined for the root. */
  readonly budget: PreparedElement | undefined;
}

export const replaceElement = (tree: PreparedElement, from: PreparedElement, to: PreparedElement): Swapped => {
  if (tree === from) return { tree: to, budget: undefined };
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
  return { tree: swap(tree), budget: parent };
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
