import type { Boxes } from '../../rendering/boxes.ts';
import { isFlexible, isInlineTag } from '../../rendering/tree/inline-tags.ts';
import {
  type PreparedElement,
  type PreparedNode,
  type PreparedProps,
  pieceOfText,
} from '../../rendering/tree/prepared-tree.ts';
import { getFontSize } from '../../styles/font-size.ts';
import type { Style } from '../../styles/style.ts';
import { rootFontSize } from '../../styles/values/lengths.ts';
import { sourcePositionProperty } from '../../vnode/source-position.ts';
import type { LookSettings, Marked, MarkedText } from './texts.ts';

const inColour = (colour: string): Style => ({
  color: colour,
  WebkitTextFillColor: colour,
  // satori renders a shadow for `none`.
  textShadow: '0 0 0 rgba(0,0,0,0)',
  textDecorationColor: colour,
});

/** How an engine measures texts: wrapped in inline spans, which change no layout, or, where they do, by itself if possible. */
export type TextMarks = 'spans' | 'itself';

/**
 * Records every element of a tree before layout, and marks texts so that their lines can be measured. Modifies the tree in
 * place.
 *
 * @param settings `colour` replaces the colour of texts; `transparent` hides them. `only`: index of the one text in
 * that colour.
 * @returns a function that returns the texts and their boxes, given the boxes of the layout.
 */
export const markTexts = (
  tree: PreparedElement,
  { colour, only }: Pick<LookSettings, 'colour' | 'only'>,
  marks: TextMarks,
) => {
  const colourAt = (index: number) => (only === undefined || only === index ? colour : 'transparent');
  const changedAt = (index: number) => (colour === undefined ? {} : inColour(colourAt(index) as string));
  const elements = new Map<PreparedElement, Marked>();
  const pieces: { text: string; owner: Marked; mark: Marked }[] = [];

  const mark = (element: PreparedElement, parent: Marked | undefined): Marked => {
    const style = element.props.style ?? {};
    const own = element.props[sourcePositionProperty];
    const inherited = parent?.fontSize ?? rootFontSize;
    const marked: Marked = {
      parent,
      children: [],
      style,
      position: typeof own === 'string' ? own : parent?.position,
      fontSize: getFontSize(element.type, style.fontSize, inherited) ?? inherited,
      isInline: isInlineTag(element.type, style) && !isFlexible(parent?.style),
    };
    parent?.children.push(marked);
    elements.set(element, marked);
    return marked;
  };

  const visit = (element: PreparedElement, parent: Marked | undefined) => {
    if (element.type === 'style') return;
    const marked = mark(element, parent);
    if (element.type === 'svg') return;
    const isMeasured = !isTextWhole(marked);
    const isByItself = marks === 'itself' && element.props.children?.length === 1;
    const visitText = (text: string): PreparedNode => {
      if (text.trim() === '') return text;
      const changed = changedAt(pieces.length);
      if (!isMeasured || isByItself) {
        element.props.style = { ...element.props.style, ...changed };
        if (isMeasured) {
          const words: PreparedElement = { type: 'span', props: {} };
          element.props[pieceOfText] = words;
          pieces.push({ text, owner: marked, mark: mark(words, marked) });
        } else pieces.push({ text, owner: marked, mark: marked });
        return text;
      }
      // satori shrinks what has a text of its own
      if (marks === 'itself') element.props.style = { flexShrink: 1, ...element.props.style };
      const props: PreparedProps = { style: { ...changed }, children: [text], [pieceOfText]: true };
      const span: PreparedElement = { type: 'span', props };
      pieces.push({ text, owner: marked, mark: mark(span, marked) });
      return span;
    };
    element.props.children = (element.props.children ?? []).map((child) => {
      if (typeof child === 'string') return visitText(child);
      visit(child, marked);
      return child;
    });
  };
  visit(tree, undefined);

  return (boxes: Boxes): MarkedText[] => {
    for (const [element, marked] of elements) marked.box = boxes.get(element);
    return pieces.flatMap(({ text, owner, mark: { box }, mark: self }, index) =>
      box ? [{ text, owner, box, isMeasured: self !== owner, index }] : [],
    );
  };
};

/** Returns whether a span inside a text would change its layout. */
const isTextWhole = (marked: Marked | undefined): boolean => {
  if (!marked) return false;
  const { style } = marked;
  const isCut =
    style.textOverflow !== undefined || style.WebkitLineClamp !== undefined || style.lineClamp !== undefined;
  const isShaped =
    /balance|pretty/.test(String(style.textWrap)) ||
    /text/.test(String(style.backgroundClip ?? style.WebkitBackgroundClip));
  return isCut || isShaped || isTextWhole(marked.isInline ? marked.parent : undefined);
};
