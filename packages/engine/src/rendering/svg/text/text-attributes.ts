import { getFontSize } from '../../../styles/font-size.ts';
import { toKebabCase } from '../../../styles/style.ts';
import { expandFont } from '../../../styles/values/font-shorthand.ts';
import { getLength, getPixels } from '../../../styles/values/lengths.ts';
import type { Size } from '../../boxes.ts';
import { getTextStyle, type TextStyle } from '../../fonts/text-style.ts';
import type { PreparedElement, PreparedProps } from '../../tree/prepared-tree.ts';

/** The inherited properties that decide how a text in an SVG looks. */
export interface SvgTextStyle {
  readonly text: TextStyle;
  /** User units. */
  readonly fontSize: number;
  readonly letterSpacing: number;
  readonly wordSpacing: number;
  readonly anchor: string;
  readonly baseline: string;
  readonly direction: 'ltr' | 'rtl';
  readonly language: string | undefined;
  readonly features: string;
  readonly isPreserved: boolean;
}

/** Returns a property: of the style, or else a presentation attribute in either spelling. */
const read = ({ style, ...props }: PreparedProps, name: string): string | number | undefined => {
  const value = style?.[name] ?? props[name] ?? props[toKebabCase(name)];
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
};

const fontProperties = ['fontFamily', 'fontWeight', 'fontStyle', 'textTransform'];

/** Properties of text that paths have no use for. */
export const textOnly: ReadonlySet<string> = new Set(
  [
    ...[...fontProperties, 'font', 'fontSize', 'letterSpacing', 'wordSpacing', 'textAnchor', 'dominantBaseline'],
    ...['alignmentBaseline', 'direction', 'fontFeatureSettings', 'fontVariantNumeric', 'fontKerning', 'whiteSpace'],
    ...['x', 'y', 'dx', 'dy', 'rotate', 'textLength', 'lengthAdjust', 'xmlSpace', 'xml:space', 'lang'],
  ].flatMap((name) => [name, toKebabCase(name)]),
);

/** Largest font size, in user units: larger letters look the same in an image of 4096 pixels. */
const largestSize = 20_000;

export const getSvgTextStyle = (element: PreparedElement, parent: SvgTextStyle): SvgTextStyle => {
  const { type, props } = element;
  const own = (name: string) => {
    const value = read(props, name);
    return value === 'inherit' ? undefined : value;
  };
  const shorthand = expandFont(String(own('font') ?? ''));
  const style = { ...shorthand, ...props.style };
  for (const name of fontProperties) {
    const value = own(name);
    if (value !== undefined) style[name] = value;
  }
  const text = getTextStyle({ type, props: { ...props, style } }, parent.text);
  const size = getFontSize(type, own('fontSize') ?? shorthand?.fontSize, parent.fontSize) ?? parent.fontSize;
  const fontSize = Math.min(largestSize, Math.max(0, size));
  const spacing = (name: string, inherited: number) => {
    const value = own(name);
    return value === undefined ? inherited : clamp(getPixels(value, fontSize) ?? 0);
  };
  const direction = own('direction') ?? props.dir;
  return {
    text,
    fontSize,
    letterSpacing: spacing('letterSpacing', parent.letterSpacing),
    wordSpacing: spacing('wordSpacing', parent.wordSpacing),
    anchor: String(own('textAnchor') ?? parent.anchor),
    baseline: String(own('alignmentBaseline') ?? own('dominantBaseline') ?? parent.baseline),
    direction: direction === 'rtl' || direction === 'ltr' ? direction : parent.direction,
    language: typeof props.lang === 'string' ? props.lang : parent.language,
    features: getFeatures(own('fontVariantNumeric'), own('fontFeatureSettings')) ?? parent.features,
    isPreserved: isPreserved(own('whiteSpace') ?? props.xmlSpace ?? props['xml:space']) ?? parent.isPreserved,
  };
};

const clamp = (length: number): number => Math.min(largestSize, Math.max(-largestSize, length));

const isPreserved = (value: unknown): boolean | undefined =>
  value === undefined || value === null ? undefined : /^pre/.test(String(value));

const getFeatures = (numeric: unknown, settings: unknown): string | undefined => {
  if (numeric === undefined && settings === undefined) return undefined;
  const named = /tabular-nums/.test(String(numeric)) ? ['tnum'] : [];
  const listed = String(settings ?? '').matchAll(/["'](\w{4})["']\s*(\d+|on|off)?/g);
  return [
    ...named,
    ...Array.from(listed, ([, tag, value = '1']) => `${tag}=${value.replace('on', '1').replace('off', '0')}`),
  ].join(',');
};

/**
 * Returns the lengths of an attribute such as `x="10 20"`, in user units; an empty list without one.
 *
 * @param whole of which percentages are shares
 */
export const getLengths = (props: PreparedProps, name: string, fontSize: number, whole: number): number[] => {
  const value = props[name];
  if (typeof value === 'number') return [clamp(value)];
  if (typeof value !== 'string') return [];
  return value
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part) => {
      const length = getLength(part);
      return clamp(length?.unit === '%' ? (length.amount * whole) / 100 : (getPixels(part, fontSize) ?? 0));
    });
};

/** Returns the size of the user space of an `<svg>`: of its view box, or else of its attributes. */
export const getViewport = ({ viewBox, width, height, style }: PreparedProps, around: Size): Size => {
  const [, , wide, high] = String(viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (wide !== undefined && high !== undefined && wide > 0 && high > 0) return { width: wide, height: high };
  const side = (value: unknown, whole: number) => {
    const length = getLength(value);
    return length?.unit === '%' ? (length.amount * whole) / 100 : (getPixels(value) ?? whole);
  };
  return { width: side(style?.width ?? width, around.width), height: side(style?.height ?? height, around.height) };
};
