import { imageBox } from '../../picture/images/image-box.ts';
import { readUtilities } from '../../picture/tailwind/utilities.ts';
import { cleanText } from '../../picture/tree/clean-text.ts';
import { type IsLeftOut, normaliseStyle } from '../../picture/tree/normalise-style.ts';
import { overlaid } from '../../picture/tree/overlaid.ts';
import type { PreparedElement, PreparedProps } from '../../picture/tree/prepared-tree.ts';
import { pictureAttributesOf, type SourceRewriter } from '../../vnode/remote-images.ts';
import type { VElement } from '../../vnode/vnode.ts';

/** What a tree is prepared for. */
export interface Preparation {
  /** Width of the image in CSS pixels. */
  readonly width: number;
  /** Returns the `data:` URI that stands for an image; '' when it cannot be had. */
  readonly pictureFor: SourceRewriter;
  /** Tells which declarations are left out. */
  readonly isLeftOut?: IsLeftOut | undefined;
}

/** Names the classes of an element that satori reads by itself, and the properties they set as this project reads them. */
export const utilities = Symbol('utilities');

/** What `utilities` holds. */
export interface OwnUtilities {
  readonly tw: string;
  /** Properties that only the classes set: fonts, `fit` and the survey need their values, satori finds its own. */
  readonly properties: ReadonlySet<string>;
}

export type SatoriProps = PreparedProps & { readonly [utilities]?: OwnUtilities };

/**
 * Returns a tree for satori: styles are cleaned, images are replaced by placeholders, and `<style>`, which satori would draw
 * as text, is left out. `className` stays unread and `tw` is left to satori, as in `@vercel/og`.
 */
export const prepareTree = (tree: VElement, preparation: Preparation): PreparedElement =>
  prepareElement(tree, preparation, false);

const prepareElement = (element: VElement, preparation: Preparation, isInsideSvg: boolean): PreparedElement => {
  const { type } = element;
  const { pictureFor, isLeftOut } = preparation;
  const props = attributesOf(element, pictureFor);
  const inline = normaliseStyle(element.props.style, pictureFor, isLeftOut);
  const isInside = isInsideSvg || type === 'svg';
  const children = element.children.flatMap((child) => {
    if (typeof child === 'string') return isInside ? child : cleanText(child);
    return isUnread(child, isInside) ? [] : prepareElement(child, preparation, isInside);
  });
  if (isInsideSvg) return { type, props: { ...props, style: inline, children } };
  const classes = String(element.props.tw ?? '');
  const tw = isLeftOut?.('tw', classes) ? '' : withoutAddresses(classes);
  const fromUtilities = normaliseStyle(readUtilities(tw, preparation.width).style, pictureFor);
  const style = overlaid(fromUtilities, inline);
  const properties = new Set(Object.keys(fromUtilities).filter((name) => !Object.hasOwn(inline, name)));
  const own: SatoriProps = { ...props, style, children, ...(tw !== '' && { [utilities]: { tw, properties } }) };
  return type === 'img' && own.src === undefined ? imageBox(own) : { type, props: own };
};

/** Elements satori has no use for: it draws the text of a style sheet, and refuses an image or a text inside an SVG. */
const isUnread = ({ type }: VElement, isInsideSvg: boolean): boolean =>
  type === 'style' || (isInsideSvg && (type === 'img' || type === 'text'));

/** A function that loads a file, or an escape that may spell one. */
const loads = /\\|(?:url|src|image|image-set|cross-fade|element|paint)\(/i;

/** Returns classes without those that name an address: nothing but placeholders may reach satori. */
const withoutAddresses = (tw: string): string =>
  loads.test(tw)
    ? tw
        .split(/\s+/)
        .filter((name) => !loads.test(name))
        .join(' ')
    : tw;

const readHere: ReadonlySet<string> = new Set([
  ...['style', 'tw', 'class', 'className', 'dangerouslySetInnerHTML', 'children'],
]);

/** Attributes satori may read, with placeholders in place of addresses. */
const attributesOf = (element: VElement, pictureFor: SourceRewriter): PreparedProps => {
  const props: PreparedProps = {};
  for (const [name, value] of Object.entries(element.props)) {
    const isKept = value !== null && value !== false && !readHere.has(name) && !/^on[A-Z]/.test(name);
    if (isKept && (name !== 'lang' || typeof value === 'string')) props[name] = value;
  }
  for (const name of pictureAttributesOf(element.type)) {
    const source = props[name];
    if (source === undefined) continue;
    delete props[name];
    const picture = typeof source === 'string' ? pictureFor(source.trim()) : '';
    if (picture !== '') props[element.type === 'img' ? 'src' : 'href'] = picture;
  }
  return props;
};
