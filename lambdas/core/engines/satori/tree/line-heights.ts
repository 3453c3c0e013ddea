import { fitRangeOf } from '../../../picture/fit/fit-range.ts';
import type { StyleMetrics } from '../../../picture/fonts/choose-fonts.ts';
import type { FontMetrics } from '../../../picture/fonts/font-files.ts';
import { type TextStyle, textStyleOf } from '../../../picture/fonts/text-style.ts';
import { graphemesOf } from '../../../picture/tree/emoji.ts';
import { inherit, type PreparedElement, type PreparedProps } from '../../../picture/tree/prepared-tree.ts';
import type { TextCorrection } from '../correction.ts';
import type { LineMetrics, MetricsInText } from './satori-fonts.ts';
import { isLaidAsLines, maySayOfTexts, rootTextLayout, type TextLayout, textLayoutOf } from './text-layout.ts';

/** What the height of an element's lines comes from. */
interface LineStyle {
  readonly text: TextStyle;
  readonly layout: TextLayout;
  /** Whether the line height is what the fonts make it. */
  readonly isNormal: boolean;
}

/**
 * Writes the height of lines into elements with text that leave it to their fonts. Browsers round what a font takes above and
 * below the baseline to whole pixels, each by itself; satori 0.63 does not, and a column of ten lines ends five pixels higher.
 *
 * Where a text is in several fonts it notes what its lines take above and below the baseline, for all of them: in a browser that
 * is decided by the fonts of a line together, or by the first font of the list where the line height is given; in satori 0.63 by
 * the first word of each line. Before `font-names`, which overwrites the `fontFamily` it reads, and gives fonts those metrics.
 */
export const roundLineHeights: TextCorrection = (tree, { fonts, sheets, lines, isPicture }) => {
  if (maySayOfTexts(sheets)) return;
  const root: LineStyle = { text: fonts.root, layout: rootTextLayout, isNormal: true };
  inherit(tree, root, (element, parent) => {
    if (element.type === 'svg') return undefined;
    const own = lineStyleOf(element, parent);
    const metrics = fonts.metricsFor(own.text);
    keepWhole(element, own.layout);
    const text = textIn(element.props, isPicture);
    const metricsOf = own.isNormal ? roundLines(element, text, own, metrics) : () => metrics.first;
    const { first } = metrics;
    // with the characters of emoji: satori takes the baseline from their fonts, too
    if (first && metricsOf && fontsOf(textIn(element.props), metrics).size > 1)
      lines.set(element, (font) => metricsOf(font) ?? first);
    return own.isNormal && isFitted(element) ? undefined : own;
  });
};

/**
 * satori counts a line height in font sizes, and 30 / 22 * 22 is a little less than 30: half of what such a line has besides its letters came
 * to a pixel less.
 */
const whole = (height: number, fontSize: number): string =>
  `${(height / fontSize) * fontSize < height ? height + 1e-6 : height}px`;

const keepWhole = ({ props }: PreparedElement, { fontSize, lineHeight }: TextLayout): void => {
  if (props.style?.lineHeight === undefined || fontSize === undefined || !lineHeight || !('pixels' in lineHeight))
    return;
  const { pixels } = lineHeight;
  if (Number.isInteger(pixels)) props.style = { ...props.style, lineHeight: whole(pixels, fontSize) };
};

const lineStyleOf = (element: PreparedElement, parent: LineStyle): LineStyle => {
  const { style = {} } = element.props;
  const isShort = style.font !== undefined;
  return {
    text: textStyleOf(element, parent.text),
    layout: textLayoutOf(element, parent.layout),
    isNormal: !isShort && isNormal(style.lineHeight, parent.isNormal),
  };
};

const isFitted = ({ type, props }: PreparedElement): boolean => fitRangeOf(type, props) !== undefined;

/**
 * Writes the height of the lines of an element's own text.
 *
 * @returns what each of its fonts takes; undefined where its size is not known yet.
 */
