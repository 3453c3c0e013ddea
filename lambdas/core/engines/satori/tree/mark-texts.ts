import { fontSizeOf, rootFontSize } from '../../../picture/fonts/font-size.ts';
import { type Box, type DetectedNode, isFlexible, isInlineTag } from '../../../picture/survey/boxes.ts';
import type { LayoutElement, LayoutNode } from '../../../picture/tree/layout-tree.ts';
import type { Style } from '../../../picture/tree/normalise-style.ts';
import { placeProperty } from '../../../template/source/places.ts';

/** An element of a tree that is being surveyed. */
export interface Marked {
  readonly parent: Marked | undefined;
  readonly type: string;
  readonly style: Style;
  /** As the template's script wrote it; that of the nearest element around for those without. */
  readonly place: string | undefined;
  /** CSS pixels. */
  readonly fontSize: number;
  /** Whether it flows in a line of text instead of being a box. */
  readonly isInline: boolean;
  /** Where it came to lie; absent until it was laid out, and for what is not drawn. */
  box?: Box;
}

/** A piece of text and where its lines came to lie. */
export interface MarkedText {
  readonly text: string;
  /** The element whose text it is. */
  readonly owner: Marked;
  readonly box: Box;
  /** Its lines were measured; else the box is that of its element. */
  readonly isMeasured: boolean;
}
export type Texts = readonly MarkedText[];

const idProperty = '__id';
const inColour = (colour: string): Style => ({
  color: colour,
  WebkitTextFillColor: colour,
  // the layout library draws a shadow for `none`
  textShadow: '0 0 0 rgba(0,0,0,0)',
  textDecorationColor: colour,
});

/**
 * Makes every element of a layout tree findable again, and puts a span around every piece of text whose lines can be
 * measured so: inline, a span changes no layout. In place.
 *
 * @param colour text is drawn in this one, whatever the template says; `transparent` hides it.
 */
export const markTexts = (tree: LayoutElement, sheets: string, colour: string | undefined) => {
  const changed = colour === undefined ? {} : inColour(colour);
  const elements: Marked[] = [];
  const pieces: { text: string; owner: Marked; mark: Marked }[] = [];
  const mayWrap = !/(?:^|[\s,>+~}])span\b/.test(sheets);

  const mark = (element: LayoutElement, parent: Marked | undefined): Marked => {
    const style = element.props.style ?? {};
    const own = element.props[placeProperty];
    const inherited = parent?.fontSize ?? rootFontSize;
    const marked: Marked = {
      parent,
      type: element.type,
      style,
      place: typeof own === 'string' ? own : parent?.place,
      fontSize: fontSizeOf(element.type, style.fontSize, inherited) ?? inherited,
      isInline: isInlineTag(element.type, style) && !isFlexible(parent?.style),
    };
    element.props[idProperty] = elements.length;
    elements.push(marked);
    return marked;
  };

  const visit = (element: LayoutElement, parent: Marked | undefined) => {
    if (element.type === 'style') return;
    const marked = mark(element, parent);
    if (element.type === 'svg') return;
    const wraps = mayWrap && !isTextWhole(marked);
    const visitText = (text: string): LayoutNode => {
      if (text.trim() === '') return text;
      if (!wraps) {
        pieces.push({ text, owner: marked, mark: marked });
        element.props.style = { ...element.props.style, ...changed };
        return text;
      }
      const span: LayoutElement = { type: 'span', props: { style: { ...changed }, children: [text] } };
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

  return {
    /** Told of each element as it is laid out. */
    note: ({ props, left, top, width, height }: DetectedNode): void => {
      const marked = elements[Number(props[idProperty] ?? -1)];
      if (marked) marked.box = { left, top, width, height };
    },
    texts: (): Texts =>
      pieces.flatMap(({ text, owner, mark: { box }, mark: self }) =>
        box ? [{ text, owner, box, isMeasured: self !== owner }] : [],
      ),
  };
};

/** Text that lays itself out as a whole, which a span inside it would change. */
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
