import type { Box, Measure, Size } from '../../../rendering/boxes.ts';
import { getViewBox } from '../../../rendering/svg/vector-size.ts';
import { isFlexible, isInlineTag } from '../../../rendering/tree/inline-tags.ts';
import type { PreparedElement, PreparedNode } from '../../../rendering/tree/prepared-tree.ts';
import type { Style } from '../../../styles/style.ts';
import { getLength, getPixels } from '../../../styles/values/lengths.ts';
import { fitInside, getAround, isPercentage, readAttribute, type SizedImage, unlimited } from './image-size.ts';
import { hasNoWidth, isAsWideAsContent, isSpecified, type Styled, upwards, visitStyled } from './styled.ts';

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
  for (const parent of new Set(images.map((image) => image.parent.element))) letShrink(parent);
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
  const isDefinite = isSpecified(styled.style.height) || isStretched(styled);
  return {
    width: Math.max(0, box.width - around.width),
    height: isDefinite ? Math.max(0, box.height - around.height) : Number.POSITIVE_INFINITY,
  };
};

/** Returns whether a box without a height gets one from the box around it. Source: CSS Flexbox 9.8, CSS Grid 6.2 */
const isStretched = ({ style, parent }: Styled): boolean => {
  if (isPlaced(style)) return isSpecified(style.top) && isSpecified(style.bottom);
  if (!parent || !isFlexible(parent.style)) return false;
  if (isColumnFlex(parent.style)) return isSpecified(style.flexGrow);
  const alignment = style.alignSelf ?? parent.style.alignItems ?? 'normal';
  return /^(?:auto|normal|stretch)$/.test(String(alignment));
};

const isColumn = ({ flexDirection }: Style): boolean => String(flexDirection).startsWith('column');

/** Returns whether a box of a flex row is as wide as its content allows. */
const isRowItem = ({ style, parent }: Styled): boolean =>
  hasNoWidth(style) &&
  parent?.style.display === 'flex' &&
  String(parent.style.flexDirection ?? 'row').startsWith('row') &&
  !['flexGrow', 'flexBasis'].some((name) => isSpecified(style[name]));

/** Returns whether a node is an image that only percentages bound: in the flow, and not stretched in another way. */
const isBounded = (node: PreparedNode): boolean => {
  if (typeof node === 'string' || node.type !== 'img') return false;
  const { style = {} } = node.props;
  return (
    (isPercentage(style.maxWidth) || isPercentage(style.maxHeight)) &&
    !isPlaced(style) &&
    !['flexGrow', 'flexBasis', 'aspectRatio'].some((name) => isSpecified(style[name])) &&
    !isPercentage(style.width) &&
    !isPercentage(style.height)
  );
};

const withoutBounds = ({ natural, ...image }: BoundedImage): Style => {
  const style = { ...image.style };
  const around = getAround(image);
  // Replaces what `getNaturalSize` wrote.
  if (String(style.width).startsWith('min('))
    Object.assign(style, { width: natural.width + around.width, height: natural.height + around.height });
  for (const bound of ['maxWidth', 'maxHeight']) if (isPercentage(style[bound])) delete style[bound];
  return style;
};

/** Lets a box become narrower than an image that a percentage bounds. */
const letShrink = ({ props }: PreparedElement): void => {
  if ((props.children ?? []).every(isBounded)) props.style = { minWidth: 0, ...props.style };
};

/** A box in a line of text whose width is a percentage, and the box that the percentage refers to. */
interface SharingBox {
  readonly element: PreparedElement;
  /** Percent. */
  readonly share: number;
  readonly around: Styled;
}

/**
 * Gives images and other boxes in lines of text a width in pixels if it is a percentage. takumi 2.16 takes it of the
 * width of their own content.
 *
 * Needs one extra layout if there is such a box.
 */
export const sizeInlineBoxes = async (tree: PreparedElement, measure: Measure): Promise<void> => {
  const found: SharingBox[] = [];
  visitStyled(tree, ({ element, style, parent }) => {
    const share = getLength(style.width ?? toLength(element.props.width));
    const around = parent && isInLine(element) ? findBlock(parent) : undefined;
    if (around && share?.unit === '%') found.push({ element, share: share.amount, around });
  });
  if (found.length === 0) return;
  const boxes = await measure(tree);
  for (const { element, share, around } of found) {
    const box = boxes.get(around.element);
    if (!box) continue;
    const space = spaceIn(box, around);
    const { height, ...style } = element.props.style ?? {};
    const part = getLength(height ?? toLength(element.props.height));
    const isOfContent = part?.unit === '%' && space.height === Number.POSITIVE_INFINITY;
    const used = part?.unit === '%' ? (space.height * part.amount) / 100 : height;
    const width = (space.width * share) / 100;
    element.props.style = { ...style, ...(used !== undefined && !isOfContent && { height: used }), width };
  }
};

