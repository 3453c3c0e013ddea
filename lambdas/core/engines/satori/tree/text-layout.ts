import { lengthOf, pixelsOf, rootFontSize } from '../../../picture/css/lengths.ts';
import { fitRangeOf } from '../../../picture/fit/fit-range.ts';
import { fontSizeOf } from '../../../picture/fonts/font-size.ts';
import type { Style } from '../../../picture/tree/normalise-style.ts';
import type { PreparedElement } from '../../../picture/tree/prepared-tree.ts';

/** What the lines of a text are laid out by. */
export interface TextLayout {
  readonly style: Style;
  readonly isRightToLeft: boolean;
  readonly textWrap: string;
  readonly textAlign: string;
  readonly whiteSpace: string;
  readonly isStroked: boolean;
  readonly isIndented: boolean;
  /** CSS pixels; undefined where only the layout can tell. */
  readonly letterSpacing: number | undefined;
  readonly hasWordSpacing: boolean;
  /** Whether there are lines under, over or through it. */
  readonly isDecorated: boolean;
  /** CSS pixels; undefined where only the layout can tell. */
  readonly fontSize: number | undefined;
  /** In pixels, or as a share of the font size; undefined where the fonts make it, and where only the layout can tell. */
  readonly lineHeight: { readonly pixels: number } | { readonly share: number } | undefined;
}

export const rootTextLayout: TextLayout = {
  style: {},
  isRightToLeft: false,
  textWrap: 'wrap',
  textAlign: 'start',
  whiteSpace: 'normal',
  isStroked: false,
  isIndented: false,
  letterSpacing: 0,
  hasWordSpacing: false,
  isDecorated: false,
  fontSize: rootFontSize,
  lineHeight: undefined,
};

const decoratedTags = new Set(['a', 'u', 'ins', 's', 'del']);

/** Whose spaces and line breaks satori 0.63 keeps. */
const keptTags = new Set(['pre', 'input', 'select', 'textarea']);

/** What an element's texts are laid out by, given that of the element around it. */
export const textLayoutOf = ({ type, props }: PreparedElement, parent: TextLayout): TextLayout => {
  const { style = {} } = props;
  const direction = style.direction ?? props.dir;
  const isShort = style.font !== undefined;
  const fontSize = isShort ? undefined : fontSizeOf(type, style.fontSize, parent.fontSize);
  return {
    style,
    isRightToLeft: direction === undefined ? parent.isRightToLeft : direction === 'rtl',
    textWrap: String(style.textWrap ?? parent.textWrap),
    textAlign: String(style.textAlign ?? parent.textAlign),
    whiteSpace: String(style.whiteSpace ?? (keptTags.has(type) ? 'pre' : parent.whiteSpace)),
    isStroked: parent.isStroked || 'WebkitTextStroke' in style || 'WebkitTextStrokeWidth' in style,
    isIndented: parent.isIndented || 'textIndent' in style,
    letterSpacing: letterSpacingOf(style.letterSpacing, fontSize, parent.letterSpacing),
    hasWordSpacing: parent.hasWordSpacing || 'wordSpacing' in style,
    isDecorated:
      parent.isDecorated || decoratedTags.has(type) || 'textDecoration' in style || 'textDecorationLine' in style,
    fontSize,
    lineHeight: isShort ? undefined : lineHeightOf(style.lineHeight, fontSize, parent.lineHeight),
  };
};

const letterSpacingOf = (
  value: string | number | undefined,
  fontSize: number | undefined,
  inherited: number | undefined,
): number | undefined => {
  if (value === undefined || value === 'inherit') return inherited;
  return value === 'normal' ? 0 : pixelsOf(value, fontSize);
};

const lineHeightOf = (
  value: string | number | undefined,
  fontSize: number | undefined,
  inherited: TextLayout['lineHeight'],
): TextLayout['lineHeight'] => {
  if (value === undefined || value === 'inherit') return inherited;
  const length = lengthOf(value);
  if (!length) return undefined;
  if (length.unit === '') return { share: length.amount };
  const pixels = length.unit === '%' ? fontSize && (length.amount * fontSize) / 100 : pixelsOf(value, fontSize);
  return pixels === undefined ? undefined : { pixels };
};

/** How high its lines are, in CSS pixels. */
export const linePixelsOf = ({ lineHeight, fontSize }: TextLayout): number | undefined => {
  if (!lineHeight) return undefined;
  if ('pixels' in lineHeight) return lineHeight.pixels;
  return fontSize === undefined ? undefined : fontSize * lineHeight.share;
};

/**
 * Whether style sheets may say of any text how it is laid out, or find an element by what is around it. Templates of other places
 * have one that only says what lies on top.
 */
export const maySayOfTexts = (sheets: string): boolean =>
  /font|line|text|letter|white-space|direction|display|float|word|align|\bspan\b|[>+~]|:[a-z-]*(?:child|of-type|empty)/i.test(
    sheets,
  );

/** Letters from right to left, and what may be a picture. */
const besidesLetters =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]|\ufe0f|\u20e3|(?![\xa9\xae])\p{Extended_Pictographic}|\p{Regional_Indicator}/u;

/** Whether spaces stay that would be one, or none, and lines wrap. */
export const keepsSpaces = ({ whiteSpace }: TextLayout): boolean => /^(?:pre-wrap|break-spaces)$/.test(whiteSpace);
const hasSpacesToKeep = /^\s|\s$|\s\s|[^\S ]/;

/** Of a longer text satori works out every word again each time it measures one among inline elements. */
const longest = 600;

/** Whether satori 0.63 lays a text out as well among inline elements as by itself: not where it orders, cuts or fits it. */
export const isLaidAsLines = (text: string, { type, props }: PreparedElement, layout: TextLayout): boolean => {
  const { lineClamp, WebkitLineClamp, textOverflow } = layout.style;
  return (
    text.trim() !== '' &&
    text.length <= longest &&
    (lineClamp ?? WebkitLineClamp ?? textOverflow) === undefined &&
    fitRangeOf(type, props) === undefined &&
    !layout.isRightToLeft &&
    // among inline elements satori draws its lines under the space at the end of a line as well
    !layout.isDecorated &&
    layout.textWrap !== 'pretty' &&
    !besidesLetters.test(text) &&
    !(keepsSpaces(layout) && hasSpacesToKeep.test(text))
  );
};
