import { string } from 'css-tree/utils';
import { resolveMedia } from '../../../rendering/css/media.ts';
import { cleanText } from '../../../rendering/tree/clean-text.ts';
import { getElementAttributes, getHiddenStyle, getImageBox } from '../../../rendering/tree/element-attributes.ts';
import type { PreparedElement, PreparedNode, PreparedProps } from '../../../rendering/tree/prepared-tree.ts';
import { splitWords } from '../../../split-words.ts';
import { mergeStyles, normaliseStyle, rewriteImages } from '../../../styles/normalise-style.ts';
import { getRootVariables, getRuleVariables, rewriteDeclarations } from '../../../styles/sheet-text.ts';
import type { Style } from '../../../styles/style.ts';
import { getStyleSheets, type StyleSheets } from '../../../styles/style-sheets.ts';
import { getDefaultVariables } from '../../../styles/tailwind/default-theme.ts';
import { getPlaces } from '../../../styles/tailwind/places.ts';
import { preflightLineHeight, preflightSheet, resetTag } from '../../../styles/tailwind/preflight.ts';
import { readUtilities } from '../../../styles/tailwind/utilities.ts';
import type { Place } from '../../../styles/tailwind/variants.ts';
import { computeLengths } from '../../../styles/values/computed-lengths.ts';
import { rootFontSize } from '../../../styles/values/lengths.ts';
import { noVariables } from '../../../styles/values/variables.ts';
import type { SourceRewriter } from '../../../vnode/css-urls.ts';
import { getClasses, type VElement, type VNode } from '../../../vnode/vnode.ts';
import { computeStyle, type Surroundings } from './computed-style.ts';
import { rewordSheetDeclaration } from './plain-declarations.ts';
import { tableStyles } from './tag-styles.ts';

interface Preparation {
  /** Size of the image in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Returns the address that replaces an image source; '' if the image is unavailable, and its box stays empty. */
  readonly imageFor: SourceRewriter;
}

/**
 * Returns a tree in which utilities, classes, tags and image sources are resolved to CSS and image addresses. Part of
 * the engine's version: a change here changes images.
 */
export const prepareTree = (tree: VElement, preparation: Preparation): PreparedElement => {
  const { width, height } = preparation;
  const sheets = getStyleSheets(tree, width);
  const ofRules = getRuleVariables(sheets.text);
  const around: Surroundings = {
    image: { width, height },
    fontSize: rootFontSize,
    width,
    isRow: false,
    isStretched: true,
    variables: noVariables,
    isKnown: (variable) => !ofRules.has(variable),
  };
  const { preflight: _, ...props } = tree.props;
  const root = prepareElement(
    { ...tree, props },
    { style: { ...getDefaultVariables(tree), ...getRootVariables(sheets.text) } },
    { ...preparation, sheets, around, isInsideSvg: false, lists: 0 },
  );
  if (sheets.preflight !== 'none') addPreflight(root, sheets);
  return root;
};

/** Adds to the root what Tailwind's base styles set on a page. */
const addPreflight = ({ props }: PreparedElement, { preflight, authored }: StyleSheets): void => {
  props.style ??= {};
  if (!authored.includes('line-height:')) props.style.lineHeight ??= preflightLineHeight;
  if (preflight === 'sheet')
    props.children = [{ type: 'style', props: { children: [preflightSheet] } }, ...(props.children ?? [])];
};

interface Context extends Preparation {
  readonly sheets: StyleSheets;
  readonly around: Surroundings;
  readonly isInsideSvg: boolean;
  /** Number of lists around the element. */
  readonly lists: number;
}

/** What the parent of an element says of it. */
interface FromParent {
  /** The style that the parent's classes set. */
  readonly style: Style;
  readonly place?: Place | undefined;
}

const prepareElement = (element: VElement, fromParent: FromParent, context: Context): PreparedElement => {
  if (element.type === 'style') return prepareSheet(element, context);
  return context.isInsideSvg ? prepareShape(element, fromParent, context) : prepareBox(element, fromParent, context);
};

