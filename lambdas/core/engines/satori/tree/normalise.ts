import { readUtilities } from '../../../picture/tailwind/utilities.ts';
import { cleanText } from '../../../picture/tree/clean-text.ts';
import {
  applyLayoutRules,
  correctValues,
  replaceTableDisplay,
  tableStyles,
} from '../../../picture/tree/layout-rules.ts';
import { type IsLeftOut, normaliseStyle, rewritePictures, type Style } from '../../../picture/tree/normalise-style.ts';
import type { PreparedElement, PreparedNode, PreparedProps } from '../../../picture/tree/prepared-tree.ts';
import { sheetTextOf, styleSheetsOf, withoutDeclarations } from '../../../picture/tree/style-sheets.ts';
import { pictureAttributesOf, type SourceRewriter } from '../../../vnode/remote-images.ts';
import type { VElement } from '../../../vnode/vnode.ts';
import { normalisePicture } from './normalise-picture.ts';
import { settleRadialGradients } from './radial-gradients.ts';
import { markWords } from './word-breaks.ts';

/**
 * Turns an evaluated tree into what the layout library draws as a browser would. Part of the engine's version: a change
 * here changes pictures.
 *
 * @param width of the picture in CSS pixels.
 * @param pictureFor the `data:` URI for an image source; '' when it cannot be had, and its box stays empty.
 * @param isLeftOut asked of every declaration, where some are.
 */
export const normaliseTree = (
  tree: VElement,
  width: number,
  pictureFor: SourceRewriter,
  isLeftOut?: IsLeftOut,
): PreparedElement =>
  normaliseElement(tree, {}, { pictureFor, isLeftOut, width, sheets: styleSheetsOf(tree), isInsideSvg: false });

interface Context {
  readonly pictureFor: SourceRewriter;
  readonly isLeftOut: IsLeftOut | undefined;
  readonly width: number;
  readonly sheets: string;
  readonly isInsideSvg: boolean;
}

/** @param fromParent what the parent's classes say of this child. */
const normaliseElement = (element: VElement, fromParent: Style, context: Context): PreparedElement => {
  if (element.type === 'style') {
    const written = sheetTextOf(element);
    const sheet = context.isLeftOut ? withoutDeclarations(written, context.isLeftOut) : written;
    return { type: 'style', props: { children: [rewritePictures(sheet, context.pictureFor)] } };
  }
  // a browser draws nothing there; the layout library would fetch it by itself
  if (context.isInsideSvg && element.type === 'img') return { type: 'g', props: { style: {}, children: [] } };
  const props = attributesOf(element, context);
  const inline = normaliseStyle(element.props.style, context.pictureFor, context.isLeftOut);
  if (context.isInsideSvg) {
    props.style = inline;
    props.children = normaliseChildren(element, {}, context);
    return { type: element.type, props };
  }
  const utilities = readUtilities(classesOf(element), context.width);
  const fromUtilities = normaliseStyle(utilities.style, context.pictureFor, context.isLeftOut);
  const style = overlaid(overlaid({ ...tableStyles[element.type], ...fromParent }, fromUtilities), inline);
  const mayMatch = props.className !== undefined || props.id !== undefined;
  replaceTableDisplay(style);
  settleRadialGradients(style);
  correctValues(style);
  applyLayoutRules(
    style,
    (property) => (mayMatch || property === 'box-sizing') && context.sheets.includes(`${property}:`),
  );
  props.style = style;
  if (element.type === 'svg') {
    letShrink(style);
    paintByAttributes(props, style);
  }
  const own = element.type === 'svg' ? { ...context, isInsideSvg: true } : context;
  const children = normaliseChildren(element, utilities.betweenChildren, own);
  props.children = /^(?:inline-)?(?:flex|grid)$/.test(String(style.display)) ? withLines(children) : children;
  return element.type === 'img' ? normalisePicture(props, context.pictureFor) : { type: element.type, props };
};

const normaliseChildren = (element: VElement, between: Style, context: Context): PreparedNode[] =>
  element.children.map((child, index) =>
    typeof child === 'string'
      ? markWords(cleanText(child))
      : normaliseElement(child, index > 0 ? between : {}, context),
  );

/**
 * Texts and line breaks that follow each other in a flex box are one item of it; the layout library makes an item of each
 * text and loses the break.
 */
