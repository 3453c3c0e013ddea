import { partedBy, stripAddresses } from '../../rendering/tailwind/class-lists.ts';
import type { Theme } from '../../rendering/tailwind/theme.ts';
import { readUtilities } from '../../rendering/tailwind/utilities.ts';
import { cleanText } from '../../rendering/tree/clean-text.ts';
import { elementAttributes } from '../../rendering/tree/element-attributes.ts';
import { imageBox } from '../../rendering/tree/image-box.ts';
import { type IsLeftOut, normaliseStyle } from '../../rendering/tree/normalise-style.ts';
import { overlaid } from '../../rendering/tree/overlaid.ts';
import type { PreparedElement, PreparedProps } from '../../rendering/tree/prepared-tree.ts';
import { getStyleSheets } from '../../rendering/tree/style-sheets.ts';
import type { SourceRewriter } from '../../vnode/css-urls.ts';
import type { VElement } from '../../vnode/vnode.ts';

/** What a tree is prepared for. */
export interface Preparation {
  /** Width of the image in CSS pixels. */
  readonly width: number;
  /** Returns the `data:` URI that stands for an image; '' when it cannot be had. */
  readonly imageFor: SourceRewriter;
  /** Tells which declarations are left out. */
  readonly isLeftOut?: IsLeftOut | undefined;
}

/** Names the classes of an element that satori reads by itself, and the properties they set as this project reads them. */
export const utilities = Symbol('utilities');

/** What `utilities` holds. */
export interface CustomUtilities {
  readonly tw: string;
  /** Properties that only the classes set: fonts, `fit` and the survey need their values, satori finds its own. */
  readonly properties: ReadonlySet<string>;
}

export type SatoriProps = PreparedProps & { readonly [utilities]?: CustomUtilities };

/**
 * Returns a tree for satori: styles are cleaned, images are replaced by placeholders, and `<style>`, which satori would render
 * as text, is left out but for the tokens of its `@theme`, which stand for `tailwindConfig`. `className` stays unread and `tw`
 * is left to satori, as in `@vercel/og`.
 */
export const prepareTree = (tree: VElement, preparation: Preparation): PreparedElement =>
  prepareElement(tree, { ...preparation, theme: getStyleSheets(tree, preparation.width).theme }, false);

interface Context extends Preparation {
  readonly theme: Theme;
}

const prepareElement = (element: VElement, preparation: Context, isInsideSvg: boolean): PreparedElement => {
  const { type } = element;
  const { imageFor, isLeftOut, theme, width } = preparation;
  const props = elementAttributes(element, imageFor);
  const written = normaliseStyle(element.props.style, imageFor, isLeftOut);
  const isInside = isInsideSvg || type === 'svg';
  const children = element.children.flatMap((child) => {
    if (typeof child === 'string') return isInside ? child : cleanText(child);
    return isUnread(child, isInside) ? [] : prepareElement(child, preparation, isInside);
  });
  if (isInsideSvg) return { type, props: { ...props, style: written, children } };
  const classes = String(element.props.tw ?? '');
  const [themed, tw] = partedBy(theme, isLeftOut?.('tw', classes) ? '' : stripAddresses(classes), width);
  const inline = overlaid(normaliseStyle(readUtilities(themed, width, theme).style, imageFor), written);
  const fromUtilities = normaliseStyle(readUtilities(tw, width).style, imageFor);
  const style = overlaid(fromUtilities, inline);
  const properties = new Set(Object.keys(fromUtilities).filter((name) => !Object.hasOwn(inline, name)));
  const own: SatoriProps = { ...props, style, children, ...(tw !== '' && { [utilities]: { tw, properties } }) };
  return type === 'img' && own.src === undefined ? imageBox(own) : { type, props: own };
};

/** Elements satori has no use for: it renders the text of a style sheet, and refuses an image or a text inside an SVG. */
const isUnread = ({ type }: VElement, isInsideSvg: boolean): boolean =>
  type === 'style' || (isInsideSvg && (type === 'img' || type === 'text'));
