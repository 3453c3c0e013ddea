import { getLength } from '../css/lengths.ts';
import type { Style } from './normalise-style.ts';
import type { PreparedElement, PreparedProps } from './prepared-tree.ts';

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