const toLength = (value: unknown): string | number | undefined =>
  typeof value === 'string' || typeof value === 'number' ? value : undefined;

/** Returns whether an element is a box in a line of text, unless its parent makes it an item. */
const isInLine = ({ type, props: { style = {} } }: PreparedElement): boolean => {
  const { display, float } = style;
  if (isPlaced(style) || isSpecified(float)) return false;
  if (/^inline-/.test(String(display))) return true;
  return (type === 'img' || type === 'svg') && (display === undefined || display === 'inline');
};

/** Returns the nearest box around a line; undefined if its children are no text. */
const findBlock = (styled: Styled): Styled | undefined => {
  const { element, style, parent } = styled;
  if (isFlexible(style) || element.type === 'svg') return undefined;
  return parent && !isFlexible(parent.style) && isInlineTag(element.type, style) ? findBlock(parent) : styled;
};

/**
 * Lets items of flex rows and grids become narrower than the images in them whose width is a percentage: as minimum
 * widths they count 0 in a browser. takumi 2.16 counts their natural width.
 *
 * Needs one extra layout if there is such an image.
 */
export const narrowItems = async (tree: PreparedElement, measure: Measure): Promise<void> => {
  const styles = new Map<PreparedElement, Style>();
  const items = new Set<PreparedElement>();
  visitStyled(tree, ({ element, style, parent }) => {
    const isShare = element.type === 'img' && isPercentage(style.width ?? element.props.width);
    const item = isShare && parent && !isPlaced(style) ? findItem(parent) : undefined;
    if (!item) return;
    styles.set(element, style);
    items.add(item);
  });
  if (items.size === 0) return;
  for (const [{ props }, style] of styles) props.style = { ...style, width: 0, minWidth: 0 };
  const boxes = await measure(tree);
  for (const [{ props }, style] of styles) props.style = style;
  for (const item of items) item.props.style = { minWidth: boxes.get(item)?.width ?? 0, ...item.props.style };
};

const isPlaced = ({ position }: Style): boolean => /^(?:absolute|fixed)$/.test(String(position));

const rowSizes = ['flexGrow', 'flexBasis', 'width'];

/** Returns the nearest item of a flex row or grid whose width its content only bounds; undefined if none is so wide. */
const findItem = ({ element, style, parent }: Styled): PreparedElement | undefined => {
  if (!parent || isPlaced(style) || (isSpecified(style.width) && !isPercentage(style.width))) return undefined;
  if (!isFlexible(parent.style) || isColumnFlex(parent.style)) return findItem(parent);
  const isGrid = String(parent.style.display).endsWith('grid');
  return isGrid || rowSizes.some((name) => isSpecified(style[name])) ? element : undefined;
};

const isColumnFlex = (style: Style): boolean => !String(style.display).endsWith('grid') && isColumn(style);

/**
 * Makes content-sized boxes as wide as their lines and the floats beside them. takumi 2.16 makes such a box with a float
 * at its right as wide as it can be.
 *
 * Needs one extra layout if there is such a box.
 */
export const fitFloats = async (tree: PreparedElement, measure: Measure): Promise<void> => {
  const floats = new Map<PreparedElement, Style>();
  const around = new Set<PreparedElement>();
  visitStyled(tree, ({ element, style, parent }) => {
    if (!parent || !/^(?:left|right)$/.test(String(style.float)) || !isOfContent(parent)) return;
    floats.set(element, style);
    around.add(parent.element);
  });
  if (around.size === 0) return;
  for (const [{ props }, { float: _float, ...style }] of floats) props.style = { ...style, display: 'inline-block' };
  const boxes = await measure(tree);
  for (const [{ props }, style] of floats) props.style = style;
  for (const element of around) {
    const width = boxes.get(element)?.width;
    // Slightly wider, so that rounding does not wrap a word.
    if (width !== undefined) element.props.style = { ...element.props.style, width: width + 0.01 };
  }
};

/** Returns whether a box is as wide as its content. */
const isOfContent = (styled: Styled): boolean => {
  const { style } = styled;
  if (isSpecified(style.width)) return false;
  if (isPlaced(style)) return !(isSpecified(style.left) && isSpecified(style.right));
  return isAsWideAsContent(styled) || style.display === 'inline-block';
};

/**
 * Gives content-sized boxes a width in pixels if something inside has a percentage width or wraps, and those of
 * `min-content`. takumi 2.16 measures their content without a limit, so a text with `maxWidth: '66%'` then has more lines
 * than there is space for. Runs last, when texts have their fonts and sizes.
 *
 * Needs one extra layout if there is such a box.
 */
