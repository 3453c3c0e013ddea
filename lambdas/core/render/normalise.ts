import { withoutLoading } from '../vnode/css-urls.ts';
import { pictureAttributesOf, type SourceRewriter } from '../vnode/remote-images.ts';
import type { VElement, VNode } from '../vnode/vnode.ts';
import { naturalSize } from './images/natural-size.ts';
import { fitBeyondLayout } from './images/object-fit.ts';
import { fittedStandIn, sizeOfStandIn } from './images/stand-in.ts';
import { applyLayoutRules, correctValues, replaceTableDisplay, tableStyles } from './layout-rules.ts';
import type { LayoutElement, LayoutNode, LayoutProps } from './layout-tree.ts';
import { normaliseStyle, rewritePictures, type Style } from './normalise-style.ts';
import { settleRadialGradients } from './radial-gradients.ts';
import { readUtilities } from './utilities/utilities.ts';
import { markWords } from './word-breaks.ts';

/**
 * Turns an evaluated tree into what the layout library draws as a browser would. Part of the engine's version: a change
 * here changes pictures.
 *
 * @param width of the picture in CSS pixels.
 * @param pictureFor the `data:` URI for an image source; '' when it cannot be had, and its box stays empty.
 */
export const normaliseTree = (tree: VElement, width: number, pictureFor: SourceRewriter): LayoutElement =>
  normaliseElement(tree, {}, { pictureFor, width, sheets: styleSheetsOf(tree), isInsideSvg: false });

/** The text of all `<style>` elements of a tree. */
export const styleSheetsOf = (node: VNode): string => {
  if (typeof node === 'string') return '';
  if (node.type === 'style') return sheetTextOf(node);
  return node.children.map(styleSheetsOf).join('');
};

interface Context {
  readonly pictureFor: SourceRewriter;
  readonly width: number;
  readonly sheets: string;
  readonly isInsideSvg: boolean;
}

const sheetTextOf = (element: VElement): string => {
  const inner = element.props.dangerouslySetInnerHTML;
  const html = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner.__html : undefined;
  const written =
    typeof html === 'string' ? html : element.children.filter((child) => typeof child === 'string').join('');
  return withoutLoading(written);
};

/**
 * Text composed as far as it goes, because letter and accent may lie in two font files; without embeddings of direction,
 * which the layout library draws as boxes; fractions no font has as raised and lowered digits around a slash.
 */
const cleanText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[\u2150-\u215a\u215f\u2189]/g, fractionOf);

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const lowered = '₀₁₂₃₄₅₆₇₈₉';

/** `⅔` as `²⁄₃`. */
const fractionOf = (sign: string): string => {
  const [top = '', bottom = ''] = sign.normalize('NFKC').split('\u2044');
  const inDigits = (number: string, digits: string) =>
    number.replace(/\d/g, (digit) => digits[Number(digit)] as string);
  return `${inDigits(top, raised)}\u2044${inDigits(bottom, lowered)}`;
};

