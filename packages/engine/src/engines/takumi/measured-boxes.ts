import type { MeasuredNode, MeasuredTextRun } from '@takumi-rs/core';
import { type Box, type Boxes, getBoundingBox } from '../../rendering/boxes.ts';
import { tallScripts } from '../../rendering/fonts/tall-scripts.ts';
import { type PreparedElement, pieceOfText } from '../../rendering/tree/prepared-tree.ts';
import { getEdges, getMargins } from '../../styles/edges.ts';
import { getFontSize } from '../../styles/font-size.ts';
import { rootFontSize } from '../../styles/values/lengths.ts';
import type { TakumiNode } from './takumi-call.ts';
import type { WrittenNodes } from './tree/write-nodes.ts';

/** Content of a box: text in lines, and other boxes. takumi does not measure inline elements separately. */
interface Item {
  readonly kind: 'text' | 'inline' | 'block' | 'apart';
  readonly node: TakumiNode;
  /** The inline elements around it. */
  readonly inside: readonly PreparedElement[];
}

/** What the boxes of inline elements contain: lines of text, or about what is seen of them. */
export type Lines = 'whole' | 'letters';

/**
 * Returns the boxes of the elements of a tree, in CSS pixels, from takumi 2.16's measurements. takumi returns boxes in
 * tree order without naming their elements, and adds an anonymous box around inline content next to blocks. If the
 * boxes do not match the tree, which a style sheet can cause, the elements have no box.
 */
export const toBoxes = ({ root, elements }: WrittenNodes, measured: MeasuredNode, lines: Lines): Boxes => {
  const boxes = new Map<PreparedElement, Box>();

  const widen = (inside: readonly PreparedElement[], box: Box) => {
    for (const element of inside) {
      const previous = boxes.get(element);
      boxes.set(element, previous ? getBoundingBox([previous, box]) : box);
    }
  };

  const match = (node: TakumiNode, box: MeasuredNode, parentSize: number): void => {
    const element = elements.get(node);
    if (element) boxes.set(element, getBox(box, 0, 0, box.width, box.height));
    const size = (element && getFontSize(element.type, element.props.style?.fontSize, parentSize)) ?? parentSize;
    const items = getItems(node, elements, element?.props[pieceOfText] ? [element] : []);
    if (/flex|grid|-webkit-box/.test(getDisplay(node))) matchEach(node.children ?? [], box, size);
    else if (items.some(({ kind }) => kind === 'block')) matchGroups(getGroups(items), box, size);
    else matchLines(items, box, node, size);
  };

  /** Matches blocks, and the anonymous boxes of inline content between them. */
  const matchGroups = (groups: readonly Item[][], box: MeasuredNode, size: number) => {
    if (groups.length !== box.children.length) return;
    groups.forEach((group, index) => {
      const own = box.children[index] as MeasuredNode;
      const [first] = group;
      if (group.length === 1 && (first?.kind === 'block' || first?.kind === 'apart')) match(first.node, own, size);
      else matchLines(group, own, undefined, size);
    });
  };

  /** Matches the items of a flex box or a grid: each child is one. */
  const matchEach = (children: readonly TakumiNode[], box: MeasuredNode, size: number) => {
    if (children.length !== box.children.length) return;
    children.forEach((child, index) => {
      match(child, box.children[index] as MeasuredNode, size);
    });
  };

  const matchLines = (items: readonly Item[], box: MeasuredNode, owner: TakumiNode | undefined, size: number) => {
    const others = items.filter((item) => item.kind !== 'text');
    if (others.length === box.children.length)
      others.forEach((item, index) => {
        const own = box.children[index] as MeasuredNode;
        match(item.node, own, size);
        const element = item.kind === 'inline' ? elements.get(item.node) : undefined;
        const border = getBorderBox(own, element, size);
        if (element) boxes.set(element, border);
        widen(item.inside, border);
      });
    const style = (owner && elements.get(owner)?.props.style) ?? {};
    const { left, right, top } = getEdges(style, size);
    const space = box.width - left - right;
    for (const [run, { inside }] of getRuns(items, box.runs)) {
      const { start, end } = getExtent(run, space);
      const tall = lines === 'letters' ? getUnseenHeight(run, getInnerSize(inside, size)) : 0;
      widen(inside, getBox(box, left + start, top + run.y + tall / 2, end - start, run.height - tall));
    }
  };

  match(root, measured, rootFontSize);
  return boxes;
};

/** Returns the font size of a text in inline elements, in CSS pixels. */
const getInnerSize = (inside: readonly PreparedElement[], size: number): number =>
  inside.reduce((outer, { type, props }) => getFontSize(type, props.style?.fontSize, outer) ?? outer, size);

/** The height of a line that letters are seen in, as a share of the font size: that of most fonts. */
const seenHeight = 1.3;

