import type { Size } from '../../../rendering/boxes.ts';
import { getLength } from '../../../rendering/css/lengths.ts';
import type { Style } from '../../../rendering/tree/normalise-style.ts';
import type { PreparedElement } from '../../../rendering/tree/prepared-tree.ts';
import { fitInside, hasNaturalSize, isPercentage, isSpecified, type SizedImage, unlimited } from './image-size.ts';
import { visitStyled } from './visit-styled.ts';

interface NaturalSizes {
  readonly naturalOf: (address: string) => Size | undefined;
}

/**
 * Gives an `<img>` without a size its natural size, and gives one in a flex box its minimum size. takumi 2.16 stretches
 * the former over its parent and shrinks the latter.
 */
export const sizeImages = (tree: PreparedElement, { naturalOf }: NaturalSizes): void =>
  visitStyled(tree, ({ element: { type, props }, style: given, fontSize }) => {
    if (type !== 'img') return;
    const natural = naturalOf(String(props.src));
    const { width, height } = props;
    const style = { ...given, ...(natural && getNaturalSize({ style: given, attributes: props, natural, fontSize })) };
    props.style = {
      ...leastSize(style, style.width ?? toSide(width), style.height ?? toSide(height), natural),
      ...style,
    };
  });

const toSide = (length: unknown) => (typeof length === 'number' || typeof length === 'string' ? length : undefined);

/**
 * Returns the size of an `<img>` without one: its natural size within the bounds of its style, as in a browser. Returns
 * an empty style if the style or an attribute specifies the size.
 */
export const getNaturalSize = (image: SizedImage): Style => {
  if (!hasNaturalSize(image)) return {};
  const { width, height } = fitInside(unlimited, image);
  const { maxWidth } = image.style;
  return isPercentage(maxWidth) ? { width: `min(${width}px, ${maxWidth})` } : { width, height };
};

type Side = string | number | undefined;

/**
 * Returns what `min-width: auto` means for an image in a flex box: the smaller of its specified size and the size that
 * follows from its other side and proportions.
 */
const leastSize = ({ maxWidth, maxHeight }: Style, width: Side, height: Side, natural: Size | undefined): Style => {
  const ratio = natural && natural.height > 0 ? natural.width / natural.height : undefined;
  const minWidth = getLeast(width, height, ratio);
  const minHeight = getLeast(height, width, ratio && 1 / ratio);
  // A bound of one side also bounds a side that follows from it.
  const isWide = maxWidth === undefined && (isSpecified(width) || maxHeight === undefined);
  const isHigh = maxHeight === undefined && (isSpecified(height) || maxWidth === undefined);
  return {
    ...(isWide && minWidth !== undefined && { minWidth }),
    ...(isHigh && minHeight !== undefined && { minHeight }),
  };
};

const getLeast = (side: Side, other: Side, proportion: number | undefined): Side => {
  if (typeof other === 'number' && proportion && (typeof side === 'number' || !isSpecified(side)))
    return Math.min(typeof side === 'number' ? side : Number.POSITIVE_INFINITY, other * proportion);
  const unit = getLength(side)?.unit ?? '%';
  return unit === '%' || (unit === '' && typeof side === 'string') ? undefined : side;
};