const prepareSheet = (element: VElement, { sheets, imageFor, around: { image } }: Context): PreparedElement => {
  const written = resolveMedia(sheets.getText(element), image);
  const css = rewriteDeclarations(computeLengths(written, { image }), rewordSheetDeclaration);
  return { type: 'style', props: { children: [rewriteImages(css, imageFor)] } };
};

/** Prepares an element inside an SVG. */
const prepareShape = (element: VElement, { place }: FromParent, context: Context): PreparedElement => {
  // A browser renders nothing here.
  if (element.type === 'img') return { type: 'g', props: { style: {}, children: [] } };
  const props = getAttributes(element, context);
  // Like rules of a style sheet, classes override attributes.
  props.style = mergeStyles(getUtilities(element, place, context).style, getInline(element, context));
  props.children = prepareChildren(element, {}, context);
  return { type: element.type, props };
};

const prepareBox = (element: VElement, fromParent: FromParent, context: Context): PreparedElement => {
  const { sheets } = context;
  const reset = getReset(element.type, sheets);
  const type = reset?.type ?? element.type;
  const props = getAttributes(element, context);
  const utilities = getUtilities(element, fromParent.place, context);
  const below = {
    ...tableStyles[type],
    ...getNestedListStyle(type, context),
    ...reset?.style,
    ...getHiddenStyle(element.props),
    ...fromParent.style,
  };
  const style = mergeStyles(mergeStyles(below, utilities.style), getInline(element, context));
  const mayMatch = props.className !== undefined || props.id !== undefined;
  applyLayoutRules(
    style,
    (property) => (mayMatch || property === 'box-sizing') && sheets.authored.includes(`${property}:`),
  );
  if (props.dir === 'auto') {
    delete props.dir;
    style.direction ??= resolveAutoDirection(element);
  }
  const around = computeStyle(type, style, context.around);
  props.style = style;
  if (type === 'img') return getImageBox(props);
  const lists = context.lists + (/^(?:ul|ol|menu)$/.test(type) ? 1 : 0);
  const inside = { ...context, around, lists, isInsideSvg: type === 'svg' };
  props.children = [
    ...preparePseudo(utilities.before, around),
    ...prepareChildren(element, utilities.betweenChildren, inside).flatMap(openContents),
    ...preparePseudo(utilities.after, around),
  ];
  return { type, props };
};

/** Returns the default margins and bullets of a list inside of others. Source: HTML Living Standard, 15.3.7. */
const getNestedListStyle = (type: string, { lists, sheets: { authored } }: Context): Style => {
  if (lists === 0 || !/^(?:ul|ol|menu|dl)$/.test(type)) return {};
  const hasBullets = /^(?:ul|menu)$/.test(type) && !authored.includes('list-style');
  return {
    ...(!authored.includes('margin') && { marginTop: 0, marginBottom: 0 }),
    ...(hasBullets && { listStyleType: lists === 1 ? 'circle' : 'square' }),
  };
};

/** Returns what Tailwind's base styles make of a tag, unless a style sheet has them. */
const getReset = (type: string, { preflight, authored }: StyleSheets): ReturnType<typeof resetTag> | undefined => {
  // the size of an image is computed from its style alone
  const isSized = preflight === 'sheet' && type === 'img' && !authored.includes('max-width:');
  return preflight === 'tags' || isSized ? resetTag(type) : undefined;
};

const getInline = ({ props: { style } }: VElement, { imageFor }: Context): Style => normaliseStyle(style, imageFor);

