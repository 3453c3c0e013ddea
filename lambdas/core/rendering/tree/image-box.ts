import { getLength } from '../css/lengths.ts';
import type { Style } from './normalise-style.ts';
import type { PreparedElement, PreparedProps } from './prepared-tree.ts';

/**
 * An `<img>` with its image, its size attributes read; without an image an empty box of that size, with its borders and
 * background.
 */
export const imageBox = ({ src, width, height, ...props }: PreparedProps): PreparedElement => {
  const size = { ...side('width', width), ...side('height', height) };
  if (src !== undefined) return { type: 'img', props: { ...props, ...size, src, children: [] } };
  const { objectFit: _fit, objectPosition: _position, ...own } = props.style ?? {};
  const style: Style = { display: 'inline-block', flexShrink: 0, ...size, ...own };
  return { type: 'div', props: { ...props, style, children: [] } };
};

/** `width="120"`, `"120px"` or 120 as a number, a percentage as it is. */
const side = (name: 'width' | 'height', value: unknown): Style => {
  const { amount = 0, unit } = getLength(value) ?? {};
  if (typeof value === 'string' && amount < 0) return {};
  if (unit === '' || unit === 'px') return { [name]: amount };
  return unit === '%' ? { [name]: `${amount}%` } : {};
};
