import { getOwn } from '../../get-own.ts';
import { getTextStyle, type TextStyle } from '../../rendering/fonts/text-style.ts';
import { isInlineTag } from '../../rendering/tree/inline-tags.ts';
import { type PreparedElement, type PreparedNode, pieceOfText } from '../../rendering/tree/prepared-tree.ts';
import { splitWords } from '../../split-words.ts';
import { fixedWidthTags } from '../../styles/defaults.ts';
import type { Style } from '../../styles/style.ts';
import { type SatoriProps, utilities } from './prepare-tree.ts';
import type { SatoriFonts } from './satori-fonts.ts';

/** An element in satori's format. */
export interface SatoriNode {
  readonly type: string;
  readonly props: Record<string, unknown>;
}

/** Property that identifies the element of a reported box: satori passes an element's properties on. */
export const element = Symbol('element');

interface Inherited {
  readonly text: TextStyle;
  readonly textAlign: string;
}

/** Values of `display` that satori supports. It rejects a tree with any other. */
const displays: ReadonlySet<unknown> = new Set(['flex', 'block', 'contents', 'none', '-webkit-box']);

/**
 * Converts a prepared tree to satori's format. `fontFamily` is written where it changes: one family can consist of
 * several files, each with its own name.
 */
export const writeTree = (
  tree: PreparedElement,
  fonts: SatoriFonts,
  getColour: (element: PreparedElement) => string | undefined = () => undefined,
): SatoriNode => {
  const write = (node: PreparedElement, parent: Inherited | undefined): SatoriNode => {
    const { style: given = {}, children = [], ...attributes } = node.props as SatoriProps;
    const text = getTextStyle(node, parent?.text ?? fonts.root);
    const textAlign = String(given.textAlign ?? parent?.textAlign ?? 'start');
    const own = attributes[utilities];
    const style: Style = {};
    for (const [name, value] of Object.entries(given)) if (own?.style[name] !== value) style[name] = value;
    const isNamed = given.fontFamily !== undefined || given.font !== undefined || fixedWidthTags.has(node.type);
    if (isNamed || text.families !== parent?.text.families || text.language !== parent?.text.language) {
      // Last, so that it overrides a `font` shorthand.
      delete style.fontFamily;
      style.fontFamily = fonts.namesFor(text.families, text.language);
    }
    const inner = children.map((child) =>
      typeof child === 'string' || node.type === 'svg' ? writeInside(child) : write(child, { text, textAlign }),
    );
    const tw = own?.tw;
    const color = getColour(node);
    if (color !== undefined) style.color = color;
    return {
      type: node.type,
      props: {
        ...attributes,
        ...(tw !== undefined && { tw }),
        style: node.type === 'svg' ? style : { ...style, ...getLayout(node, textAlign) },
        [element]: node,
        // satori counts an array with one text as several children.
        ...(inner.length > 0 && { children: inner.length === 1 ? inner[0] : inner }),
      },
    };
  };
  return write(tree, undefined);
};

const writeInside = (node: PreparedNode): SatoriNode | string => {
  if (typeof node === 'string') return node;
  const { children = [], ...props } = node.props;
  return { type: node.type, props: { ...props, children: children.map(writeInside) } };
};

/**
 * Returns the layout of elements for which satori would reject the whole tree: those with an unsupported `display`, and
 * a `<div>` with child elements and no layout. `@vercel/og` renders no image for these. Blocks are stacked; text and
 * inline elements are placed side by side.
 */
const getLayout = ({ type, props: { style = {}, children = [] } }: PreparedElement, textAlign: string): Style => {
  const { display } = style;
  const isKnown = display === undefined || displays.has(display);
  const isRefused = type === 'div' && children.some(isElement) && (display === undefined || display === 'block');
  const isMarked = children.length === 1 && children.some((child) => isElement(child) && child.props[pieceOfText]);
  if (isMarked) return { ...(!isKnown || isRefused ? { display: 'flex' } : {}), ...getJustification(textAlign, style) };
  if (isKnown && !isRefused) return {};
  if (/flex/.test(String(display))) return { display: 'flex' };
  const isLine = children.every((child) => !isElement(child) || isInLine(child));
  const direction = style.flexDirection ?? (isLine ? 'row' : 'column');
  return { display: 'flex', flexDirection: direction, ...(isLine && children.length > 1 && { flexWrap: 'wrap' }) };
};

/** Inline elements that this engine stacks, as it always did. */
const stacked: ReadonlySet<string> = new Set(splitWords('bdi big data dfn font output strike tt'));

const isInLine = ({ type, props: { style = {} } }: PreparedElement): boolean =>
  isInlineTag(type, style) && !(style.display === undefined && stacked.has(type));

const isElement = (node: PreparedNode): node is PreparedElement => typeof node !== 'string';

const justifyContentByAlign: Readonly<Record<string, string>> = {
  center: 'center',
  right: 'flex-end',
  end: 'flex-end',
};

/** Returns the style that keeps a text in place although it was wrapped in an element. */
const getJustification = (textAlign: string, { justifyContent, flexDirection = 'row' }: Style): Style => {
  const value = getOwn(justifyContentByAlign, textAlign);
  return value === undefined || justifyContent !== undefined || flexDirection !== 'row'
    ? {}
    : { justifyContent: value };
};
