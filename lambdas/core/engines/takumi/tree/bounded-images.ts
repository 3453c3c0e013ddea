import type { Box, Measure, Size } from '../../../rendering/boxes.ts';
import type { Style } from '../../../rendering/tree/normalise-style.ts';
import type { PreparedElement, PreparedNode } from '../../../rendering/tree/prepared-tree.ts';
import { hasNoWidth, isAsWideAsContent } from './content-widths.ts';
import { fitInside, getAround, isPercentage, isSpecified, type SizedImage, unlimited } from './image-size.ts';
import { type Styled, visitStyled } from './visit-styled.ts';

/** An `<img>` whose maximum size is a percentage of its parent. */
interface BoundedImage extends SizedImage {
  readonly element: PreparedElement;
  readonly parent: Styled;
}

/**
 * Gives images whose maximum size is a percentage of their parent (`maxWidth: '100%'`) a size in pixels. takumi 2.16
 * ignores the bound in a block and the proportions in a flex box.
 *
 * Needs one extra layout if there is such an image.
 *
 * @param naturalOf returns the natural size in CSS pixels of the image at an address; undefined if it has none.
 */
export const boundImages = async (
  tree: PreparedElement,
  naturalOf: (src: string) => Size | undefined,
  measure: Measure,
): Promise<void> => {
  const images: BoundedImage[] = [];
  visitStyled(tree, ({ element, style, fontSize, parent }) => {
    const natural = isBounded(element) ? naturalOf(String(element.props.src)) : undefined;
    if (parent && natural) images.push({ element, style, attributes: element.props, natural, fontSize, parent });
  });
  if (images.length === 0) return;
  for (const { parent } of images) letShrink(parent.element);
  for (const image of images) image.element.props.style = withoutBounds(image);
  const boxes = await measure(tree);
  for (const image of images) {
    const { element, style, parent } = image;
    const box = boxes.get(parent.element);
    const { width, height } = fitInside(box ? spaceIn(box, parent) : unlimited, image);
    const { maxWidth: _width, maxHeight: _height, ...others } = style;
    element.props.style = { ...others, width, height, minWidth: width, minHeight: height };
    // As wide as the unbounded image would be.
    if (box && (isAsWideAsContent(parent) || isRowItem(parent)))
      parent.element.props.style = { ...parent.element.props.style, width: box.width };
  }
};

/** Returns the size of the content box. The height is infinite if it depends on the content. */
const spaceIn = (box: Box, styled: Styled): Size => {
  const around = getAround(styled);
  return {
    width: Math.max(0, box.width - around.width),
    height: isSpecified(styled.style.height) ? Math.max(0, box.height - around.height) : Number.POSITIVE_INFINITY,
  };
};

/** Returns whether a box of a flex row is as wide as its content allows. */
const isRowItem = ({ style, parent }: Styled): boolean =>
  hasNoWidth(style) &&
  parent?.style.display === 'flex' &&
  String(parent.style.flexDirection ?? 'row').startsWith('row') &&
  !['flex', 'flexGrow', 'flexBasis'].some((name) => isSpecified(style[name]));

/** Returns whether a node is an image that only percentages bound: in the flow, and not stretched in another way. */
const isBounded = (node: PreparedNode): boolean => {
  if (typeof node === 'string' || node.type !== 'img') return false;
  const { style = {} } = node.props;
  return (
    (isPercentage(style.maxWidth) || isPercentage(style.maxHeight)) &&
    !/absolute|fixed/.test(String(style.position)) &&
    !['flex', 'flexGrow', 'flexBasis', 'aspectRatio'].some((name) => isSpecified(style[name])) &&
    !isPercentage(style.width) &&
    !isPercentage(style.height)
  );
};

/** Returns whether `getNaturalSize` wrote the width of the image. */
const isNatural = ({ width }: Style): boolean => String(width).startsWith('min(');

/** Returns the style of an image without its percentage bounds. */
const withoutBounds = (image: BoundedImage): Style => {
  const { maxWidth, maxHeight, ...style } = image.style;
  const { natural } = image;
  const around = getAround(image);
  return {
    ...style,
    // Replaces what `getNaturalSize` wrote.
    ...(isNatural(style) && { width: natural.width + around.width, height: natural.height + around.height }),
    ...(!isPercentage(maxWidth) && maxWidth !== undefined && { maxWidth }),
    ...(!isPercentage(maxHeight) && maxHeight !== undefined && { maxHeight }),
  };
};

/** Lets a box become narrower than an image that a percentage bounds. */
const letShrink = ({ props }: PreparedElement): void => {
  if ((props.children ?? []).every(isBounded)) props.style = { minWidth: 0, ...props.style };
};