export const fixWidths = async (tree: PreparedElement, measure: Measure): Promise<void> => {
  const open: PreparedElement[] = [];
  visitStyled(tree, (styled) => {
    const { type, props } = styled.element;
    const isNarrowest = styled.style.width === 'min-content';
    if (type !== 'svg' && (isNarrowest || (isAsWideAsContent(styled) && props.children?.some(takesShare))))
      open.push(styled.element);
  });
  if (open.length === 0) return;
  const boxes = await measure(tree);
  for (const element of open) {
    const { width = 0 } = boxes.get(element) ?? {};
    // Slightly wider, so that rounding does not wrap a word.
    if (width > 0) element.props.style = { ...element.props.style, width: width + 0.01 };
  }
};

/** The widest that letters are on average, as a share of the font size. */
const wideLetter = 0.6;

/** Returns the characters of the longest part of a text at which no line breaks. */
const getLongestWord = (node: PreparedNode): number =>
  typeof node === 'string'
    ? Math.max(...node.split(/[\s\-\u200b\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}]/u).map((word) => word.length))
    : Math.max(0, ...(node.props.children ?? []).map(getLongestWord));

/**
 * Lets boxes as wide as their content leave their column where a word of theirs is wider than it, at both sides if they
 * are centred. takumi 2.16 makes them as wide as the column, so that the word leaves it at the right.
 *
 * Needs one extra layout if there is a word that may be so long.
 */
export const widenWords = async (tree: PreparedElement, imageWidth: number, measure: Measure): Promise<void> => {
  const found = new Map<Styled, Style>();
  visitStyled(tree, (styled) => {
    const { element, style, fontSize } = styled;
    if (element.type === 'svg' || element.type === 'img' || !isAsWideAsContent(styled)) return;
    const isBroken = upwards(styled).some((one) =>
      breaking.some((name) => /word|all|anywhere/.test(String(one.style[name]))),
    );
    if (isBroken || !/^(?:undefined|visible)$/.test(String(style.overflowX ?? style.overflow))) return;
    if (
      !(element.props.children ?? []).every(
        (child) => typeof child === 'string' || isInlineTag(child.type, child.props.style ?? {}),
      )
    )
      return;
    const widths = upwards(styled).map((one) => getPixels(one.style.width) ?? getPixels(one.style.maxWidth));
    const space = widths.find((width) => width !== undefined) ?? imageWidth;
    if (getLongestWord(element) * fontSize * wideLetter > space) found.set(styled, style);
  });
  if (found.size === 0) return;
  for (const [{ element }, { maxWidth: _width, ...style }] of found)
    element.props.style = { ...style, width: 'min-content' };
  const boxes = await measure(tree);
  for (const [{ element, parent }, style] of found) {
    const [box, around] = [boxes.get(element), parent && boxes.get(parent.element)];
    const isWider = box && around && parent && box.width > spaceIn(around, parent).width;
    const { maxWidth: _width, ...own } = style;
    element.props.style = isWider ? { ...own, width: box.width + 0.01 } : style;
  }
};

const breaking = ['wordBreak', 'overflowWrap'];

/**
 * Gives every `<svg>` without a view box the size of its box, of which its percentages are: it becomes an image, and
 * images are scaled.
 *
 * Needs one extra layout if there is such an element.
 */
export const sizeViewports = async (tree: PreparedElement, measure: Measure): Promise<void> => {
  const open: Styled[] = [];
  visitStyled(tree, (styled) => {
    const { type, props } = styled.element;
    if (type === 'svg' && !getViewBox(toText(props.viewBox)) && !hasPlainSize(styled)) open.push(styled);
  });
  if (open.length === 0) return;
  const boxes = await measure(tree);
  for (const styled of open) {
    const { props } = styled.element;
    const { width = 0, height = 0 } = boxes.get(styled.element) ?? {};
    const around = getAround(styled);
    if (width <= around.width || height <= around.height) continue;
    // The box itself stays as it is: an item with other sizes would share its row otherwise.
    const written = (side: keyof Size) => styled.style[side] ?? readAttribute(props[side]) ?? 'auto';
    props.style = { ...props.style, width: written('width'), height: written('height') };
    const [wide, high] = [width - around.width, height - around.height];
    Object.assign(props, { width: wide, height: high, viewBox: `0 0 ${wide} ${high}` });
  }
};

const toText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Returns whether both attributes are lengths in pixels, and the style sets no other size. */
const hasPlainSize = ({ element: { props }, style }: Styled): boolean =>
  ['width', 'height'].every((side) => /^[\d.]+(?:px)?$/.test(String(props[side] ?? '')) && style[side] === undefined);

/** Returns whether a box, or an auto-width box inside it, wraps its items or has a percentage width other than 100%. */
const takesShare = (node: PreparedNode): boolean => {
  if (typeof node === 'string' || node.type === 'svg' || node.type === 'img') return false;
  const style = node.props.style ?? {};
  if (/^wrap/.test(String(style.flexWrap))) return true;
  if ([style.width, style.maxWidth].some((length) => String(length).endsWith('%') && length !== '100%')) return true;
  return hasNoWidth(style) && (node.props.children ?? []).some(takesShare);
};
