import type { Measure, Size } from '../boxes.ts';
import { getEdges } from '../css/edges.ts';
import { getLength, getPixels, rootFontSize } from '../css/lengths.ts';
import { getFontSize } from '../fonts/font-size.ts';
import { hasNoWidth, isAsWideAsContent } from './content-widths.ts';
import type { Style } from './normalise-style.ts';
import { inherit, type PreparedElement, type PreparedNode, type PreparedProps } from './prepared-tree.ts';

/** An `<img>` that may take no more than a share of its parent. */
interface BoundedImage {
  readonly props: PreparedProps;
  readonly style: Style;
  readonly natural: Size;
  readonly fontSize: number;
  readonly parent: PreparedElement;
  readonly parentFontSize: number;
  /** Whether the parent is as wide as what is in it. */
  readonly isInContentWidth: boolean;
}

/**
 * Gives images that may take no more than a share of their parent (`maxWidth: '100%'`) their size in pixels: takumi 2.16 bounds one in a
 * block by nothing and one in a flex box without its proportions, and satori 0.63 renders none where the parent is as wide as its content.
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
  const images = boundedIn(tree, naturalOf);
  if (images.length === 0) return;
  for (const { parent } of images) letShrink(parent);
  for (const image of images) image.props.style = unbounded(image);
  const boxes = await measure(tree);
  for (const image of images) {
    const { props, style, parent, parentFontSize } = image;
    const around = boxes.get(parent);
    const edges = getEdges(parent.props.style ?? {}, parentFontSize);
    const { maxWidth: _width, maxHeight: _height, ...others } = style;
    const hasHeight = isGiven(parent.props.style?.height);
    const space = around && {
      width: Math.max(0, around.width - edges.left - edges.right),
      height: hasHeight ? Math.max(0, around.height - edges.top - edges.bottom) : Number.POSITIVE_INFINITY,
    };
    const { width, height } = sizeWithin(space ?? unlimited, image);
    props.style = { ...others, width, height, minWidth: width, minHeight: height };
    // as wide as the image would be, where nothing bounded it
    if (around && image.isInContentWidth) parent.props.style = { ...parent.props.style, width: around.width };
  }
};

const unlimited: Size = { width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY };

const isGiven = (length: unknown): boolean => length !== undefined && length !== 'auto' && length !== '';
const isShare = (length: unknown): boolean => getLength(length)?.unit === '%';

const boundedIn = (tree: PreparedElement, naturalOf: (src: string) => Size | undefined): BoundedImage[] => {
  const found: BoundedImage[] = [];
  const root = { parent: tree, parentFontSize: rootFontSize, isInContentWidth: false };
  inherit(tree, root, (element, handed) => {
    const { type, props } = element;
    const fontSize = getFontSize(type, props.style?.fontSize, handed.parentFontSize) ?? handed.parentFontSize;
    const natural = isBounded(element) ? naturalOf(String(props.src)) : undefined;
    if (natural && props.style) found.push({ props, style: props.style, natural, fontSize, ...handed });
    const around = element === tree ? {} : (handed.parent.props.style ?? {});
    const isInContentWidth = isAsWideAsContent(props.style ?? {}, around) || isRowItem(props.style ?? {}, around);
    return { parent: element, parentFontSize: fontSize, isInContentWidth };
  });
  return found;
};

/** Whether a box of a flex row is as wide as its content, unless that is too wide. */
const isRowItem = (style: Style, { display, flexDirection = 'row' }: Style): boolean =>
  hasNoWidth(style) &&
  display === 'flex' &&
  String(flexDirection).startsWith('row') &&
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
const unbounded = ({ style, natural, fontSize }: BoundedImage): Style => {
  const { maxWidth, maxHeight, ...others } = style;
  const edges = getEdges(style, fontSize);
  return {
    ...others,
    ...(isNatural(style) && {
      width: natural.width + edges.left + edges.right,
      height: natural.height + edges.top + edges.bottom,
    }),
    ...(maxWidth !== undefined && !isShare(maxWidth) && { maxWidth }),
    ...(maxHeight !== undefined && !isShare(maxHeight) && { maxHeight }),
  };
};

/** An image that a share of its parent bounds does not keep that from becoming narrower. */
const letShrink = ({ props }: PreparedElement): void => {
  if ((props.children ?? []).every(isBounded)) props.style = { minWidth: 0, ...props.style };
};

/** The size of an image's box. Source: CSS 2.2, 10.4: it keeps its proportions where its style names no side, or one. */
const sizeWithin = (space: Size, { props, style, natural, fontSize }: BoundedImage): Size => {
  const edges = getEdges(style, fontSize);
  const around = { width: edges.left + edges.right, height: edges.top + edges.bottom };
  const [bound, least] = [
    {
      width: getBound(style.maxWidth, space.width, fontSize),
      height: getBound(style.maxHeight, space.height, fontSize),
    },
    { width: getPixels(style.minWidth, fontSize) ?? 0, height: getPixels(style.minHeight, fontSize) ?? 0 },
  ];
  const getShare = (length: number, side: keyof Size) => Math.max(0, length - around[side]) / natural[side];
  const scaled = (share: number, side: keyof Size) => natural[side] * share + around[side];
  const within = (length: number, side: keyof Size) => Math.max(Math.min(length, bound[side]), least[side]);
  const given = (side: keyof Size) => getPixels(style[side] ?? props[side], fontSize);
  const [width, height] = isNatural(style) ? [] : [given('width'), given('height')];
  if (height !== undefined) {
    const used = within(height, 'height');
    return { width: within(width ?? scaled(getShare(used, 'height'), 'width'), 'width'), height: used };
  }
  if (width !== undefined) {
    const used = within(width, 'width');
    return { width: used, height: within(scaled(getShare(used, 'width'), 'height'), 'height') };
  }
  const leastShare = Math.max(getShare(least.width, 'width'), getShare(least.height, 'height'));
  const share = Math.max(leastShare, Math.min(1, getShare(bound.width, 'width'), getShare(bound.height, 'height')));
  return { width: scaled(share, 'width'), height: scaled(share, 'height') };
};

const getBound = (bound: string | number | undefined, space: number, fontSize: number): number => {
  const length = getLength(bound);
  const pixels = length?.unit === '%' ? (space * length.amount) / 100 : getPixels(bound, fontSize);
  return pixels ?? Number.POSITIVE_INFINITY;
};
