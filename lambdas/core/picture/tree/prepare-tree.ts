import { pictureAttributesOf, type SourceRewriter } from '../../vnode/remote-images.ts';
import type { VElement } from '../../vnode/vnode.ts';
import { withoutDeclarations } from '../css/sheets.ts';
import { imageBox } from '../images/image-box.ts';
import { readUtilities } from '../tailwind/utilities.ts';
import { cleanText } from './clean-text.ts';
import { applyLayoutRules, tableStyles } from './layout-rules.ts';
import { type IsLeftOut, normaliseStyle, rewritePictures, type Style } from './normalise-style.ts';
import { overlaid } from './overlaid.ts';
import type { PreparedElement, PreparedNode, PreparedProps } from './prepared-tree.ts';
import { type StyleSheets, styleSheetsOf } from './style-sheets.ts';

/** What a tree is prepared for. */
export interface Preparation {
  /** Of the picture in CSS pixels. */
  readonly width: number;
  /** The address an engine knows a picture by; '' when it cannot be had, and its box stays empty. */
  readonly pictureFor: SourceRewriter;
  /** Asked of every declaration, where some are left out. */
  readonly isLeftOut?: IsLeftOut | undefined;
}

/**
 * Turns an evaluated tree into one that says in CSS and in pictures what its template said in utilities, classes, tags and
 * addresses. Part of every engine's version: a change here changes pictures.
 */
export const prepareTree = (tree: VElement, preparation: Preparation): PreparedElement =>
  prepareElement(tree, {}, { ...preparation, sheets: styleSheetsOf(tree, preparation.width), isInsideSvg: false });

interface Context extends Preparation {
  readonly sheets: StyleSheets;
  readonly isInsideSvg: boolean;
}

/** @param fromParent what the parent's classes say of this child. */
const prepareElement = (element: VElement, fromParent: Style, context: Context): PreparedElement => {
  if (element.type === 'style') return prepareSheet(element, context);
  return context.isInsideSvg ? prepareShape(element, context) : prepareBox(element, fromParent, context);
};

const prepareSheet = (element: VElement, { sheets, pictureFor, isLeftOut }: Context): PreparedElement => {
  const written = sheets.textOf(element);
  const sheet = isLeftOut ? withoutDeclarations(written, isLeftOut) : written;
  return { type: 'style', props: { children: [rewritePictures(sheet, pictureFor)] } };
};

/** An element inside an SVG. */
const prepareShape = (element: VElement, context: Context): PreparedElement => {
  // a browser draws nothing there
  if (element.type === 'img') return { type: 'g', props: { style: {}, children: [] } };
  const props = attributesOf(element, context);
  props.style = normaliseStyle(element.props.style, context.pictureFor, context.isLeftOut);
  props.children = prepareChildren(element, {}, context);
  return { type: element.type, props };
};

const prepareBox = (element: VElement, fromParent: Style, context: Context): PreparedElement => {
  const { pictureFor, isLeftOut, sheets } = context;
  const { type } = element;
  const props = attributesOf(element, context);
  const inline = normaliseStyle(element.props.style, pictureFor, isLeftOut);
  const utilities = readUtilities(classesOf(element), context.width, sheets.theme);
  const fromUtilities = normaliseStyle(utilities.style, pictureFor, isLeftOut);
  const style = overlaid(overlaid({ ...tableStyles[type], ...fromParent }, fromUtilities), inline);
  const mayMatch = props.className !== undefined || props.id !== undefined;
  applyLayoutRules(
    style,
    (property) => (mayMatch || property === 'box-sizing') && sheets.text.includes(`${property}:`),
  );
  props.style = style;
  if (type === 'img') return imageBox(props);
  const inside = { ...context, isInsideSvg: type === 'svg' };
  const between = normaliseStyle(utilities.betweenChildren, pictureFor, isLeftOut);
  props.children = prepareChildren(element, between, inside);
  return { type, props };
};

const prepareChildren = (element: VElement, between: Style, context: Context): PreparedNode[] =>
  element.children.map((child, index) =>
    typeof child === 'string' ? cleanText(child) : prepareElement(child, index > 0 ? between : {}, context),
  );

/** Utility classes as written: `tw` and `className` are read alike. */
const classesOf = ({ props: { tw, className, class: plain } }: VElement): string =>
  [tw, className ?? plain].filter((value) => typeof value === 'string').join(' ');

const readHere: ReadonlySet<string> = new Set(['style', 'tw', 'class', 'className']);

/** Whether an attribute stays: not an empty one, a handler, or one that is read here. */
const isKept = ({ type }: VElement, name: string, value: unknown): boolean => {
  if (value === null || value === false || readHere.has(name) || /^on[A-Z]/.test(name)) return false;
  return name === 'lang' ? typeof value === 'string' : !(name === 'srcSet' && type === 'img');
};

/** Attributes that stay, with pictures in place of their addresses. */
const attributesOf = (element: VElement, { pictureFor, sheets }: Context): PreparedProps => {
  const props: PreparedProps = {};
  for (const [name, value] of Object.entries(element.props)) {
    if (isKept(element, name, value)) props[name] = name === 'viewBox' ? String(value) : value;
  }
  // style sheets still match by class
  const classes = element.props.className ?? element.props.class;
  if (typeof classes === 'string' && sheets.text !== '') props.className = classes;
  for (const name of pictureAttributesOf(element.type)) {
    const source = props[name];
    if (source === undefined) continue;
    delete props[name];
    const picture = typeof source === 'string' ? pictureFor(source.trim()) : '';
    if (picture !== '') props[element.type === 'img' ? 'src' : 'href'] = picture;
  }
  return props;
};
