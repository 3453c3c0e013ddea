import { textStyleOf } from '../../../picture/fonts/text-style.ts';
import { isFlexible, isInlineTag } from '../../../picture/tree/inline-tags.ts';
import { inherit, type PreparedElement } from '../../../picture/tree/prepared-tree.ts';
import type { TextCorrection } from '../correction.ts';
import { keepsSpaces, maySayOfTexts, rootTextLayout, type TextLayout, textLayoutOf } from './text-layout.ts';
import { mayBeMoved } from './whole-lines.ts';

/** Notes how wide the spaces of each text are. Before `font-names`, after which families have other names. */
export const noteSpaces: TextCorrection = (tree, { fonts, spaces }) =>
  inherit(tree, fonts.root, (element, parent) => {
    const own = textStyleOf(element, parent);
    const space = isText(element) ? fonts.metricsFor(own).first?.space : undefined;
    if (space !== undefined) spaces.set(element, space);
    return own;
  });

/**
 * Has lines drawn in one piece. satori 0.63 draws the words of a text by themselves and moves each to a whole pixel, where there are
 * several lines; but words between which is anything else than one space it draws together. So each space is written as two that are half as
 * wide, in texts that `whole-lines` leaves alone: those that are cut short, underlined, or hold spaces to keep. Last, after everything that
 * reads texts.
 */
export const joinWords: TextCorrection = (tree, { sheets, spaces }) => {
  if (maySayOfTexts(sheets)) return;
  inherit(tree, rootTextLayout, (element, parent) => {
    const { type, props } = element;
    if (type === 'svg') return undefined;
    const layout = textLayoutOf(element, parent);
    const isBox = element === tree || isFlexible(parent.style) || !isInlineTag(type, layout.style);
    const space = isText(element) ? spaces.get(element) : undefined;
    const spacing = isBox && space !== undefined ? spacingOf(layout, space) : undefined;
    const text = spacing === undefined ? undefined : joined((props.children ?? []).join(''), layout);
    if (text === undefined) return layout;
    const whiteSpace = layout.whiteSpace === 'pre' ? 'pre' : 'pre-wrap';
    props.style = { ...props.style, whiteSpace, wordSpacing: `${spacing}px` };
    props.children = [text];
    return layout;
  });
};

const isText = ({ props: { children = [] } }: PreparedElement): boolean =>
  children.length > 0 && children.every((child) => typeof child === 'string');

/** What makes two spaces as wide as one; undefined where only the layout can tell, or the author wants it otherwise. */
const spacingOf = ({ fontSize, letterSpacing, hasWordSpacing }: TextLayout, space: number): number | undefined =>
  fontSize === undefined || letterSpacing === undefined || hasWordSpacing
    ? undefined
    : (space * fontSize + letterSpacing) / -2;

/** What else word spacing widens, and what is drawn apart: pictures. */
const apart = /[\t\u00a0\u1361\u{10100}\u{10101}\u{1039f}\u{1091f}]|\p{Extended_Pictographic}|\p{Regional_Indicator}/u;

/** The text with two spaces for each; undefined where its words are drawn together anyway, or apart on purpose. */
const joined = (text: string, layout: TextLayout): string | undefined => {
  const { textAlign, whiteSpace } = layout;
  const isKept = keepsSpaces(layout) || (whiteSpace === 'pre' && text.includes('\n'));
  const mayJoin = isKept || whiteSpace === 'normal' || whiteSpace === 'pre-line';
  if (!mayJoin || textAlign === 'justify' || !mayBeMoved(text, layout) || apart.test(text)) return undefined;
  return (isKept ? text : collapsed(text, whiteSpace)).replaceAll(' ', '  ');
};

const collapsed = (text: string, whiteSpace: string): string =>
  whiteSpace === 'pre-line'
    ? text.replace(/[ \t]+/g, ' ').replace(/^ | $|(?<=\n) | (?=\n)/g, '')
    : text.replace(/[ \t\r\n\f]+/g, ' ').trim();
