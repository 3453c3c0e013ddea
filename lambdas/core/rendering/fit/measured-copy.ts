import { around, type Box, type Boxes } from '../boxes.ts';
import { isInlineTag } from '../tree/inline-tags.ts';
import type { Style } from '../tree/normalise-style.ts';
import { type PreparedElement, type PreparedNode, type PreparedProps, pieceOfText } from '../tree/prepared-tree.ts';

/** An element's own box and what its content takes, as one layout had it. */
export interface Measured {
  readonly box: Box;
  /** Around its content: the lines of its text, or the boxes in it. */
  readonly content: Box;
  /** Around everything that flows in its parent; and the parent's own box. Absent where it was measured alone. */
  readonly family: Box | undefined;
  readonly budget: Box | undefined;
  /** Around everything in the tree. */
  readonly reach: Box;
}

/** Cut or balanced text always fits: what is measured is the text as it is. */
const uncut = ({ textOverflow: _o, WebkitLineClamp: _w, lineClamp: _l, textWrap: _t, ...style }: Style): Style => style;

/** A copy of a text element at a font size, in which a layout tells what its text takes. */
export interface MeasuredCopy {
  readonly element: PreparedElement;
  /** A box around all of its text, for the height of its lines; undefined where other boxes are inside. */
  readonly lines: PreparedElement | undefined;
  /** Spans around each piece of text, for their width, and what else is inside. */
  readonly pieces: ReadonlySet<PreparedElement>;
}

export const measuredCopy = ({ type, props }: PreparedElement, fontSize: number): MeasuredCopy => {
  const style: Style = { ...uncut(props.style ?? {}), fontSize };
  const pieces = new Set<PreparedElement>();
  const children = (props.children ?? []).map((child) => withSpans(child, pieces));
  const isText = children.every((child) => typeof child === 'string' || isInline(child));
  // stretched, it would be as high as its box and not as its lines
  const inner: Style = { display: 'block', flexShrink: 0, width: '100%', alignSelf: 'flex-start' };
  const lines: PreparedElement | undefined = isText ? { type: 'div', props: { style: inner, children } } : undefined;
  const element = { type, props: { ...props, style, children: lines ? [lines] : children } };
  return { element, lines, pieces };
};

const isInline = ({ type, props: { style = {} } }: PreparedElement): boolean =>
  isInlineTag(type, style) || type === 'br';

/** Spans round the pieces of text, however deep; what else is inside counts with its box. */
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

/** A copy of a tree with one element in place of another; it shares all else with the first. */
export interface Swapped {
  readonly tree: PreparedElement;
  /** The parent of the swapped element; undefined for the root. */
  readonly budget: PreparedElement | undefined;
}

export const swapped = (tree: PreparedElement, from: PreparedElement, to: PreparedElement): Swapped => {
  if (tree === from) return { tree: to, budget: undefined };
  let space: PreparedElement | undefined;
  const swap = (element: PreparedElement): PreparedElement => {
    const { children = [] } = element.props;
    const copies = children.map((child) => {
      if (child === from) return to;
      return typeof child === 'string' || child.type === 'style' || space ? child : swap(child);
    });
    const copy = { type: element.type, props: { ...element.props, children: copies } };
    if (children.includes(from)) space = copy;
    return copy;
  };
  return { tree: swap(tree), budget: space };
};

const flows = ({ type, props: { style = {} } }: PreparedElement): boolean =>
  type !== 'style' && style.position !== 'absolute' && style.position !== 'fixed';

/** What a layout says of a measured copy in its tree; undefined when the element is not rendered at all. */
export const measuredIn = (
  boxes: Boxes,
  copy: MeasuredCopy,
  space: PreparedElement | undefined,
): Measured | undefined => {
  const getBoxes = (elements: Iterable<PreparedElement>) =>
    [...elements].flatMap((element) => boxes.get(element) ?? []);
  const box = boxes.get(copy.element);
  const pieces = getBoxes(copy.pieces);
  if (!box || pieces.length === 0) return undefined;
  const across = around(pieces);
  const lines = copy.lines && boxes.get(copy.lines);
  const inRow = (child: PreparedNode): child is PreparedElement =>
    typeof child !== 'string' && (child === copy.element || flows(child));
  // a piece is taller than its line and reaches past it without anybody seeing
  const others = [...boxes].flatMap(([element, own]) => (copy.pieces.has(element) ? [] : [own]));
  return {
    box,
    content: lines ? { ...across, top: lines.top, height: lines.height } : across,
    budget: space && boxes.get(space),
    family: space && around(getBoxes((space.props.children ?? []).filter(inRow))),
    reach: around(others),
  };
};
