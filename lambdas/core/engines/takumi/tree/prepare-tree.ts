import { readUtilities } from '../../../rendering/tailwind/utilities.ts';
import { cleanText } from '../../../rendering/tree/clean-text.ts';
import { elementAttributes } from '../../../rendering/tree/element-attributes.ts';
import { imageBox } from '../../../rendering/tree/image-box.ts';
import { normaliseStyle, rewriteImages, type Style } from '../../../rendering/tree/normalise-style.ts';
import { overlaid } from '../../../rendering/tree/overlaid.ts';
import type { PreparedElement, PreparedNode, PreparedProps } from '../../../rendering/tree/prepared-tree.ts';
import { getStyleSheets, type StyleSheets } from '../../../rendering/tree/style-sheets.ts';
import type { SourceRewriter } from '../../../vnode/css-urls.ts';
import type { VElement } from '../../../vnode/vnode.ts';
import { autoDirection } from './auto-direction.ts';
import { applyLayoutRules, tableStyles } from './layout-rules.ts';

/** What a tree is prepared for. */
export interface Preparation {
  /** Of the image in CSS pixels. */
  readonly width: number;
  /** The address an engine knows an image by; '' when it cannot be had, and its box stays empty. */
  readonly imageFor: SourceRewriter;
}

/**
 * Turns an evaluated tree into one that says in CSS and in images what its template said in utilities, classes, tags and
 * addresses. Part of every engine's version: a change here changes images.
 */
export const prepareTree = (tree: VElement, preparation: Preparation): PreparedElement =>
  prepareElement(tree, {}, { ...preparation, sheets: getStyleSheets(tree, preparation.width), isInsideSvg: false });

interface Context extends Preparation {
  readonly sheets: StyleSheets;
  readonly isInsideSvg: boolean;
}

/** @param fromParent what the parent's classes say of this child. */
const prepareElement = (element: VElement, fromParent: Style, context: Context): PreparedElement => {
  if (element.type === 'style') return prepareSheet(element, context);
  return context.isInsideSvg ? prepareShape(element, context) : prepareBox(element, fromParent, context);
};

const prepareSheet = (element: VElement, { sheets, imageFor }: Context): PreparedElement => {
  return { type: 'style', props: { children: [rewriteImages(sheets.getText(element), imageFor)] } };
};

/** An element inside an SVG. */
const prepareShape = (element: VElement, context: Context): PreparedElement => {
  // a browser renders nothing there
  if (element.type === 'img') return { type: 'g', props: { style: {}, children: [] } };
  const props = getAttributes(element, context);
  // as rules of a style sheet, classes win over attributes
  props.style = overlaid(getUtilities(element, context).style, getInline(element, context));
  props.children = prepareChildren(element, {}, context);
  return { type: element.type, props };
};

const prepareBox = (element: VElement, fromParent: Style, context: Context): PreparedElement => {
  const { sheets } = context;
  const { type } = element;
  const props = getAttributes(element, context);
  const utilities = getUtilities(element, context);
  const below = { ...tableStyles[type], ...fromParent };
  const style = overlaid(overlaid(below, utilities.style), getInline(element, context));
  const mayMatch = props.className !== undefined || props.id !== undefined;
  applyLayoutRules(
    style,
    (property) => (mayMatch || property === 'box-sizing') && sheets.text.includes(`${property}:`),
  );
  if (props.dir === 'auto') {
    delete props.dir;
    style.direction ??= autoDirection(element);
  }
  props.style = style;
  if (type === 'img') return imageBox(props);
  const inside = { ...context, isInsideSvg: type === 'svg' };
  props.children = prepareChildren(element, utilities.betweenChildren, inside);
  return { type, props };
};

const getInline = ({ props: { style } }: VElement, { imageFor }: Context): Style => normaliseStyle(style, imageFor);

/** What the classes of an element say of it, and of its children but the first. */
const getUtilities = (element: VElement, { width, sheets, imageFor }: Context) => {
  const { style, betweenChildren } = readUtilities(getClasses(element), width, sheets.theme);
  return {
    style: normaliseStyle(style, imageFor),
    betweenChildren: normaliseStyle(betweenChildren, imageFor),
  };
};

const prepareChildren = (element: VElement, between: Style, context: Context): PreparedNode[] =>
  element.children.map((child, index) =>
    typeof child === 'string' ? cleanText(child) : prepareElement(child, index > 0 ? between : {}, context),
  );

/** Utility classes as written: `tw` and `className` are read alike. */
const getClasses = ({ props: { tw, className, class: plain } }: VElement): string =>
  [tw, className ?? plain].filter((value) => typeof value === 'string').join(' ');

/** Attributes that stay, with images in place of their addresses. */
const getAttributes = (element: VElement, { imageFor, sheets }: Context): PreparedProps => {
  const props = elementAttributes(element, imageFor);
  if (props.viewBox !== undefined) props.viewBox = String(props.viewBox);
  // style sheets still match by class
  const classes = element.props.className ?? element.props.class;
  if (typeof classes === 'string' && sheets.text !== '') props.className = classes;
  return props;
};
