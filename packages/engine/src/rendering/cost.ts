import { splitList } from '../css-tokens.ts';
import { type Resolved, resolveStyles } from '../styles/resolve.ts';
import { readSheets } from '../styles/sheets.ts';
import type { Style } from '../styles/style.ts';
import { getStyleSheets } from '../styles/style-sheets.ts';
import { getLength, getPixels, rootFontSize } from '../styles/values/lengths.ts';
import { getImageSources } from '../vnode/remote-images.ts';
import { getAttribute, getClasses, getElements, type VElement } from '../vnode/vnode.ts';
import { walk } from '../walk.ts';
import type { Size } from './boxes.ts';
import { decodeDataUri } from './images/data-uri.ts';
import type { RenderOptions } from './render-options.ts';
import { countMatches, estimateUseCost, estimateUseCostOfSource } from './svg-uses.ts';

/**
 * Milliseconds of processor time of a first render, measured on a busy 2-core machine with images of up to 2,000 nodes,
 * 8,000 characters, blurs of 10 to 200 px and sides of 4,096 px. Accurate within a third for typical content.
 */
export const msPer = {
  element: 0.1,
  text: 0.2,
  character: 0.025,
  /** For each of the shadows that form a stroke behind its letter, and that descendants inherit. */
  strokedCharacter: 0.002,
  blurredMegapixel: 140,
  /** Of the image size, regardless of its content. */
  megapixel: 30,
  /** For each element that is rendered to a separate bitmap and composited: opacity, blending, masks. */
  layeredMegapixel: 6,
  turbulentMegapixel: 480,
  /** For the deepest of nested inline-blocks: takumi lays out each three times for its parent. */
  inlineBlock: (depth: number) => 0.1 * 3.3 ** depth,
  /** For each selector and each custom property of rules that an element may match, beyond its type and classes. */
  rule: 0.001,
  /** Of embedded images. */
  kilobyte: 0.3,
  /** Of custom fonts. From 20 MB on, the image is rendered before the mint is charged, since it may never succeed. */
  fontMegabyte: 50,
} as const;

/** Maximum space around an image, in CSS pixels, that boxes which leave it are blurred in. */
export const maxCanvasMargin = 400;

/** Extent of a blur on both sides together, in radii. A filter extends twice as far as a shadow. */
const reach = { filter: 6, shadow: 3 } as const;

const largestRadius = 100_000;
/** Radius of what only a calculation or the layout would tell, in CSS pixels. */
const unknownRadius = 100;

const getRadius = (length: string): number =>
  Math.min(Math.abs(getPixels(length, rootFontSize) ?? unknownRadius), largestRadius);

