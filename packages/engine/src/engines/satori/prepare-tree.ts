import { string } from 'css-tree/utils';
import { cleanText } from '../../rendering/tree/clean-text.ts';
import {
  getElementAttributes,
  getHiddenStyle,
  getImageBox,
  withNaturalWidth,
} from '../../rendering/tree/element-attributes.ts';
import type { PreparedElement, PreparedProps } from '../../rendering/tree/prepared-tree.ts';
import { mergeStyles, normaliseStyle, toDeclarationText } from '../../styles/normalise-style.ts';
import type { Style } from '../../styles/style.ts';
import { getStyleSheets } from '../../styles/style-sheets.ts';
import { splitByTheme, stripAddresses } from '../../styles/tailwind/class-lists.ts';
import type { Theme } from '../../styles/tailwind/theme.ts';
import { readUtilities } from '../../styles/tailwind/utilities.ts';
import { getPixels } from '../../styles/values/lengths.ts';
import type { SourceRewriter } from '../../vnode/css-urls.ts';
import type { VElement } from '../../vnode/vnode.ts';

interface Preparation {
  /** Width of the image in CSS pixels. */
  readonly width: number;
  /** Returns the `data:` URI that represents an image; '' if the image is unavailable. */
  readonly imageFor: SourceRewriter;
  /** Texts of declarations to leave out. */
  readonly leftOut?: ReadonlySet<string>;
}

/** Key of the classes that satori reads itself, and of what they set. */
export const utilities = Symbol('utilities');

/** The value of `utilities`. */
export interface CustomUtilities {
  readonly tw: string;
  /** What only the classes set. Fonts, `fit` and linting need it; satori computes its own, unless they change it. */
  readonly style: Style;
}

export type SatoriProps = PreparedProps & { readonly [utilities]?: CustomUtilities };

/**
 * Returns a tree for satori: styles are cleaned and images are replaced with placeholders. `<style>`, which satori
 * would render as text, is left out except for its `@theme` tokens, which correspond to `tailwindConfig`. As in
 * `@vercel/og`, `className` is ignored and satori reads `tw`.
 */
export const prepareTree = (tree: VElement, preparation: Preparation): PreparedElement =>
  prepareElement(toOutermost(tree), { ...preparation, theme: getStyleSheets(tree, preparation.width).theme }, false);

/**
 * Returns the outermost element as satori gets it: without the mark of Tailwind's base styles, which Vercel OG does not
 * have, and empty if it is a `<style>`.
 */
const toOutermost = ({ type, props: { preflight: _, ...props }, children }: VElement): VElement => ({
  type,
  props,
  children: type === 'style' ? [] : children,
});

interface Context extends Preparation {
  readonly theme: Theme;
}

const prepareElement = (element: VElement, preparation: Context, isInsideSvg: boolean): PreparedElement => {
  const { type } = element;
  const { imageFor, leftOut, theme, width } = preparation;
  const props = getElementAttributes(element, imageFor);
  const written = normaliseStyle(element.props.style, imageFor, leftOut);
  const isInside = isInsideSvg || type === 'svg';
  const children = element.children.flatMap((child) => {
    if (typeof child === 'string') return isInside ? child : cleanText(child);
    return isUnread(child, isInside) ? [] : prepareElement(child, preparation, isInside);
  });
  if (isInsideSvg) {
    // rules of a <style> inside of the <svg> may name them
    const names = element.props.className ?? element.props.class;
    return { type, props: { ...props, ...(names !== undefined && { class: names }), style: written, children } };
  }
  const classes = String(element.props.tw ?? '');
  const safe = leftOut?.has(toDeclarationText('tw', classes)) ? '' : stripAddresses(classes);
  const [themed, tw] = splitByTheme(theme, safe, width);
  const inline = mergeStyles(normaliseStyle(readUtilities(themed, width, theme).style, imageFor), written);
  const fromUtilities = normaliseStyle(readUtilities(tw, width).style, imageFor);
  const style = withEllipsis({ ...getHiddenStyle(element.props), ...mergeStyles(fromUtilities, inline) });
  const ofClasses = Object.fromEntries(Object.entries(fromUtilities).filter(([name]) => !Object.hasOwn(inline, name)));
  const own: SatoriProps = { ...props, style, children, ...(tw !== '' && { [utilities]: { tw, style: ofClasses } }) };
  if (type !== 'img') return { type, props: own };
  const image = withNaturalWidth(own);
  return image.src === undefined ? getImageBox(image) : { type, props: { ...image, ...readSize(image) } };
};

/** Returns a style whose `lineClamp` has its text without escapes, which satori renders: `2 "... (more)"`. */
const withEllipsis = (style: Style): Style => {
  const [, lines, text] = /^(\d+) ("[^"]*"|'[^']*')$/.exec(String(style.lineClamp)) ?? [];
  return text === undefined ? style : { ...style, lineClamp: `${lines} ${text[0]}${string.decode(text)}${text[0]}` };
};

/** Returns the size attributes of an image that are numbers written as text, which satori reads as a size of 0. */
const readSize = ({ width, height }: PreparedProps): PreparedProps =>
  Object.fromEntries(
    Object.entries({ width, height }).flatMap(([name, value]) => {
      const pixels = typeof value === 'string' ? getPixels(value) : undefined;
      return pixels === undefined ? [] : [[name, pixels]];
    }),
  );

/** Drops style sheets, which satori renders as text, and images inside SVG, which it rejects. Those of an SVG stay for its shapes. */
const isUnread = ({ type }: VElement, isInsideSvg: boolean): boolean =>
  isInsideSvg ? type === 'img' : type === 'style';