/** @param fromParent what the parent's classes say of this child. */
const normaliseElement = (element: VElement, fromParent: Style, context: Context): LayoutElement => {
  if (element.type === 'style') {
    return { type: 'style', props: { children: [rewritePictures(sheetTextOf(element), context.pictureFor)] } };
  }
  const props = attributesOf(element, context);
  const inline = normaliseStyle(element.props.style, context.pictureFor);
  if (context.isInsideSvg) {
    props.style = inline;
    props.children = normaliseChildren(element, {}, context);
    return { type: element.type, props };
  }
  const utilities = readUtilities(classesOf(element), context.width);
  const fromUtilities = normaliseStyle(utilities.style, context.pictureFor);
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

const normaliseChildren = (element: VElement, between: Style, context: Context): LayoutNode[] =>
  element.children.map((child, index) =>
    typeof child === 'string'
      ? markWords(cleanText(child))
      : normaliseElement(child, index > 0 ? between : {}, context),
  );

/**
 * Texts and line breaks that follow each other in a flex box are one item of it; the layout library makes an item of each
 * text and loses the break.
 */
const withLines = (children: readonly LayoutNode[]): LayoutNode[] => {
  const isBreak = (node: LayoutNode | undefined) => typeof node === 'object' && node.type === 'br';
  if (!children.some(isBreak)) return [...children];
  const grouped: LayoutNode[] = [];
  let run: LayoutNode[] = [];
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
    const family = name === 'inset' ? /^(?:top|right|bottom|left)$/ : new RegExp(`^${name}[A-Z]`);
    if (shorthands.has(name)) for (const longhand in style) if (family.test(longhand)) delete style[longhand];
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

/** Attributes without empty ones, handlers, classes that are read here, and addresses of pictures. */
const attributesOf = (element: VElement, context: Context): LayoutProps => {
  const props: LayoutProps = {};
  for (const [name, value] of Object.entries(element.props)) {
    const isRead = name === 'style' || name === 'tw' || name === 'class' || name === 'className';
    if (value === null || value === false || isRead || /^on[A-Z]/.test(name)) continue;
    props[name] = value;
  }
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

/** An `<img>` with its picture; without one an empty box of the size it names, with its borders and background. */
const normalisePicture = (props: LayoutProps, pictureFor: SourceRewriter): LayoutElement => {
  const { src: source, width, height, srcSet: _, ...rest } = props;
  const picture = typeof source === 'string' ? pictureFor(source.trim()) : '';
  const sizes = { ...size('width', width), ...size('height', height) };
  if (picture !== '') {
    const style = { ...props.style };
    const natural = sizeOfStandIn(picture);
    Object.assign(style, naturalSize(style, sizes, natural));
    keepSize(style, style.width ?? sizes.width, style.height ?? sizes.height, natural);
    const beyond = fitBeyondLayout(style);
    if (beyond) Object.assign(style, { objectFit: 'fill', objectPosition: 'center' });
    const src = beyond ? fittedStandIn(picture, beyond) : picture;
    return { type: 'img', props: { ...rest, style, ...sizes, src, children: [] } };
  }
  const { objectFit: _fit, objectPosition: _position, ...style } = props.style ?? {};
  const box: Style = { display: 'inline-block', flexShrink: 0, ...sizes, ...style };
  return { type: 'div', props: { ...rest, style: box, children: [] } };
};

/**
 * A picture in a flex box does not become smaller than the size it is given, or than the one its other side and its
 * proportions make, where that is less; it is what browsers take `auto` for.
 */
const keepSize = (
  style: Style,
  width: string | number | undefined,
  height: string | number | undefined,
  natural: { readonly width: number; readonly height: number } | undefined,
): void => {
  const ratio = natural && natural.height > 0 ? natural.width / natural.height : undefined;
  const least = (
    side: string | number | undefined,
    other: string | number | undefined,
    proportion: number | undefined,
  ) => {
    if (typeof side === 'number' && typeof other === 'number' && proportion) return Math.min(side, other * proportion);
    return typeof side === 'number' || /^[\d.]+(?:px|rem|em)$/.test(side ?? '') ? side : undefined;
  };
  const minWidth = least(width, height, ratio);
  const minHeight = least(height, width, ratio && 1 / ratio);
  if (minWidth !== undefined && style.maxWidth === undefined) style.minWidth ??= minWidth;
  if (minHeight !== undefined && style.maxHeight === undefined) style.minHeight ??= minHeight;
};

/** An `<svg>` does become smaller, because browsers cut what hangs out of it. */
const letShrink = (style: Style): void => {
  if (style.overflow === 'visible') return;
  style.minWidth ??= 0;
  style.minHeight ??= 0;
};

const svgPaints = ['fill', 'fillOpacity', 'stroke', 'strokeWidth', 'strokeLinecap', 'strokeLinejoin', 'strokeOpacity'];

/** What an `<svg>` is painted with, where its style says so: the layout library hands on its attributes only. */
const paintByAttributes = (props: LayoutProps, style: Style): void => {
  for (const name of svgPaints) {
    if (style[name] === undefined) continue;
    props[name] = style[name];
    delete style[name];
  }
};

/** `width="120"`, `"120px"` or 120 as a number, a percentage as it is. */
const size = (name: 'width' | 'height', value: unknown): Record<string, string | number> => {
  if (typeof value === 'number') return { [name]: value };
  if (typeof value !== 'string') return {};
  if (/^\s*\d+(?:\.\d+)?(?:px)?\s*$/.test(value)) return { [name]: Number.parseFloat(value) };
  return /^\s*\d+(?:\.\d+)?%\s*$/.test(value) ? { [name]: value.trim() } : {};
};
