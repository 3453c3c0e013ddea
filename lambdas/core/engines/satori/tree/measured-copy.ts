import { type Box, type DetectedNode, isInlineTag } from '../../../picture/survey/boxes.ts';
import type { LayoutElement, LayoutNode } from '../../../picture/tree/layout-tree.ts';
import type { Style } from '../../../picture/tree/normalise-style.ts';

/** An element's own box and what its content takes, as one layout had it. */
export interface Measured {
  readonly box: Box;
  /** Around its content: the lines of its text, or the boxes in it. */
  readonly content: Box;
  /** Around everything that flows in its parent; and the parent's own box. Absent where it was measured alone. */
  readonly family: Box | undefined;
  readonly room: Box | undefined;
  /** Around everything in the tree. */
  readonly reach: Box;
}

/** What an element is for a measurement, as a property it carries through the layout. */
const role = '__fit';
type Role = 'box' | 'lines' | 'text' | 'part' | 'room' | 'sibling';
const as = (element: LayoutElement, is: Role): LayoutElement => ({
  ...element,
  props: { ...element.props, [role]: is },
});

/** Cut or balanced text always fits: what is measured is the text as it is. */
const uncut = ({ textOverflow: _o, WebkitLineClamp: _w, lineClamp: _l, textWrap: _t, ...style }: Style): Style => style;

/**
 * A copy of a text element at a font size, with marks by which a layout tells what its text takes: a box around all of
 * it for the height of its lines, a span around each piece for their width.
 */
export const measuredCopy = (element: LayoutElement, fontSize: number): LayoutElement => {
  const style: Style = { ...uncut(element.props.style ?? {}), fontSize };
  const children = (element.props.children ?? []).map(withSpans);
  const isText = children.every((child) => typeof child === 'string' || isInline(child));
  const inner: Style = { display: 'block', flexShrink: 0, maxWidth: '100%' };
  const wrapped = isText ? [{ type: 'div', props: { style: inner, [role]: 'lines', children } }] : children;
  return as({ type: element.type, props: { ...element.props, style, children: wrapped } }, 'box');
};

const isInline = ({ type, props: { style = {} } }: LayoutElement): boolean => isInlineTag(type, style) || type === 'br';

/** Spans round the pieces of text, however deep; what else is inside counts with its box. */
const withSpans = (node: LayoutNode): LayoutNode => {
  if (typeof node === 'string')
    return node.trim() === '' ? node : { type: 'span', props: { style: {}, [role]: 'text', children: [node] } };
  if (node.type === 'svg' || node.type === 'style') return node;
  const { children = [], style = {} } = node.props;
  return {
    type: node.type,
    props: { ...node.props, style: uncut(style), [role]: 'part', children: children.map(withSpans) },
  };
};

/** A tree with one element in place of another, whose parent and siblings are marked; it shares all else with the first. */
export const swapped = (tree: LayoutElement, from: LayoutElement, to: LayoutElement): LayoutElement => {
  if (tree === from) return to;
  const { children = [] } = tree.props;
  const isParent = children.includes(from);
  const swap = (child: LayoutNode): LayoutNode => {
    if (typeof child === 'string' || child.type === 'style') return child;
    if (child === from) return to;
    if (isParent) return flows(child) ? as(child, 'sibling') : child;
    return swapped(child, from, to);
  };
  const copy = { ...tree, props: { ...tree.props, children: children.map(swap) } };
  return isParent ? as(copy, 'room') : copy;
};

const flows = ({ type, props: { style = {} } }: LayoutElement): boolean =>
  type !== 'style' && style.position !== 'absolute' && style.position !== 'fixed';

/** Gathers what a layout reports of a measured copy. */
export const measuring = () => {
  let box: Box | undefined;
  let lines: Box | undefined;
  let room: Box | undefined;
  const pieces: Box[] = [];
  const family: Box[] = [];
  const all: Box[] = [];
  const note = ({ props, left, top, width, height }: DetectedNode): void => {
    const found: Box = { left, top, width, height };
    const is = props[role] as Role | undefined;
    // a piece is taller than its line and reaches past it without anybody seeing
    if (is !== 'text' && is !== 'part') all.push(found);
    if (is === 'box') box = found;
    if (is === 'lines') lines = found;
    if (is === 'room') room = found;
    if (is === 'text' || is === 'part') pieces.push(found);
    if (is === 'box' || is === 'sibling') family.push(found);
  };
  /** Undefined when the element is not drawn at all. */
  const measured = (): Measured | undefined => {
    if (!box || pieces.length === 0) return undefined;
    const across = around(pieces);
    const content = lines ? { ...across, top: lines.top, height: lines.height } : across;
    return { box, content, room, family: room && around(family), reach: around(all) };
  };
  return { note, measured };
};

const around = (boxes: readonly Box[]): Box => {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.left + box.width));
  const bottom = Math.max(...boxes.map((box) => box.top + box.height));
  return { left, top, width: right - left, height: bottom - top };
};