/** Returns the part of a run's height that a font with tall lines, such as one for Arabic, leaves empty around other letters. */
const getUnseenHeight = ({ text, height }: MeasuredTextRun, size: number): number =>
  tallScripts.test(text) ? 0 : Math.max(0, height - seenHeight * size);

/**
 * Returns where a run starts and ends, without the space at the end of its line, which is measured but hangs over the edge: on
 * the left in right-to-left text.
 */
const getExtent = ({ text, x, width, height }: MeasuredTextRun, space: number) => {
  // A word that does not fit does overflow, so subtract no more than a space.
  const isHanging = (beyond: number) => /\s$/.test(text) && beyond > 0 && beyond < height / 2;
  return { start: isHanging(-x) ? 0 : x, end: isHanging(x + width - space) ? space : x + width };
};

/** Returns the border box of a box in a line: takumi measures these with their margins. */
const getBorderBox = (box: MeasuredNode, element: PreparedElement | undefined, parentSize: number): Box => {
  const { style = {} } = element?.props ?? {};
  const size = (element && getFontSize(element.type, style.fontSize, parentSize)) ?? parentSize;
  const { top, right, bottom, left } = getMargins(style, size);
  return getBox(box, left, top, box.width - left - right, box.height - top - bottom);
};

/** Returns the bounding box of a rectangle of a measured node after its transform. */
const getBox = ({ transform }: MeasuredNode, x: number, y: number, width: number, height: number): Box => {
  const [a, b, c, d, e, f] = transform;
  const corner = (left: number, top: number): Box => ({
    left: a * left + c * top + e,
    top: b * left + d * top + f,
    width: 0,
    height: 0,
  });
  return getBoundingBox([corner(x, y), corner(x + width, y), corner(x, y + height), corner(x + width, y + height)]);
};

/** Returns the `display` of a node outside flex boxes and grids. */
export const getDisplay = ({ style, preset }: TakumiNode): string =>
  String(style?.display ?? preset?.display ?? 'inline');

const getKind = (node: TakumiNode): Item['kind'] | 'flow' => {
  if (node.type === 'text') return 'text';
  const { position, float } = node.style ?? {};
  if (position === 'absolute' || position === 'fixed') return 'apart';
  if (float !== undefined && float !== 'none') return 'block';
  const display = getDisplay(node);
  if (/^inline-/.test(display)) return 'inline';
  if (display === 'inline') return node.type === 'image' ? 'inline' : 'flow';
  return 'block';
};

/** Returns the content of a node, including that of its inline elements. */
const getItems = (node: TakumiNode, elements: WrittenNodes['elements'], within: readonly PreparedElement[]): Item[] => {
  const itemsIn = (child: TakumiNode, inside: readonly PreparedElement[]): Item[] => {
    const kind = getKind(child);
    const element = elements.get(child);
    const around = element ? [...inside, element] : inside;
    if (kind === 'flow') return (child.children ?? []).flatMap((inner) => itemsIn(inner, around));
    return [{ kind, node: child, inside: kind === 'text' ? around : inside }];
  };
  return (node.type === 'text' ? [node] : (node.children ?? [])).flatMap((child) => itemsIn(child, within));
};

/** Groups blocks separately, and inline content between them together unless all of it is invisible. */
const getGroups = (items: readonly Item[]): Item[][] => {
  const groups: Item[][] = [];
  let open: Item[] = [];
  const close = () => {
    if (open.some(({ kind, node }) => kind === 'inline' || (node.text ?? '').trim() !== '')) groups.push(open);
    else groups.push(...open.filter(({ kind }) => kind === 'apart').map((item) => [item]));
    open = [];
  };
  for (const item of items) {
    if (item.kind === 'block') {
      close();
      groups.push([item]);
    } else open.push(item);
  }
  close();
  return groups;
};

const plain = (text: string): string => text.replaceAll(/\s+/g, '').toLowerCase();

/**
 * Returns which text each run belongs to. Runs are in visual order, so right-to-left text is searched for. Runs that a
 * style sheet or a list adds are dropped.
 */
const getRuns = (items: readonly Item[], runs: readonly MeasuredTextRun[]): [MeasuredTextRun, Item][] => {
  const texts = items
    .filter((item) => item.kind === 'text')
    .map((item) => ({ item, whole: plain(item.node.text ?? ''), rest: plain(item.node.text ?? '') }));
  let at = 0;
  return runs.flatMap((run): [MeasuredTextRun, Item][] => {
    const text = plain(run.text);
    if (text === '') return [];
    while (texts[at]?.rest === '') at += 1;
    const next = texts[at];
    if (next?.rest.startsWith(text)) {
      next.rest = next.rest.slice(text.length);
      return [[run, next.item]];
    }
    const found = texts.find(({ whole }) => whole.includes(text));
    return found ? [[run, found.item]] : [];
  });
};
