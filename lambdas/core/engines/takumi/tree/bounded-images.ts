import type { Box, Measure, Size } from '../../../rendering/boxes.ts';
import type { Style } from '../../../rendering/tree/normalise-style.ts';
import type { PreparedElement, PreparedNode } from '../../../rendering/tree/prepared-tree.ts';
import { hasNoWidth, isAsWideAsContent } from './content-widths.ts';
import { getAround, isGiven, isShare, type SizedImage, sizeWithin, unlimited } from './image-size.ts';
import { type Styled, visitStyled } from './visit-styled.ts';

/** An `<img>` that may take no more than a share of its parent. */
interface BoundedImage extends SizedImage {
  readonly element: PreparedElement;
  readonly parent: Styled;
}

/**
 * Gives images that may take no more than a share of their parent (`maxWidth: '100%'`) their size in pixels: takumi 2.16 bounds one in a
 * block by nothing and one in a flex box without its proportions.
 *
 * Costs one layout more, where there is such an image.
 *
 * @param naturalOf the size in CSS pixels of the image with an address; undefined for one without a size of its own.
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
  for (const image of images) image.element.props.style = unbounded(image);
  const boxes = await measure(tree);
  for (const image of images) {
    const { element, style, parent } = image;
    const box = boxes.get(parent.element);
    const { width, height } = sizeWithin(box ? spaceIn(box, parent) : unlimited, image);
    const { maxWidth: _width, maxHeight: _height, ...others } = style;
    element.props.style = { ...others, width, height, minWidth: width, minHeight: height };
    // as wide as the image would be, where nothing bounded it
    if (box && (isAsWideAsContent(parent) || isRowItem(parent)))
      parent.element.props.style = { ...parent.element.props.style, width: box.width };
  }
};

/** The space inside a box; without an end downwards where its height follows from what is in it. */
const spaceIn = (box: Box, styled: Styled): Size => {
  const around = getAround(styled);
  return {
    width: Math.max(0, box.width - around.width),
    height: isGiven(styled.style.height) ? Math.max(0, box.height - around.height) : Number.POSITIVE_INFINITY,
  };
};

/** Whether a box of a flex row is as wide as its content, unless that is too wide. */
const isRowItem = ({ style, parent }: Styled): boolean =>
  hasNoWidth(style) &&
  parent?.style.display === 'flex' &&
  String(parent.style.flexDirection ?? 'row').startsWith('row') &&
  !['flex', 'flexGrow', 'flexBasis'].some((name) => isGiven(style[name]));

/** Whether a node is an image that shares of its parent bound, and that is neither out of the flow nor stretched in other ways. */
const isBounded = (node: PreparedNode): boolean => {
  if (typeof node === 'string' || node.type !== 'img') return false;
  const { style = {} } = node.props;
  return (
    (isShare(style.maxWidth) || isShare(style.maxHeight)) &&
    !/absolute|fixed/.test(String(style.position)) &&
    !['flex', 'flexGrow', 'flexBasis', 'aspectRatio'].some((name) => isGiven(style[name])) &&
    !isShare(style.width) &&
    !isShare(style.height)
  );
};

/** What `naturalSize` writes for an image that names no side. */
const isNatural = ({ width }: Style): boolean => String(width).startsWith('min(');

/** The style of an image that no share bounds. */
const unbounded = (image: BoundedImage): Style => {
  const { maxWidth, maxHeight, ...style } = image.style;
  const { natural } = image;
  const around = getAround(image);
  return {
    ...style,
    // in the place of what `naturalSize` wrote
    ...(isNatural(style) && { width: natural.width + around.width, height: natural.height + around.height }),
    ...(!isShare(maxWidth) && maxWidth !== undefined && { maxWidth }),
    ...(!isShare(maxHeight) && maxHeight !== undefined && { maxHeight }),
  };
};

/** An image that a share of its parent bounds does not keep that from becoming narrower. */
const letShrink = ({ props }: PreparedElement): void => {
  if ((props.children ?? []).every(isBounded)) props.style = { minWidth: 0, ...props.style };
};