/** Returns the box that `before:` or `after:` makes, if it has content. */
const preparePseudo = (style: Style | undefined, around: Surroundings): PreparedNode[] => {
  if (!style) return [];
  const { content = '', ...own } = style;
  const text = /^(["'])(.*)\1$/s.exec(String(content))?.[2];
  if (text === undefined) return [];
  applyLayoutRules(own, () => false);
  computeStyle('span', own, around);
  const children = text === '' ? [] : [cleanText(string.decode(String(content)))];
  return [{ type: 'span', props: { style: own, children } }];
};

/** Returns the styles that an element's classes set: on it, on its children except the first, before and after it. */
const getUtilities = (element: VElement, place: Place | undefined, { width, sheets, imageFor }: Context) => {
  const { style, betweenChildren, before, after } = readUtilities(getClasses(element), width, sheets.theme, place);
  return {
    style: normaliseStyle(style, imageFor),
    betweenChildren: normaliseStyle(betweenChildren, imageFor),
    before: before && normaliseStyle(before, imageFor),
    after: after && normaliseStyle(after, imageFor),
  };
};

const prepareChildren = (element: VElement, between: Style, context: Context): PreparedNode[] => {
  const places = getPlaces(element.children);
  return element.children.map((child, index) =>
    typeof child === 'string'
      ? cleanText(child)
      : prepareElement(child, { style: index > 0 ? between : {}, place: places.get(child) }, context),
  );
};

const inheritedProperty =
  /^(?:--.*|color|direction|font.*|hyphens|letterSpacing|lineHeight|listStyle.*|overflowWrap|text(?:Align|Indent|Shadow|Transform|Wrap).*|visibility|whiteSpace.*|word.*)$/;

/** Returns what a node is laid out as: its children, with what they inherit from it, if it is `display: contents`. */
const openContents = (node: PreparedNode): readonly PreparedNode[] => {
  if (typeof node === 'string' || node.props.style?.display !== 'contents') return [node];
  const { style, children = [] } = node.props;
  const inherited: Style = Object.fromEntries(Object.entries(style).filter(([name]) => inheritedProperty.test(name)));
  if (Object.keys(inherited).length === 0) return children;
  return children.map((child) =>
    typeof child === 'string'
      ? { type: 'span', props: { style: inherited, children: [child] } }
      : { ...child, props: { ...child.props, style: mergeStyles(inherited, child.props.style ?? {}) } },
  );
};

/** Returns the attributes that remain, with image sources replaced. */
const getAttributes = (element: VElement, { imageFor, sheets }: Context): PreparedProps => {
  const props = getElementAttributes(element, imageFor);
  if (props.viewBox !== undefined) props.viewBox = String(props.viewBox);
  // Rules of style sheets can match by class.
  const classes = element.props.className ?? element.props.class;
  if (typeof classes === 'string' && sheets.text !== '') props.className = classes;
  return props;
};

const flexContainerProperties = splitWords(
  'flexDirection flexWrap flexFlow alignItems alignContent justifyContent gap rowGap',
);

/**
 * Applies the layout rules that differ from a browser's: boxes are border-box, and an element with flex container
 * properties and no display is flex.
 *
 * @param sheetNames returns whether a style sheet that may apply to the element sets this property; then the sheet
 * decides.
 * Source: docs/templates.md#layout.
 */
export const applyLayoutRules = (style: Style, sheetNames: (property: string) => boolean): void => {
  if (style.boxSizing === undefined && !sheetNames('box-sizing')) style.boxSizing = 'border-box';
  if (style.display !== undefined || sheetNames('display')) return;
  const isGrid = Object.keys(style).some((name) => name.startsWith('grid') && name.includes('Template'));
  if (!isGrid && flexContainerProperties.some((name) => style[name] !== undefined)) style.display = 'flex';
};

const rightToLeft = /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u;

const getText = (node: VNode): string => (typeof node === 'string' ? node : node.children.map(getText).join(' '));

/** Returns the direction of `dir="auto"`: that of the first letter in the element, as in a browser. */
const resolveAutoDirection = (element: VElement): 'ltr' | 'rtl' => {
  const [first] = /\p{L}/u.exec(getText(element)) ?? [];
  return first !== undefined && rightToLeft.test(first) ? 'rtl' : 'ltr';
};
