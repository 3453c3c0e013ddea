import { splitWords } from '../../split-words.ts';
import type { Style } from '../../styles/style.ts';
import { getLength } from '../../styles/values/lengths.ts';
import type { SourceRewriter } from '../../vnode/css-urls.ts';
import { getImageAttributes } from '../../vnode/remote-images.ts';
import { naturalWidthProperty, type VElement } from '../../vnode/vnode.ts';
import type { PreparedElement, PreparedProps } from './prepared-tree.ts';

const handledElsewhere: ReadonlySet<string> = new Set(
  splitWords('style tw class className dangerouslySetInnerHTML children'),
);

/** Returns whether an attribute remains: not empty, not a handler, and not handled elsewhere. */
const isRendered = (type: string, name: string, value: unknown): boolean => {
  if (value === null || value === false || handledElsewhere.has(name) || /^on[A-Z]/.test(name)) return false;
  return name === 'lang' ? typeof value === 'string' : !(name === 'srcSet' && type === 'img');
};

/** Returns what the attribute `hidden` means, unless the style of the element sets another `display`. */
export const getHiddenStyle = ({ hidden = false }: VElement['props']): Style =>
  hidden === false || hidden === null ? {} : { display: 'none' };

/** Returns the attributes of an element for engines, with image sources replaced. */
export const getElementAttributes = ({ type, props: given }: VElement, imageFor: SourceRewriter): PreparedProps => {
  const props: PreparedProps = {};
  for (const [name, value] of Object.entries(given)) if (isRendered(type, name, value)) props[name] = value;
  for (const name of getImageAttributes(type)) {
    const source = props[name];
    if (source === undefined) continue;
    delete props[name];
    const image = typeof source === 'string' ? imageFor(source.trim()) : '';
    if (image !== '') props[type === 'img' ? 'src' : 'href'] = image;
  }
  return props;
};

const isGiven = (length: unknown): boolean => length !== undefined && length !== 'auto' && length !== '';

/** Returns the attributes of an image whose width follows from `sizes` where nothing else sizes it. */
export const withNaturalWidth = ({ [naturalWidthProperty]: width, ...props }: PreparedProps): PreparedProps => {
  const { width: own, height, style = {} } = props;
  const isSized = [own, height, style.width, style.height].some(isGiven);
  return isSized || width === undefined ? props : { ...props, width };
};

/** Returns an `<img>` with its size attributes in its style; without an image, an empty box of the same size. */
export const getImageBox = ({ src, width, height, ...props }: PreparedProps): PreparedElement => {
  const size = { ...side('width', width), ...side('height', height) };
  if (src !== undefined) return { type: 'img', props: { ...props, ...size, src, children: [] } };
  const { objectFit: _fit, objectPosition: _position, ...own } = props.style ?? {};
  const style: Style = { display: 'inline-block', flexShrink: 0, ...size, ...own };
  return { type: 'div', props: { ...props, style, children: [] } };
};

/** Returns `width="120"`, `"120px"` or 120 as a number, and a percentage unchanged. */
const side = (name: 'width' | 'height', value: unknown): Style => {
  const { amount = 0, unit } = getLength(value) ?? {};
  if (typeof value === 'string' && amount < 0) return {};
  if (unit === '' || unit === 'px') return { [name]: amount };
  return unit === '%' ? { [name]: `${amount}%` } : {};
};
