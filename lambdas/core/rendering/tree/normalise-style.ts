import type { Json } from '../../../contract/schemas/mint.ts';
import { rewriteCssUrls, type SourceRewriter } from '../../vnode/css-urls.ts';

export type Style = Record<string, string | number>;

/** Whether a declaration is passed over, given its property and its value as their author wrote them. */
export type IsLeftOut = (property: string, value: string | number) => boolean;

/** A box with an image that cannot be had stays empty: a gradient of nothing stands anywhere an image may stand. */
const noImage = 'linear-gradient(transparent,transparent)';

/**
 * Brings a `style` property into the form the layout engine takes: camelCase names, values that are text or numbers,
 * white space collapsed. Empty values go, as in a browser.
 *
 * @param pictureFor the `data:` URI for an image source; '' when it cannot be had.
 * @param isLeftOut asked of every declaration, where some are.
 */
export const normaliseStyle = (given: Json | undefined, imageFor: SourceRewriter, isLeftOut?: IsLeftOut): Style => {
  const style: Style = {};
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return style;
  for (const [name, value] of Object.entries(given)) {
    if (value === '' || value === undefined || (typeof value !== 'string' && typeof value !== 'number')) continue;
    const property = propertyName(name);
    if (property === undefined || isLeftOut?.(name, value)) continue;
    const clean = typeof value === 'string' ? cleanValue(value, imageFor) : value;
    if (clean !== '' && clean !== undefined) style[property] = clean;
  }
  return style;
};

/**
 * `background-color` -> `backgroundColor`, `-webkit-text-stroke` -> `WebkitTextStroke`; custom properties stay. Undefined for
 * what is no name of a property: it may hold anything, patterns and a million dashes among it.
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

/** Returns CSS with the addresses that engines know images by; an image that cannot be had becomes a gradient of nothing. */
export const rewriteImages = (css: string, imageFor: SourceRewriter): string =>
  rewriteCssUrls(css, (source) => {
    const address = source === undefined ? '' : imageFor(source);
    return address === '' ? noImage : `url("${address}")`;
  });
