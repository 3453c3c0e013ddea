import { getFontSize } from '../../styles/font-size.ts';
import type { Style } from '../../styles/style.ts';
import { getPixels, rootFontSize } from '../../styles/values/lengths.ts';
import type { Size } from '../boxes.ts';
import {
  getPreparedElements,
  type PreparedElement,
  type PreparedProps,
  visitInherited,
} from '../tree/prepared-tree.ts';

/** Font sizes to try, in CSS pixels. */
export interface FitRange {
  readonly min: number;
  readonly max: number;
}

const smallest = 12;
const largest = 200;
const bounds = { min: 1, max: 1_000 } as const;

/**
 * Returns the font sizes that a `fit` attribute allows. `fit` alone: from 12 px to the element's `fontSize`, or 200 px
 * without one. `fit={[20, 60]}`: between the two.
 *
 * @returns undefined for an element without `fit`.
 */
const getFitRange = (type: string, { fit, style }: PreparedProps): FitRange | undefined => {
  if (fit === undefined || fit === null || fit === false || fit === 'false') return undefined;
  const own =
    style?.fontSize === undefined ? largest : (getFontSize(type, style.fontSize, rootFontSize) ?? rootFontSize);
  const [min, max] = Array.isArray(fit) ? fit.map(Number) : [];
  const from = within(min ?? Number.NaN, Math.min(smallest, own));
  const to = within(max ?? Number.NaN, own);
  return { min: Math.min(from, to), max: Math.max(from, to) };
};

const within = (size: number, fallback: number): number =>
  Math.min(bounds.max, Math.max(bounds.min, Number.isFinite(size) ? size : fallback));

/** An element whose text is fitted. */
export interface Fitted {
  readonly element: PreparedElement;
  readonly range: FitRange;
  /** From the root to its parent. */
  readonly above: readonly PreparedElement[];
  /** Among the fitted elements of its tree. */
  readonly index: number;
}

/** Returns the elements of a tree with a `fit` attribute, except those inside one another. */
export const findFitted = (tree: PreparedElement): Fitted[] => {
  const found: Fitted[] = [];
  visitInherited(tree, [] as readonly PreparedElement[], (element, above) => {
    const range = element.type === 'svg' ? undefined : getFitRange(element.type, element.props);
    if (!range) return [...above, element];
    found.push({ element, range, above, index: found.length });
    return undefined;
  });
  return found;
};

/** Returns the size that a style sets in pixels, if it sets both sides and nothing can change them. */
export const ownSize = ({ width, height, flex, flexGrow, ...style }: Style): Size | undefined => {
  const isBounded = ['minWidth', 'maxWidth', 'minHeight', 'maxHeight', 'flexBasis'].some(
    (name) => style[name] !== undefined && style[name] !== 0,
  );
  const sides = { width: getPixels(width), height: getPixels(height) };
  if (isBounded || flex !== undefined || flexGrow !== undefined || !sides.width || !sides.height) return undefined;
  // A flex item shrinks by default.
  return style.flexShrink === 0 || style.position === 'absolute' ? (sides as Size) : undefined;
};

/** Properties that text inherits. Source: https://www.w3.org/TR/css-cascade-4/#inheriting */
const inherited =
  /^(?:font.*|line(?:Height|Break)|letterSpacing|wordSpacing|wordBreak|wordWrap|overflowWrap|whiteSpace|text(?:Align|AlignLast|Indent|Transform|Rendering|WrapMode)|direction|tabSize|hyphens|--.*)$/;

/** Properties that position an element among others. */
const outer =
  /^(?:margin.*|position|inset|top|right|bottom|left|flex(?:Grow|Shrink|Basis)?|(?:align|justify|place)Self|grid(?:Area|Row|Column).*|order|float|(?:min|max)(?:Width|Height)|width|height|aspectRatio|transform.*|rotate|scale|translate|zIndex)$/;

/** Returns the element in a box of a given size, inside parents that have only inherited properties. */
export const inBoxAlone = (
  { element, above }: Fitted,
  size: Size,
): { root: PreparedElement; position: PreparedElement } => {
  const own = pick(element.props.style ?? {}, (name) => !outer.test(name));
  const { width, height } = size;
  const style: Style = { ...own, position: 'absolute', left: 0, top: 0, width, height };
  const position: PreparedElement = { type: element.type, props: { ...element.props, style } };
  const root = above.reduceRight<PreparedElement>((inside, { props }) => {
    const inheritedStyle = pick(props.style ?? {}, (name) => inherited.test(name));
    const { lang, dir } = props;
    const attributes = { ...(lang !== undefined && { lang }), ...(dir !== undefined && { dir }) };
    return { type: 'div', props: { ...attributes, style: inheritedStyle, children: [inside] } };
  }, position);
  return { root, position };
};

const pick = (style: Style, isIncluded: (name: string) => boolean): Style =>
  Object.fromEntries(Object.entries(style).filter(([name]) => isIncluded(name)));

/** Returns whether a style may break a line within a word. */
const breaksWithin = ({ overflowWrap, wordWrap, wordBreak }: Style): boolean =>
  [overflowWrap, wordWrap].some((value) => /^(?:anywhere|break-word)$/.test(String(value))) ||
  /^(?:break-all|break-word)$/.test(String(wordBreak));

/** Returns whether the text of a fitted element may break within words, by its own style or one around or in it. */
export const breaksWords = ({ element, above }: Fitted): boolean =>
  [...above, ...getPreparedElements(element)].some(({ props }) => breaksWithin(props.style ?? {}));
