import { splitList } from '../../../css-tokens.ts';
import type { Size } from '../../../rendering/boxes.ts';
import { isFlexible, isInlineTag } from '../../../rendering/tree/inline-tags.ts';
import { splitWords } from '../../../split-words.ts';
import { getEdges, getMargins } from '../../../styles/edges.ts';
import { getFontSize } from '../../../styles/font-size.ts';
import type { Style } from '../../../styles/style.ts';
import { computeLengths, type LengthContext } from '../../../styles/values/computed-lengths.ts';
import { getLength, getPixels } from '../../../styles/values/lengths.ts';

/** What relative lengths of an element's style refer to, in CSS pixels. */
export interface Surroundings {
  readonly image: Size;
  /** Of the parent. */
  readonly fontSize: number;
  /** Width of the parent's content box; undefined if it depends on layout. */
  readonly width: number | undefined;
  /** Whether the parent is a flex row or a grid, which decides the width of its items. */
  readonly isRow: boolean;
  /** Whether a box without a width is as wide as its parent. */
  readonly isStretched: boolean;
}

/** Properties whose percentages refer to the width of the containing block. */
const ofWidth = /^(?:(?:min|max)?[wW]idth|(?:padding|margin)(?:[A-Z].*)?|left|right|textIndent)$/;

/**
 * Computes viewport units, `min()`, `max()`, `clamp()` and `calc()` with parentheses of a style in place, and returns what
 * the lengths of its children refer to. takumi 2.16 reads none of these functions, and knows no viewport height because
 * it gets none.
 */
export const computeStyle = (type: string, style: Style, around: Surroundings): Surroundings => {
  const { image } = around;
  const compute = (name: string, context: LengthContext) => {
    const value = style[name];
    if (typeof value !== 'string') return;
    const computed = computeLengths(value, context);
    if (computed !== value) style[name] = computed;
  };
  compute('fontSize', { image, fontSize: around.fontSize, percentage: around.fontSize });
  const fontSize = getFontSize(type, style.fontSize, around.fontSize) ?? around.fontSize;
  for (const name of Object.keys(style).filter((one) => one !== 'fontSize'))
    compute(name, { image, fontSize, ...(ofWidth.test(name) && { percentage: around.width }) });
  for (const side of ['width', 'height'] as const) splitBounds(style, side);
  const isRow = isFlexible(style) && !String(style.flexDirection).startsWith('column');
  const isStretched = !isFlexible(style) || /^(?:normal|stretch)$/.test(String(style.alignItems ?? 'normal'));
  const width = getContentWidth(type, style, fontSize, around);
  return { image, fontSize, width, isRow, isStretched };
};

const bounded = /^(min|max|clamp)\((.*)\)$/i;

/** Writes a size whose bounds refer to layout as a size and bounds: `min(300px, 80%)` as `80%`, at most `300px`. */
const splitBounds = (style: Style, side: 'width' | 'height'): void => {
  const [least, most] = side === 'width' ? ['minWidth', 'maxWidth'] : ['minHeight', 'maxHeight'];
  const [, name = '', list = ''] = bounded.exec(String(style[side])) ?? [];
  const values = splitList(list, ',').map((value) => (/[-+*/]\s/.test(value) ? `calc(${value})` : value));
  const [first, second, third] = values;
  const isMin = name.toLowerCase() === 'min';
  if (values.length === 2 && first !== undefined && second !== undefined && name !== 'clamp') {
    const bound = isMin ? most : least;
    if (style[bound] === undefined) Object.assign(style, { [side]: first, [bound]: second });
  }
  if (
    values.length === 3 &&
    third !== undefined &&
    name.toLowerCase() === 'clamp' &&
    style[least] === undefined &&
    style[most] === undefined
  )
    Object.assign(style, { [least]: first, [side]: second, [most]: third });
};

/** Returns the width of an element's content box; undefined if it depends on layout. */
const getContentWidth = (type: string, style: Style, fontSize: number, around: Surroundings): number | undefined => {
  if (deciding.some((name) => style[name] !== undefined) || isInlineTag(type, style)) return undefined;
  if (String(style.display).startsWith('table')) return undefined;
  const { left, right } = getEdges(style, fontSize);
  const own = style.boxSizing === 'content-box' ? 0 : left + right;
  const { width, position } = style;
  const isPlaced = position === 'absolute' || position === 'fixed';
  const length = getLength(width);
  if (length && length.unit !== '%') {
    const pixels = getPixels(width, fontSize);
    const mayShrink = around.isRow && style.flexShrink !== 0 && !isPlaced;
    return pixels === undefined || mayShrink ? undefined : Math.max(0, pixels - own);
  }
  if (around.width === undefined || around.isRow || isPlaced) return undefined;
  if (length) return Math.max(0, (around.width * length.amount) / 100 - own);
  const isWhole =
    (width === undefined || width === 'auto') &&
    around.isStretched &&
    !/-|auto|%/.test(`${style.marginLeft} ${style.marginRight}`);
  if (!isWhole) return undefined;
  const margins = getMargins(style, fontSize);
  return Math.max(0, around.width - margins.left - margins.right - left - right);
};

/** Properties that change a width in ways that are not computed here. */
const deciding = splitWords('minWidth maxWidth flexGrow flexBasis alignSelf float aspectRatio');
