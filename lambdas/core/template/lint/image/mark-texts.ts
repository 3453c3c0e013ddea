import type { Boxes } from '../../../rendering/boxes.ts';
import { rootFontSize } from '../../../rendering/css/lengths.ts';
import { getFontSize } from '../../../rendering/fonts/font-size.ts';
import { isFlexible, isInlineTag } from '../../../rendering/tree/inline-tags.ts';
import type { Style } from '../../../rendering/tree/normalise-style.ts';
import {
  type PreparedElement,
  type PreparedNode,
  type PreparedProps,
  pieceOfText,
} from '../../../rendering/tree/prepared-tree.ts';
import { sourcePositionProperty } from '../../../vnode/source-position.ts';
import type { LookSettings, Marked, MarkedText } from './texts.ts';

const inColour = (colour: string): Style => ({
  color: colour,
  WebkitTextFillColor: colour,
  // the layout library renders a shadow for `none`
  textShadow: '0 0 0 rgba(0,0,0,0)',
  textDecorationColor: colour,
});

/**
 * Notes every element of a tree that is about to be laid out, and puts a span around every piece of text whose lines can be
 * measured so: an inline span changes no layout. In place.
 *
 * @param settings `colour`: text is rendered in this one, whatever the template says; `transparent` hides it. `only`: of this piece.
 * @returns a function that takes the boxes of the layout and answers where the texts lie.
 */
export const markTexts = (
  tree: PreparedElement,
  sheets: string,
  { colour, only }: Pick<LookSettings, 'colour' | 'only'>,
) => {
  const colourAt = (index: number) => (only === undefined || only === index ? colour : 'transparent');
  const changedAt = (index: number) => (colour === undefined ? {} : inColour(colourAt(index) as string));
  const elements = new Map<PreparedElement, Marked>();
  const pieces: { text: string; owner: Marked; mark: Marked }[] = [];
  const mayWrap = !/(?:^|[\s,>+~}])span\b/.test(sheets);

  const mark = (element: PreparedElement, parent: Marked | undefined): Marked => {
    const style = element.props.style ?? {};
    const own = element.props[sourcePositionProperty];
    const inherited = parent?.fontSize ?? rootFontSize;
    const marked: Marked = {
      parent,
      style,
      position: typeof own === 'string' ? own : parent?.position,
      fontSize: getFontSize(element.type, style.fontSize, inherited) ?? inherited,
      isInline: isInlineTag(element.type, style) && !isFlexible(parent?.style),
    };
    elements.set(element, marked);
    return marked;
  };

  const visit = (element: PreparedElement, parent: Marked | undefined) => {
    if (element.type === 'style') return;
    const marked = mark(element, parent);
    if (element.type === 'svg') return;
    const wraps = mayWrap && !isTextWhole(marked);
    const visitText = (text: string): PreparedNode => {
      if (text.trim() === '') return text;
      const changed = changedAt(pieces.length);
      if (!wraps) {
        pieces.push({ text, owner: marked, mark: marked });
        element.props.style = { ...element.props.style, ...changed };
        return text;
      }
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

/** Text whose layout a span inside it would change. */
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
