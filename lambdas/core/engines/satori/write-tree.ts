import { lookUp } from '../../look-up.ts';
import { fixedWidthTags, getTextStyle, type TextStyle } from '../../rendering/fonts/text-style.ts';
import { isInlineTag } from '../../rendering/tree/inline-tags.ts';
import type { Style } from '../../rendering/tree/normalise-style.ts';
import { type PreparedElement, type PreparedNode, pieceOfText } from '../../rendering/tree/prepared-tree.ts';
import { type SatoriProps, utilities } from './prepare-tree.ts';
import type { SatoriFonts } from './satori-fonts.ts';

/** An element as satori takes it. */
export interface SatoriNode {
  readonly type: string;
  readonly props: Record<string, unknown>;
}

/** Tells which element satori reports a box of: it hands on the properties of an element, and this is one of them. */
export const element = Symbol('element');

interface Handed {
  readonly text: TextStyle;
  readonly textAlign: string;
}

/** Values of `display` that satori reads; it refuses a tree with another. */
const displays: ReadonlySet<unknown> = new Set(['flex', 'block', 'contents', 'none', '-webkit-box']);

/** Writes a prepared tree as satori takes it. Fonts are named where they change: a family of the service is several files. */
export const writeTree = (
  tree: PreparedElement,
  fonts: SatoriFonts,
  getColour: (element: PreparedElement) => string | undefined = () => undefined,
): SatoriNode => {
  const write = (node: PreparedElement, parent: Handed | undefined): SatoriNode => {
    const { style: given = {}, children = [], ...attributes } = node.props as SatoriProps;
    const text = getTextStyle(node, parent?.text ?? fonts.root);
    const textAlign = String(given.textAlign ?? parent?.textAlign ?? 'start');
    const own = attributes[utilities];
    const style: Style = {};
    for (const [name, value] of Object.entries(given)) if (!own?.properties.has(name)) style[name] = value;
    const isNamed = given.fontFamily !== undefined || given.font !== undefined || fixedWidthTags.has(node.type);
    if (isNamed || text.families !== parent?.text.families || text.language !== parent?.text.language) {
      // after everything else, so that it wins over a `font` shorthand
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
        // satori counts a list of one text as several children
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
 * Gives a layout to elements that satori refuses a whole tree for: a `display` it does not know, and a `<div>` with child
 * elements that says nothing of its layout. `@vercel/og` renders no image there at all. Blocks go one below the other, text and
 * inline elements side by side.
 */
const getLayout = ({ type, props: { style = {}, children = [] } }: PreparedElement, textAlign: string): Style => {
  const { display } = style;
  const isKnown = display === undefined || displays.has(display);
  const isRefused = type === 'div' && children.some(isElement) && (display === undefined || display === 'block');
  const isMarked = children.length === 1 && children.some((child) => isElement(child) && child.props[pieceOfText]);
  if (isMarked) return { ...(!isKnown || isRefused ? { display: 'flex' } : {}), ...alignedAs(textAlign, style) };
  if (isKnown && !isRefused) return {};
  if (/flex/.test(String(display))) return { display: 'flex' };
  const isLine = children.every((child) => !isElement(child) || isInlineTag(child.type, child.props.style ?? {}));
  const direction = style.flexDirection ?? (isLine ? 'row' : 'column');
  return { display: 'flex', flexDirection: direction, ...(isLine && children.length > 1 && { flexWrap: 'wrap' }) };
};

const isElement = (node: PreparedNode): node is PreparedElement => typeof node !== 'string';

const justified: Readonly<Record<string, string>> = { center: 'center', right: 'flex-end', end: 'flex-end' };

/** A text that stands in an element of its own lies where it lay without it. */
const alignedAs = (textAlign: string, { justifyContent, flexDirection = 'row' }: Style): Style => {
  const value = lookUp(justified, textAlign);
  return value === undefined || justifyContent !== undefined || flexDirection !== 'row'
    ? {}
    : { justifyContent: value };
};
