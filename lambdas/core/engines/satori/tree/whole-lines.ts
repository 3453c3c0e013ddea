import { isFlexible, isInlineTag } from '../../../picture/tree/inline-tags.ts';
import type { Style } from '../../../picture/tree/normalise-style.ts';
import { inherit, type PreparedElement, type PreparedNode } from '../../../picture/tree/prepared-tree.ts';
import type { TextCorrection } from '../correction.ts';
import { lineMark, markOf, roomMarkOf } from '../line-marks.ts';
import {
  isLaidAsLines,
  keepsSpaces,
  linePixelsOf,
  maySayOfTexts,
  rootTextLayout,
  type TextLayout,
  textLayoutOf,
} from './text-layout.ts';

/**
 * Has texts laid out as lines with inline elements are: satori 0.63 moves each word of a text by itself to a whole pixel where the
 * text has several lines, or is centred, and a line with inline elements as one; and it rounds the height of every line, so that
 * the fourth of 43.7 px begins a pixel too low. An inline element that holds nothing is enough for the first; one that is raised by
 * what a line is higher than whole pixels is for both. In a flex box a text gets a block around it.
 *
 * After everything that reads texts or their line height.
 */
export const keepLinesWhole: TextCorrection = (tree, { sheets, lines: mixed }) => {
  if (maySayOfTexts(sheets)) return;
  let left = mostLetters;
  inherit(tree, rootTextLayout, (element, parent) => {
    const { type, props } = element;
    if (type === 'svg') return undefined;
    const layout = textLayoutOf(element, parent);
    const linesOf = (text: string): Lines | undefined => {
      const isNeeded = mixed.has(element) || mayBeMoved(text, layout);
      if (!isNeeded || text.length > left || !isLaidAsLines(text, element, layout)) return undefined;
      left -= text.length;
      return linesIn(text, layout);
    };
    if (isFlexible(layout.style)) props.children = withBlocks(props.children ?? [], linesOf);
    else if (element === tree || !isInlineTag(type, layout.style) || isFlexible(parent.style))
      layBlock(element, linesOf);
    return layout;
  });
};

/** Lines among inline elements take twice the time; a card has some hundred letters. */
const mostLetters = 6_000;

/** Makes lines of a text; undefined where it is right as it is. */
type LinesOf = (text: string) => Lines | undefined;

const layBlock = ({ props }: PreparedElement, linesOf: LinesOf): void => {
  const { children = [] } = props;
  const lines = children.every((child) => typeof child === 'string') ? linesOf(children.join('')) : undefined;
  if (!lines) return;
  props.style = { ...props.style, ...lines.style };
  props.children = lines.children;
};

/** The children of a flex box, each text in a block. */
const withBlocks = (children: readonly PreparedNode[], linesOf: LinesOf): PreparedNode[] => {
  const items: PreparedNode[] = [];
  let texts: string[] = [];
  const close = () => {
    const lines = linesOf(texts.join(''));
    if (!lines) items.push(...texts);
    else {
      const style = { boxSizing: 'border-box', ...lines.style };
      items.push({ type: 'div', props: { style, children: lines.children } });
    }
    texts = [];
  };
  for (const child of children) {
    if (typeof child === 'string') texts.push(child);
    else {
      close();
      items.push(child);
    }
  }
  close();
  return items;
};

/** A block's style and children. */
interface Lines {
  readonly style: Style;
  readonly children: PreparedNode[];
}

/** What texts that are left alone are shorter than, in CSS pixels: a line among inline elements takes longer to lay out. */
const shortest = 200;
/** About what letters are wide, as a share of the font size. */
const letterWidth = 0.5;

/** Whether a text may have several lines, or words that are moved by themselves. */
export const mayBeMoved = (text: string, { textAlign, fontSize = Number.POSITIVE_INFINITY }: TextLayout): boolean =>
  roomMarkOf(textAlign) !== undefined ||
  (/\S\s+\S|[\u2e80-\uffff]/.test(text) && text.length * fontSize * letterWidth > shortest);

const linesIn = (text: string, layout: TextLayout): Lines => {
  // among inline elements the space at the end of such a line has a place, and nothing here needs to be kept
  const block: Style = keepsSpaces(layout) ? { whiteSpace: 'normal' } : {};
  const isPartEach = isLineAPart(text, layout);
  const height = linePixelsOf(layout) ?? 0;
  const whole = Math.floor(height);
  const isWhole = height - whole < leastRest || whole === 0;
  const raised: Style = isWhole
    ? {}
    : { verticalAlign: `${height - whole}px`, ...(isPartEach && { WebkitTextStrokeWidth: markOf(height) }) };
  const style = isWhole ? block : { ...block, lineHeight: `${whole}px` };
  const room = isPartEach && !layout.isIndented ? roomMarkOf(layout.textAlign) : undefined;
  if (room === undefined) return { style, children: isWhole ? [text, inlineWith({})] : [inlineWith(raised, text)] };
  const asWideAsRoom = { marginLeft: '-100%', paddingLeft: '100%', backgroundColor: room };
  return { style, children: [inlineWith({ ...raised, backgroundColor: lineMark }, text), inlineWith(asWideAsRoom)] };
};

const inlineWith = (style: Style, ...children: string[]): PreparedElement => ({
  type: 'span',
  props: { style, children },
});

/** Parts of a pixel that come to nothing in any text. */
const leastRest = 1 / 64;

/** Whether each line is a part of the path that satori writes, and all parts are lines. */
const isLineAPart = (text: string, { textAlign, whiteSpace, isStroked }: TextLayout): boolean =>
  !isStroked && textAlign !== 'justify' && !(whiteSpace.startsWith('pre') && text.includes('\n'));