const roundLines = (
  element: PreparedElement,
  text: string,
  { layout }: LineStyle,
  metrics: StyleMetrics,
): ((own: FontMetrics) => LineMetrics | undefined) | undefined => {
  const { props } = element;
  const { fontSize } = layout;
  // the size of its texts is not known yet, so no element around them may set the height of their lines
  const isKnown = !isFitted(element) && fontSize !== undefined;
  const fonts = fontsOf(text, metrics);
  // lines with inline elements are as high as each needs
  const isLines = fonts.size > 1 && isLaidAsLines(text, element, layout);
  const line = isKnown && !isLines ? commonLine(text, metrics, fontSize) : undefined;
  if (line && fontSize !== undefined) {
    props.style = { ...props.style, lineHeight: whole(line.height, fontSize) };
    const all = tallest(line.fonts);
    return () => all;
  }
  // a rounded height of an outer element must not be inherited
  if (isFitted(element) || text.trim() !== '') props.style = { ...props.style, lineHeight: 'normal' };
  if (!isKnown) return undefined;
  if (isLines) return byThemselves(fontSize);
  const isPair = fonts.size === 2;
  return metrics.first && isPair ? besides(metrics.first, fontSize) : undefined;
};

const textIn = ({ children = [] }: PreparedProps, isPicture?: (grapheme: string) => boolean): string => {
  const text = children.filter((child) => typeof child === 'string').join('');
  if (!isPicture) return text;
  return graphemesOf(text)
    .map((grapheme) => (isPicture(grapheme) ? picture : grapheme))
    .join('');
};

/** Stands for an emoji that is drawn as a picture: the characters it is written with need no font of the line. */
const picture = '\ufffc';

/** The fonts a text is in, the first one of its list among them; files that take the same are one. */
const fontsOf = (text: string, metrics: StyleMetrics): Set<FontMetrics> => {
  const used = new Map<string, FontMetrics>();
  const seen = new Set<FontMetrics>();
  const add = (own: FontMetrics | undefined) => {
    if (!own || seen.has(own)) return;
    seen.add(own);
    const key = `${own.ascent} ${own.descent} ${own.lineGap}`;
    if (!used.has(key)) used.set(key, own);
  };
  add(metrics.first);
  for (const character of text) add(metrics.of(character.codePointAt(0) as number));
  return new Set(used.values());
};

interface Line {
  /** In whole pixels. */
  readonly height: number;
  readonly fonts: ReadonlySet<FontMetrics>;
}

/**
 * The line that all lines of a text are as high as; undefined where some may be higher than others, because only a few of its
 * words are in a font that takes more.
 */
const commonLine = (text: string, metrics: StyleMetrics, fontSize: number): Line | undefined => {
  const words = text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word): Line => {
      const fonts = fontsOf(word, metrics);
      return { height: lineHeight(fonts, fontSize), fonts };
    });
  const height = Math.max(0, ...words.map((word) => word.height));
  const highest = words.filter((word) => word.height === height);
  if (height === 0 || highest.length * 2 <= words.length) return undefined;
  return { height, fonts: new Set(words.flatMap(({ fonts }) => [...fonts])) };
};

/** Height of a line that holds all these fonts. */
const lineHeight = (metrics: ReadonlySet<FontMetrics>, fontSize: number): number => {
  let [above, below, between] = [0, 0, 0];
  for (const { ascent, descent, lineGap } of metrics) {
    above = Math.max(above, Math.round(ascent * fontSize));
    below = Math.max(below, Math.round(descent * fontSize));
    between = Math.max(between, Math.round(lineGap * fontSize));
  }
  return above + below + between;
};

/** What a line takes that holds another font besides the first one of the list, each in whole pixels. */
const besides =
  (first: FontMetrics, fontSize: number): MetricsInText =>
  (own) => {
    const whole = (side: 'ascent' | 'descent') =>
      Math.max(Math.round(first[side] * fontSize), Math.round(own[side] * fontSize)) / fontSize;
    return { ascent: whole('ascent'), descent: whole('descent') };
  };

/** What each font takes where a line is as high as its fonts need, with its half of the space between lines. */
const byThemselves =
  (fontSize: number): MetricsInText =>
  ({ ascent, descent, lineGap }) => {
    const between = Math.round(lineGap * fontSize);
    const above = Math.round(ascent * fontSize) + Math.floor(between / 2);
    const below = Math.round(descent * fontSize) + Math.ceil(between / 2);
    // a little more: satori moves a line up by a pixel that is a millionth part of one too low
    return { ascent: (above + 0.01) / fontSize, descent: (below + 0.01) / fontSize };
  };

const tallest = (fonts: ReadonlySet<FontMetrics>): LineMetrics => ({
  ascent: Math.max(...[...fonts].map(({ ascent }) => ascent)),
  descent: Math.max(...[...fonts].map(({ descent }) => descent)),
});

const isNormal = (value: string | number | undefined, parent: boolean): boolean => {
  if (value === undefined || value === 'inherit') return parent;
  return value === 'normal';
};
