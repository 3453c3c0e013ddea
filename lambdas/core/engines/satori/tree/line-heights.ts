import { rootFontSize } from '../../../picture/css/lengths.ts';
import { fitRangeOf } from '../../../picture/fit/fit-range.ts';
import type { FontChoice } from '../../../picture/fonts/choose-fonts.ts';
import type { FontMetrics } from '../../../picture/fonts/font-files.ts';
import { fontSizeOf } from '../../../picture/fonts/font-size.ts';
import { type TextStyle, textStyleOf } from '../../../picture/fonts/text-style.ts';
import { inherit, type PreparedElement } from '../../../picture/tree/prepared-tree.ts';

/** What the height of an element's lines comes from. */
interface LineStyle {
  readonly text: TextStyle;
  /** In CSS pixels; undefined where it cannot be told before layout. */
  readonly fontSize: number | undefined;
  /** Whether the line height is what the fonts make it. */
  readonly isNormal: boolean;
}

/**
 * Writes the height of lines into elements with text that leave it to their fonts. Browsers round what a font takes above and
 * below the baseline to whole pixels, each by itself; satori 0.63 does not, and a column of ten lines ends five pixels higher.
 * Before `font-names`, which overwrites the `fontFamily` it reads.
 */
export const roundLineHeights = (
  tree: PreparedElement,
  { fonts, sheets }: { readonly fonts: Pick<FontChoice, 'metricsFor' | 'root'>; readonly sheets: string },
): void => {
  if (sheets !== '') return;
  const root: LineStyle = { text: fonts.root, fontSize: rootFontSize, isNormal: true };
  inherit(tree, root, ({ type, props }, parent) => {
    if (type === 'svg') return undefined;
    const style = props.style ?? {};
    const own: LineStyle = {
      text: textStyleOf({ type, props }, parent.text),
      fontSize: style.font === undefined ? fontSizeOf(type, style.fontSize, parent.fontSize) : undefined,
      isNormal: style.font === undefined ? isNormal(style.lineHeight, parent.isNormal) : false,
    };
    if (!own.isNormal) return own;
    // the size of its texts is not known yet, so no element around them may set the height of their lines
    const isFitted = fitRangeOf(type, props) !== undefined;
    const text = (props.children ?? []).filter((child) => typeof child === 'string').join('');
    const isKnown = !isFitted && own.fontSize !== undefined;
    const height = isKnown ? commonLineHeight(text, own.text, own.fontSize, fonts) : 0;
    if (height > 0) props.style = { ...style, lineHeight: `${height}px` };
    // a rounded height of an outer element must not be inherited
    else if (isFitted || text.trim() !== '') props.style = { ...style, lineHeight: 'normal' };
    return isFitted ? undefined : own;
  });
};

/**
 * The height all lines of a text have, in whole pixels; 0 where some may be higher than others, because only a few of its
 * words are in a font that takes more.
 */
const commonLineHeight = (
  text: string,
  style: TextStyle,
  fontSize: number,
  fonts: Pick<FontChoice, 'metricsFor'>,
): number => {
  const metrics = fonts.metricsFor(style);
  const plain = lineHeight(new Set([metrics.first]), fontSize);
  const heights = text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => {
      const used = new Set([metrics.first]);
      for (const character of word) used.add(metrics.of(character.codePointAt(0) as number));
      return used.size === 1 ? plain : lineHeight(used, fontSize);
    });
  const highest = Math.max(0, ...heights);
  return heights.filter((height) => height === highest).length * 2 > heights.length ? highest : 0;
};

/** Height of a line that holds all these fonts. */
const lineHeight = (metrics: ReadonlySet<FontMetrics | undefined>, fontSize: number): number => {
  let [above, below, between] = [0, 0, 0];
  for (const { ascent, descent, lineGap } of [...metrics].filter((one) => one !== undefined)) {
    above = Math.max(above, Math.round(ascent * fontSize));
    below = Math.max(below, Math.round(descent * fontSize));
    between = Math.max(between, lineGap * fontSize);
  }
  return above + below + between;
};

const isNormal = (value: string | number | undefined, parent: boolean): boolean => {
  if (value === undefined || value === 'inherit') return parent;
  return value === 'normal';
};