/** Returns the radius of a shadow, which is its third length, in CSS pixels; 0 without one. */
const getShadowRadius = (shadow: string): number => {
  const words = splitList(shadow.trim(), ' ').filter(
    (word) => getLength(word) || /^(?:calc|clamp|max|min)\(/i.test(word),
  );
  return words[2] === undefined ? 0 : getRadius(words[2]);
};

/** Returns the radii of a list of shadows, in CSS pixels. */
const getShadows = (list: unknown): number[] =>
  list === undefined ? [] : splitList(String(list), ',').map(getShadowRadius);

/** Returns the radii of the blurs in a `filter`, in CSS pixels; an invalid number (`1.2.3`) counts as unknown. */
const getBlurs = (filter: unknown): number[] =>
  String(filter ?? '')
    .split(/(?=blur\()/i)
    .flatMap((part) => {
      const [, length] = /^blur\(([^()]*)/i.exec(part) ?? [];
      return length === undefined || length.trim() === '' ? [] : getRadius(length);
    });

/** Returns the cost of a box's blurs and shadows: each is rendered separately, over the box and its extent. */
const estimateBoxBlurs = (style: Style, width: number, height: number): number => {
  const { boxShadow, textShadow, filter, width: own, height: tall } = style;
  const side = (given: unknown, whole: number, beyond: number, most: number) =>
    Math.max(0, Math.min(most, (getPixels(given) ?? whole / 2) + beyond));
  const megapixels = (beyond: number, most = 2) =>
    (side(own, width, beyond, most * width) * side(tall, height, beyond, most * height)) / 1e6;
  const blurred = [
    ...getShadows(boxShadow).map((radius) => megapixels(radius * reach.shadow)),
    // takumi renders these to their full extent, even outside the image.
    ...getShadows(textShadow).map((radius) => megapixels(radius * reach.filter, Number.POSITIVE_INFINITY)),
    ...getBlurs(filter).map((radius) => megapixels(radius * reach.filter)),
  ];
  return blurred.reduce((sum, one) => sum + one, 0) * msPer.blurredMegapixel;
};

/** Returns the styles of an element and of the boxes before and after its content. */
const getBoxes = ({ specified, before, after }: Resolved): Style[] =>
  [specified, before?.style, after?.style].filter((style) => style !== undefined);

/** Returns the cost of the blurs and shadows of an element and of the boxes before and after its content. */
export const estimateBlurCost = (node: Resolved, width: number, height: number): number =>
  getBoxes(node).reduce((sum, style) => sum + estimateBoxBlurs(style, width, height), 0);

/** Returns how far an element's blur can reach beyond the image, in CSS pixels. */
const getBlurReach = (node: Resolved): number =>
  (reach.filter / 2) *
  getBoxes(node)
    .flatMap(({ filter }) => getBlurs(filter))
    .reduce((sum, radius) => sum + radius, 0);

/** Estimated cost of an image, and its largest part. */
export interface CostEstimate {
  readonly ms: number;
  readonly mostly: string;
}

const layered = ['opacity', 'mixBlendMode', 'mask', 'maskImage', 'WebkitMask', 'WebkitMaskImage', 'clipPath', 'filter'];

const isLayered = (style: Style): boolean => layered.some((name) => name in style);

/** Form controls and images are inline-blocks too. */
const inlineBlocks = new Set(['button', 'input', 'select', 'textarea', 'img', 'svg']);

const isInlineBlock = ({ element, specified: { display } }: Resolved): boolean =>
  display === undefined ? inlineBlocks.has(element.type) : display === 'inline-block';

/** Returns the upper bound of shadows that form the stroke behind the text of an element; 0 without one. */
const getStrokes = ({ inherited }: Resolved): number => {
  const { paintOrder, WebkitTextStroke, WebkitTextStrokeWidth } = inherited;
  if (!String(paintOrder).includes('stroke')) return 0;
  if (WebkitTextStroke === undefined && WebkitTextStrokeWidth === undefined) return 0;
  const parts = String(WebkitTextStrokeWidth ?? WebkitTextStroke).split(/\s+/);
  const widths = parts.map((part) => getPixels(part)).filter((width) => width !== undefined);
  return 64 * Math.min(8, Math.max(1, Math.ceil(widths.length === 0 ? 8 : Math.max(...widths) / 8)));
};

/** Cost of matching rules above which styles are not resolved for the estimate, in milliseconds. */
const mostRuleMs = 500;

/** Rules times elements below which matching them costs next to nothing. */
const fewMatches = 100_000;

/** Returns the cost of finding the rules of each element. */
const estimateRuleCost = (tree: VElement, image: Size): number => {
  const elements = [...getElements(tree)];
  const written = elements.flatMap(({ type, children }) => (type === 'style' ? children : []));
  const braces = written.reduce((sum, text) => sum + (typeof text === 'string' ? text.split('{').length - 1 : 0), 0);
  if (braces * elements.length < fewMatches && !written.some((text) => String(text).length > fewMatches)) return 0;
  const weights = new Map<string, number>();
  for (const { selectors, declarations, containers } of readSheets(getStyleSheets(tree, image.width, true).texts, image)
    .rules) {
    const variables = declarations.filter(({ name }) => name.startsWith('--')).length;
    for (const { key, isOnlyKey } of selectors)
      weights.set(key, (weights.get(key) ?? 0) + variables + containers.length + (isOnlyKey ? 0 : 1));
  }
  const weigh = (key: string) => weights.get(key) ?? 0;
  return elements.reduce((sum, element) => {
    const classes = getClasses(element).split(/\s+/);
    const named = weigh(element.type) + weigh(`#${getAttribute(element, 'id') ?? ''}`) + weigh('*');
    return sum + (named + classes.reduce((own, name) => own + weigh(`.${name}`), 0)) * msPer.rule;
  }, 0);
};

/** Filters and layers in SVG that are expensive. */
const inSvg = {
  turbulence: /<feTurbulence\b/g,
  blurs: /<fe(?:GaussianBlur|DropShadow)\b/g,
  layers: /<(?:mask|filter)\b/g,
};

/**
 * Estimates the cost of rendering a tree without layout. Unknown sizes count as the size of the image. Accurate enough
 * to find images that cost far more than a typical one.
 *
 * @param fontBytes of the custom fonts used.
 */
export const estimateCost = (
  tree: VElement,
  { width, height, devicePixelRatio }: Pick<RenderOptions, 'width' | 'height' | 'devicePixelRatio'>,
  fontBytes = 0,
): CostEstimate => {
  const scale = devicePixelRatio ** 2;
  const rules = estimateRuleCost(tree, { width, height });
  // finding the styles is most of the work then
  if (rules > mostRuleMs) return { ms: rules, mostly: named.rules };
  const { root } = resolveStyles(tree, { width, height });
  let blurReach = 0;
  for (const node of walk(root, ({ children }) => children)) blurReach = Math.max(blurReach, getBlurReach(node));
  const margins = 2 * Math.min(maxCanvasMargin, blurReach);
  const megapixels = ((width + margins) * (height + margins) * scale) / 1e6;
  const ms = {
    size: megapixels * msPer.megapixel,
    ...{ content: 0, nesting: 0, blurs: 0, layers: 0, turbulence: 0, masks: 0, images: 0, rules },
    fonts: (fontBytes / 1e6) * msPer.fontMegabyte,
  };
  const visit = (node: Resolved, around: number) => {
    const { type } = node.element;
    ms.content += msPer.element;
    ms.blurs += estimateBlurCost(node, width, height) * scale;
    ms.layers += getBoxes(node).filter(isLayered).length * megapixels * msPer.layeredMegapixel;
    if (type === 'feTurbulence') ms.turbulence += megapixels * msPer.turbulentMegapixel;
    if (type === 'feGaussianBlur') ms.blurs += megapixels * msPer.blurredMegapixel;
    const depth = around + (isInlineBlock(node) ? 1 : 0);
    ms.nesting = Math.max(ms.nesting, msPer.inlineBlock(depth));
    const perCharacter = msPer.character + getStrokes(node) * msPer.strokedCharacter;
    for (const child of node.children)
      if (typeof child === 'string') ms.content += msPer.text + child.length * perCharacter;
      else visit(child, depth);
  };
  visit(root, 0);
  ms.masks += estimateUseCost(root) * megapixels;
  for (const source of getImageSources(tree)) {
    const bytes = decodeDataUri(source);
    if (!bytes) continue;
    ms.images += (bytes.length / 1_000) * msPer.kilobyte;
    const text = Buffer.from(bytes).toString('latin1');
    ms.turbulence += countMatches(text, inSvg.turbulence) * megapixels * msPer.turbulentMegapixel;
    ms.blurs += countMatches(text, inSvg.blurs) * megapixels * msPer.blurredMegapixel;
    ms.masks += estimateUseCostOfSource(text) * megapixels;
    ms.layers += countMatches(text, inSvg.layers) * megapixels * msPer.layeredMegapixel;
  }
  const [[most] = ['size']] = Object.entries(ms).toSorted(([, one], [, other]) => other - one);
  return { ms: Object.values(ms).reduce((sum, one) => sum + one, 0), mostly: named[most as keyof typeof named] };
};

const named = {
  size: 'its size',
  content: 'its elements and texts',
  nesting: 'inline-blocks inside one another',
  blurs: 'blurs and shadows',
  layers: 'translucent, blended or masked layers',
  turbulence: 'turbulence',
  masks: 'its SVG masks, clip paths and patterns',
  images: 'the images embedded in it',
  fonts: 'its custom fonts',
  rules: 'the rules of its <style>',
} as const;