const withLines = (children: readonly PreparedNode[]): PreparedNode[] => {
  const isBreak = (node: PreparedNode | undefined) => typeof node === 'object' && node.type === 'br';
  if (!children.some(isBreak)) return [...children];
  const grouped: PreparedNode[] = [];
  let run: PreparedNode[] = [];
  const close = () => {
    if (run.some(isBreak)) grouped.push({ type: 'div', props: { style: { boxSizing: 'border-box' }, children: run } });
    else grouped.push(...run);
    run = [];
  };
  for (const child of children) {
    if (typeof child === 'string' || isBreak(child)) run.push(child);
    else {
      close();
      grouped.push(child);
    }
  }
  close();
  return grouped;
};

/** Utility classes as written: `tw` and `className` are read alike. */
const classesOf = ({ props: { tw, className, class: plain } }: VElement): string =>
  [tw, className ?? plain].filter((value) => typeof value === 'string').join(' ');

/** One style over another: a shorthand of the upper one (`padding`) hides the lower one's longhands (`paddingTop`). */
const overlaid = (lower: Style, upper: Style): Style => {
  const style = { ...lower };
  for (const name in upper) {
    if (shorthands.has(name)) {
      const family = name === 'inset' ? /^(?:top|right|bottom|left)$/ : new RegExp(`^${name}[A-Z]`);
      for (const longhand in style) if (family.test(longhand)) delete style[longhand];
    }
    if (name === 'borderRadius')
      for (const longhand in style) if (/^border.+Radius$/.test(longhand)) delete style[longhand];
    if (name === 'gap') for (const longhand of ['rowGap', 'columnGap']) delete style[longhand];
  }
  return Object.assign(style, upper);
};

const shorthands = new Set([
  'padding',
  'margin',
  'border',
  'background',
  'inset',
  'font',
  'flex',
  'overflow',
  'outline',
]);

/** A name that may stand in an XML document; the layout library throws at any other. */
const attributeName = /^[A-Za-z_][\w.:-]*$/;

/**
 * Attributes without empty ones, handlers, classes that are read here, addresses of pictures, and what the layout library
 * throws at.
 */
const attributesOf = (element: VElement, context: Context): PreparedProps => {
  const isOfSvg = context.isInsideSvg || element.type === 'svg';
  const props: PreparedProps = {};
  for (const [name, value] of Object.entries(element.props)) {
    const isRead = name === 'style' || name === 'tw' || name === 'class' || name === 'className';
    if (value === null || value === false || isRead || /^on[A-Z]/.test(name)) continue;
    if (name === 'lang' && typeof value !== 'string') continue;
    if (isOfSvg && (typeof value === 'object' || !attributeName.test(name))) continue;
    props[name] = name === 'viewBox' ? String(value) : value;
  }
  if (element.type === 'select') props.size = rowsOf(props.size);
  // Style sheets still match by class.
  const classes = element.props.className ?? element.props.class;
  if (typeof classes === 'string' && context.sheets !== '') props.className = classes;
  if (element.type !== 'img') {
    for (const name of pictureAttributesOf(element.type)) {
      const source = props[name];
      if (source === undefined) continue;
      delete props[name];
      const picture = typeof source === 'string' ? context.pictureFor(source.trim()) : '';
      if (picture !== '') props.href = picture;
    }
  }
  return props;
};

/** Rows a list of choices shows, which the layout library goes through one by one; no picture is higher than these. */
const rowsOf = (size: unknown): number | undefined => {
  const rows = Number(size);
  return rows > 0 ? Math.min(rows, 1_000) : undefined;
};

/** An `<svg>` does become smaller, because browsers cut what hangs out of it. */
const letShrink = (style: Style): void => {
  if (style.overflow === 'visible') return;
  style.minWidth ??= 0;
  style.minHeight ??= 0;
};

const svgPaints = ['fill', 'fillOpacity', 'stroke', 'strokeWidth', 'strokeLinecap', 'strokeLinejoin', 'strokeOpacity'];

/** What an `<svg>` is painted with, where its style says so: the layout library hands on its attributes only. */
const paintByAttributes = (props: PreparedProps, style: Style): void => {
  for (const name of svgPaints) {
    if (style[name] === undefined) continue;
    props[name] = style[name];
    delete style[name];
  }
};
