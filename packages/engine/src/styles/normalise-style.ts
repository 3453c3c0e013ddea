import type { Json } from '../json.ts';
import { rewriteCssUrls, type SourceRewriter } from '../vnode/css-urls.ts';
import type { Style } from './style.ts';
import { expandFont } from './values/font-shorthand.ts';

export const toDeclarationText = (property: string, value: string | number): string => `${property}: ${value}`;

/** A box whose image is unavailable stays empty. A transparent gradient is valid wherever an image is. */
const noImage = 'linear-gradient(transparent,transparent)';

/**
 * Normalises a `style` property for engines: camelCase names, text or numbers as values, collapsed white space. Empty
 * values are dropped, as in a browser. A `font` shorthand becomes its properties.
 *
 * @param imageFor returns the address that replaces an image source; '' if the image is unavailable.
 * @param leftOut texts of declarations, as written by their author, that are ignored.
 */
export const normaliseStyle = (
  given: Json | undefined,
  imageFor: SourceRewriter,
  leftOut?: ReadonlySet<string>,
): Style => {
  const style: Style = {};
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return style;
  for (const [name, value] of Object.entries(given)) {
    if (value === '' || (typeof value !== 'string' && typeof value !== 'number')) continue;
    const property = propertyName(name);
    if (property === undefined || leftOut?.has(toDeclarationText(name, value))) continue;
    const clean = typeof value === 'string' ? cleanValue(value, imageFor) : value;
    if (clean === '' || clean === undefined) continue;
    const longhands = property === 'font' ? expandFont(String(clean)) : undefined;
    if (longhands) Object.assign(style, longhands);
    else style[property] = clean;
  }
  return style;
};

/**
 * `background-color` becomes `backgroundColor`, `-webkit-text-stroke` becomes `WebkitTextStroke`; custom properties are
 * unchanged. Undefined for an invalid name, which may contain anything, such as a million dashes.
 */
const propertyName = (name: string): string | undefined => {
  if (name.startsWith('--')) return /^[\w\u0080-\uffff-]+$/.test(name) ? name : undefined;
  const plain = name.trim();
  if (!/^-?[a-zA-Z][a-zA-Z0-9]*(?:-[a-zA-Z0-9]+)*$/.test(plain)) return undefined;
  return plain.replace(/-([a-zA-Z])/g, (_dash, letter: string) => letter.toUpperCase());
};

const cleanValue = (value: string, imageFor: SourceRewriter): string | undefined => {
  const collapsed = value.replace(/\s+/g, ' ').replace(/;\s*$/, '').trim();
  return rewriteImages(collapsed, imageFor);
};

/** Returns CSS with image sources replaced; an unavailable image becomes a transparent gradient. */
export const rewriteImages = (css: string, imageFor: SourceRewriter): string =>
  rewriteCssUrls(css, (source) => {
    const address = source === undefined ? '' : imageFor(source);
    return address === '' ? noImage : `url("${address}")`;
  });

const longhandsOf = new Map([
  ...['padding', 'margin', 'background'].map((name): [string, RegExp] => [name, new RegExp(`^${name}[A-Z]`)]),
  ['border', /^border(?!.*(?:Radius|Spacing|Collapse)$)[A-Z]/],
  ['borderRadius', /^border.+Radius$/],
  ['font', /^(?:font[A-Z]\w*|lineHeight)$/],
  ['flex', /^flex(?:Grow|Shrink|Basis)$/],
  ['flexFlow', /^flex(?:Direction|Wrap)$/],
  ['overflow', /^overflow[XY]$/],
  ['outline', /^outline(?!Offset)[A-Z]/],
  ['inset', /^(?:top|right|bottom|left)$/],
  ['gap', /^(?:row|column)Gap$/],
  ['listStyle', /^listStyle[A-Z]/],
]);

/** Merges two styles: a shorthand of the upper one (`padding`) removes longhands of the lower one (`paddingTop`). */
export const mergeStyles = (lower: Style, upper: Style): Style => {
  const style = { ...lower };
  for (const name in upper) {
    const longhands = longhandsOf.get(name);
    if (longhands) for (const longhand in style) if (longhands.test(longhand)) delete style[longhand];
  }
  return Object.assign(style, upper);
};
