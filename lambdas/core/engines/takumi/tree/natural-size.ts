import type { Size } from '../../../rendering/boxes.ts';
import { getLength } from '../../../rendering/css/lengths.ts';
import type { Style } from '../../../rendering/tree/normalise-style.ts';
import type { PreparedElement } from '../../../rendering/tree/prepared-tree.ts';
import { hasNaturalSize, isGiven, isShare, type SizedImage, sizeWithin, unlimited } from './image-size.ts';
import { visitStyled } from './visit-styled.ts';

interface NaturalSizes {
  readonly naturalOf: (address: string) => Size | undefined;
}

/**
 * Gives an `<img>` without a size that of its image, and gives one in a flex box its minimum size: takumi 2.16 stretches the first over
 * its parent and shrinks the second.
 */
export const sizeImages = (tree: PreparedElement, { naturalOf }: NaturalSizes): void =>
  visitStyled(tree, ({ element: { type, props }, style: given, fontSize }) => {
    if (type !== 'img') return;
    const natural = naturalOf(String(props.src));
    const { width, height } = props;
    const style = { ...given, ...(natural && naturalSize({ style: given, attributes: props, natural, fontSize })) };
    props.style = { ...leastSize(style, style.width ?? text(width), style.height ?? text(height), natural), ...style };
  });

const text = (length: unknown) => (typeof length === 'number' || typeof length === 'string' ? length : undefined);

/**
 * The size of an `<img>` that names none: that of its image, within the bounds its style sets, as in a browser; nothing where the
 * style or an attribute says enough.
 */
export const naturalSize = (image: SizedImage): Style => {
  if (!hasNaturalSize(image)) return {};
  const { width, height } = sizeWithin(unlimited, image);
  const { maxWidth } = image.style;
  return isShare(maxWidth) ? { width: `min(${width}px, ${maxWidth})` } : { width, height };
};

type Side = string | number | undefined;

/**
 * What browsers take `min-width: auto` for on an image in a flex box: the size it is given, or the one that follows from its
 * other side and its proportions, whichever is less.
 */
const leastSize = ({ maxWidth, maxHeight }: Style, width: Side, height: Side, natural: Size | undefined): Style => {
  const ratio = natural && natural.height > 0 ? natural.width / natural.height : undefined;
  const minWidth = getLeast(width, height, ratio);
  const minHeight = getLeast(height, width, ratio && 1 / ratio);
  // a bound of one side bounds the other, where that follows from it
  const isWide = maxWidth === undefined && (isGiven(width) || maxHeight === undefined);
  const isHigh = maxHeight === undefined && (isGiven(height) || maxWidth === undefined);
  return {
    ...(isWide && minWidth !== undefined && { minWidth }),
    ...(isHigh && minHeight !== undefined && { minHeight }),
  };
};

const getLeast = (side: Side, other: Side, proportion: number | undefined): Side => {
  if (typeof other === 'number' && proportion && (typeof side === 'number' || !isGiven(side)))
    return Math.min(typeof side === 'number' ? side : Number.POSITIVE_INFINITY, other * proportion);
  const unit = getLength(side)?.unit ?? '%';
  return unit === '%' || (unit === '' && typeof side === 'string') ? undefined : side;
};
