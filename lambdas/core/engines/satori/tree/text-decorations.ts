import { pixelsOf } from '../../../picture/css/lengths.ts';
import { fitRangeOf } from '../../../picture/fit/fit-range.ts';
import { type TextStyle, textStyleOf } from '../../../picture/fonts/text-style.ts';
import type { Style } from '../../../picture/tree/normalise-style.ts';
import { inherit } from '../../../picture/tree/prepared-tree.ts';
import { tagStyles } from '../../../picture/tree/tag-styles.ts';
import type { TextCorrection } from '../correction.ts';
import { decorationMark } from '../line-marks.ts';
import { maySayOfTexts, rootTextLayout, type TextLayout, textLayoutOf } from './text-layout.ts';

interface Inherited {
  readonly text: TextStyle;
  readonly layout: TextLayout;
}

/**
 * Says how thick lines under and through texts are, and where. satori 0.63 draws them a tenth of the font size thick and a tenth of the
 * ascent below the baseline, or seven tenths of it below the top, between pixels; browsers in whole ones. It has no property for where a line goes
 * through, so that is written as one under the text, raised. After `styled-tags`, which writes what is underlined by its tag.
 */
export const settleDecorations: TextCorrection = (tree, { fonts, sheets }) => {
  if (maySayOfTexts(sheets)) return;
  const root: Inherited = { text: fonts.root, layout: rootTextLayout };
  inherit(tree, root, (element, parent) => {
    const { type, props } = element;
    // the size of its texts is not known yet
    if (fitRangeOf(type, props) !== undefined) return undefined;
    const own = { text: textStyleOf(element, parent.text), layout: textLayoutOf(element, parent.layout) };
    const line = lineOf(type, props.style ?? {});
    const { fontSize } = own.layout;
    const ascent = fonts.metricsFor(own.text).first?.ascent;
    if (line && fontSize !== undefined && ascent !== undefined)
      props.style = {
        ...props.style,
        ...placedLine(line, props.style ?? {}, { fontSize, ascent: Math.round(ascent * fontSize) }),
      };
    return own;
  });
};

type Line = 'underline' | 'line-through';

const lineOf = (type: string, style: Style): Line | undefined => {
  const own = style.textDecorationLine ?? style.textDecoration ?? tagStyles[type]?.textDecoration;
  const [line, ...others] = String(own ?? '').match(/underline|overline|line-through/g) ?? [];
  return others.length === 0 && (line === 'underline' || line === 'line-through') ? line : undefined;
};

interface Sizes {
  /** In CSS pixels. */
  readonly fontSize: number;
  readonly ascent: number;
}

/** Source: Chromium's `TextDecorationInfo` and `TextDecorationOffset`. */
const placedLine = (line: Line, style: Style, { fontSize, ascent }: Sizes): Style | undefined => {
  const { textDecorationThickness = lengthIn(style.textDecoration) ?? 'auto', textUnderlineOffset = 'auto' } = style;
  const thickness =
    textDecorationThickness === 'auto' ? fontSize / 10 : rounded(pixelsOf(textDecorationThickness, fontSize));
  const given = textUnderlineOffset === 'auto' ? undefined : rounded(pixelsOf(textUnderlineOffset, fontSize));
  if (thickness === undefined || (given === undefined && textUnderlineOffset !== 'auto')) return undefined;
  const seen = Math.max(1, thickness);
  const below = given ?? Math.max(1, Math.ceil(seen / 2));
  const through = Math.round((ascent * 2) / 3 - seen / 2) - ascent;
  return {
    textDecorationThickness: `${decorationMark(Math.floor(seen))}px`,
    ...(line === 'underline'
      ? { textUnderlineOffset: `${below}px` }
      : { textUnderlineOffset: `${through}px`, textDecorationLine: 'underline', textDecorationSkipInk: 'none' }),
  };
};

const rounded = (pixels: number | undefined): number | undefined => pixels && Math.round(pixels);

/** The thickness in a `textDecoration`. */
const lengthIn = (shorthand: string | number | undefined): string | undefined =>
  /(?:^|\s)((?:\d+(?:\.\d+)?|\.\d+)(?:px|r?em|pt))(?=\s|$)/.exec(String(shorthand ?? ''))?.[1];
