import { getViewBox } from '../../../rendering/svg/vector-size.ts';
import { cleanText } from '../../../rendering/tree/clean-text.ts';
import { getElementAttributes, getImageBox, withNaturalWidth } from '../../../rendering/tree/element-attributes.ts';
import type { PreparedElement, PreparedNode, PreparedProps } from '../../../rendering/tree/prepared-tree.ts';
import { splitWords } from '../../../split-words.ts';
import { isInherited } from '../../../styles/inherited.ts';
import { type GeneratedBox, type Resolved, resolveStyles } from '../../../styles/resolve.ts';
import type { Style } from '../../../styles/style.ts';
import { rootFontSize } from '../../../styles/values/lengths.ts';
import { hasReference, replaceVariables } from '../../../styles/values/variables.ts';
import type { SourceRewriter } from '../../../vnode/css-urls.ts';
import type { VElement } from '../../../vnode/vnode.ts';
import { dropLongEllipsis } from './clamped-blocks.ts';
import { computeStyle, type Surroundings } from './computed-style.ts';
import { isSpecified } from './styled.ts';

interface Preparation {
  /** Size of the image in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. @default 1 */
  readonly devicePixelRatio?: number;
  /** Returns the address that replaces an image source; '' if the image is unavailable, and its box stays empty. */
  readonly imageFor: SourceRewriter;
}

/** A tree for takumi, and the `@keyframes` that its animations name. */
export interface Prepared {
  readonly tree: PreparedElement;
  readonly keyframes: string;
}

/**
 * Returns a tree of elements with their style, in which image sources are replaced by image addresses. Part of the
 * engine's version: a change here changes images.
 */
export const prepareTree = (tree: VElement, preparation: Preparation): Prepared => {
  const { width, height, imageFor } = preparation;
  const { root, keyframes } = resolveStyles(tree, preparation, { imageFor });
  const around: Surroundings = {
    ...{ image: { width, height }, fontSize: rootFontSize, width },
    ...{ isRow: false, isStretched: true },
  };
  return { tree: withRootSize(prepareElement(root, { imageFor, around, isInsideSvg: false }), width), keyframes };
};

/** Makes an outermost `<svg>` without a size as wide as the image, as in a page. takumi 2.16 makes it larger. */
const withRootSize = (root: PreparedElement, width: number): PreparedElement => {
  const { type, props } = root;
  const { style = {} } = props;
  const box = getViewBox(String(props.viewBox));
  const isSized = [style.width, style.height, props.width, props.height].some(isSpecified);
  if (type !== 'svg' || isSized || !box || box.width <= 0) return root;
  return { type, props: { ...props, style: { ...style, width, height: (width * box.height) / box.width } } };
};

interface Context {
  readonly imageFor: SourceRewriter;
  readonly around: Surroundings;
  readonly isInsideSvg: boolean;
}

const prepareElement = (resolved: Resolved, context: Context): PreparedElement =>
  context.isInsideSvg ? prepareShape(resolved, context) : prepareBox(resolved, context);

/** Prepares an element inside an SVG. Like rules of a style sheet, classes override attributes. */
const prepareShape = (resolved: Resolved, context: Context): PreparedElement => {
  const { element, specified, variables } = resolved;
  // A browser renders nothing here.
  if (element.type === 'img') return { type: 'g', props: { style: {}, children: [] } };
  const props = getAttributes(resolved, context);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value !== 'string' || !hasReference(value)) continue;
    const replaced = replaceVariables(value, variables);
    if (replaced === undefined) delete props[name];
    else props[name] = replaced;
  }
  return { type: element.type, props: { ...props, style: specified, children: prepareChildren(resolved, context) } };
};

const prepareBox = (resolved: Resolved, context: Context): PreparedElement => {
  const { type, specified } = resolved;
  const props = getAttributes(resolved, context);
  const style: Style = { ...specified };
  applyLayoutRules(style);
  if (props.dir === 'auto') delete props.dir;
  const around = computeStyle(type, style, context.around);
  dropLongEllipsis(style, around.width ?? around.image.width, around.fontSize);
  props.style = style;
  if (type === 'img') return getImageBox(withNaturalWidth(props));
  const inside = { ...context, around, isInsideSvg: type === 'svg' };
  props.children = [
    ...prepareGenerated(resolved.before, around),
    ...prepareChildren(resolved, inside).flatMap(openContents),
    ...prepareGenerated(resolved.after, around),
  ];
  return { type, props };
};

const prepareGenerated = (box: GeneratedBox | undefined, around: Surroundings): PreparedNode[] => {
  if (!box) return [];
  const style: Style = { ...box.style };
  applyLayoutRules(style);
  computeStyle('span', style, around);
  return [{ type: 'span', props: { style, children: box.text === '' ? [] : [cleanText(box.text)] } }];
};

const prepareChildren = ({ children }: Resolved, context: Context): PreparedNode[] =>
  children.flatMap((child): PreparedNode[] => {
    if (typeof child === 'string') return [cleanText(child)];
    return child.element.type === 'style' ? [] : [prepareElement(child, context)];
  });

/** Returns what a node is laid out as: its children, with what they inherit from it, if it is `display: contents`. */
const openContents = (node: PreparedNode): readonly PreparedNode[] => {
  if (typeof node === 'string' || node.props.style?.display !== 'contents') return [node];
  const { style, children = [] } = node.props;
  const inherited: Style = Object.fromEntries(Object.entries(style).filter(([name]) => isInherited(name)));
  if (Object.keys(inherited).length === 0) return children;
  return children.map((child) =>
    typeof child === 'string'
      ? { type: 'span', props: { style: inherited, children: [child] } }
      : { ...child, props: { ...child.props, style: { ...inherited, ...child.props.style } } },
  );
};

/** Returns the attributes that remain, with image sources replaced. */
const getAttributes = ({ element }: Resolved, { imageFor }: Context): PreparedProps => {
  const props = getElementAttributes(element, imageFor);
  // of the page
  delete props.preflight;
  if (props.viewBox !== undefined) props.viewBox = String(props.viewBox);
  return props;
};

const flexContainerProperties = splitWords(
  'flexDirection flexWrap flexFlow alignItems alignContent justifyContent gap rowGap',
);

/**
 * Applies the layout rules that differ from a browser's: boxes are border-box, and an element with flex container
 * properties and no display is flex.
 *
 * Source: docs/templates.md#layout.
 */
export const applyLayoutRules = (style: Style): void => {
  style.boxSizing ??= 'border-box';
  if (style.display !== undefined) return;
  const isGrid = Object.keys(style).some((name) => name.startsWith('grid') && name.includes('Template'));
  if (!isGrid && flexContainerProperties.some((name) => style[name] !== undefined)) style.display = 'flex';
};
