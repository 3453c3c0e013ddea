import { pictureAttributesOf, type SourceRewriter } from '../vnode/remote-images.ts';
import type { VElement, VNode } from '../vnode/vnode.ts';
import { applyLayoutRules, replaceTableDisplay, tableStyles } from './layout-rules.ts';
import type { LayoutElement, LayoutNode, LayoutProps } from './layout-tree.ts';
import { utilitiesOf } from './layout-tree.ts';
import { normaliseStyle, rewritePictures, type Style } from './normalise-style.ts';

/**
 * Turns an evaluated tree into what the layout library draws as a browser would. Part of the engine's version: a change
 * here changes pictures.
 *
 * @param pictureFor the `data:` URI for an image source; '' when it cannot be had, and its box stays empty.
 */
export const normaliseTree = (tree: VElement, pictureFor: SourceRewriter): LayoutElement => {
  const sheets = styleSheetsOf(tree);
  const context: Context = { pictureFor, sheets, isInsideSvg: false };
  return normaliseElement(tree, context);
};

/** The text of all `<style>` elements of a tree. */
export const styleSheetsOf = (node: VNode): string => {
  if (typeof node === 'string') return '';
  if (node.type === 'style') return sheetTextOf(node);
  return node.children.map(styleSheetsOf).join('');
};

interface Context {
  readonly pictureFor: SourceRewriter;
  readonly sheets: string;
  readonly isInsideSvg: boolean;
}

const sheetTextOf = (element: VElement): string => {
  const inner = element.props.dangerouslySetInnerHTML;
  const html = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner.__html : undefined;
  return typeof html === 'string' ? html : element.children.filter((child) => typeof child === 'string').join('');
};

const normaliseNode = (node: VNode, context: Context): LayoutNode =>
  typeof node === 'string' ? cleanText(node) : normaliseElement(node, context);

/**
 * Text composed as far as it goes, because letter and accent may lie in two font files; without embeddings of direction,
 * which the layout library draws as boxes.
 */
const cleanText = (text: string): string => text.normalize('NFC').replace(/[\u202a-\u202e\u2066-\u2069\ufeff]/g, '');

const normaliseElement = (element: VElement, context: Context): LayoutElement => {
  if (element.type === 'style') {
    return { type: 'style', props: { children: [rewritePictures(sheetTextOf(element), context.pictureFor)] } };
  }
  const isSvg = context.isInsideSvg || element.type === 'svg';
  const props = attributesOf(element, context);
  const own: Context = isSvg ? { ...context, isInsideSvg: true } : context;
  props.children = element.children.map((child) => normaliseNode(child, own));
  const style: Style = { ...tableStyles[element.type], ...normaliseStyle(element.props.style, context.pictureFor) };
  if (!context.isInsideSvg) {
    replaceTableDisplay(style);
    const mayMatch = props.className !== undefined || props.id !== undefined;
    applyLayoutRules(style, utilitiesOf({ type: element.type, props }), (property) =>
      mayMatch || property === 'box-sizing' ? context.sheets.includes(`${property}:`) : false,
    );
  }
  props.style = style;
  return element.type === 'img' ? normalisePicture(props, context.pictureFor) : { type: element.type, props };
};

/** Attributes without empty ones, handlers and React's own; `className` doubles as utility classes. */
const attributesOf = (element: VElement, context: Context): LayoutProps => {
  const props: LayoutProps = {};
  for (const [name, value] of Object.entries(element.props)) {
    if (value === null || value === false || name === 'style' || /^on[A-Z]/.test(name)) continue;
    props[name] = value;
  }
  const classes = [props.tw, props.className ?? props.class].filter((value) => typeof value === 'string');
  delete props.class;
  if (classes.length > 0 && !context.isInsideSvg) {
    props.tw = rewritePictures(classes.join(' '), context.pictureFor);
    props.className = classes[classes.length - 1] as string;
  }
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
  const { src, width, height, srcSet: _, ...rest } = props;
  const picture = typeof src === 'string' ? pictureFor(src.trim()) : '';
  const sizes = { ...size('width', width), ...size('height', height) };
  if (picture !== '') return { type: 'img', props: { ...rest, ...sizes, src: picture, children: [] } };
  const { objectFit: _fit, objectPosition: _position, ...style } = props.style ?? {};
  const box: Style = { display: 'inline-block', flexShrink: 0, ...sizes, ...style };
  return { type: 'div', props: { ...rest, style: box, children: [] } };
};

/** `width="120"`, `"120px"` or 120 as a number, a percentage as it is. */
const size = (name: 'width' | 'height', value: unknown): Record<string, string | number> => {
  if (typeof value === 'number') return { [name]: value };
  if (typeof value !== 'string') return {};
  if (/^\s*\d+(?:\.\d+)?(?:px)?\s*$/.test(value)) return { [name]: Number.parseFloat(value) };
  return /^\s*\d+(?:\.\d+)?%\s*$/.test(value) ? { [name]: value.trim() } : {};
};
