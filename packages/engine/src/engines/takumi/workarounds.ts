import { splitList } from '../../css-tokens.ts';
import { getOwn } from '../../get-own.ts';
import { isFlexible, isInlineTag } from '../../rendering/tree/inline-tags.ts';
import type { PreparedElement, PreparedNode } from '../../rendering/tree/prepared-tree.ts';
import { getEdges, getMargins } from '../../styles/edges.ts';
import type { Style } from '../../styles/style.ts';
import { getLength, getPixels } from '../../styles/values/lengths.ts';
import { joinPositions, normalisePositions } from '../../styles/values/positions.ts';
import type { TreeImages } from './images.ts';
import { layBorderGrounds, separateLayers } from './tree/background-layers.ts';
import { isClampable } from './tree/clamped-blocks.ts';
import { placeGridItems } from './tree/grid-areas.ts';
import { sizeImages } from './tree/image-size.ts';
import { indentTexts, keepInlineEdges } from './tree/inline-edges.ts';
import { writeMarkers } from './tree/list-markers.ts';
import { rewordDeclaration } from './tree/plain-declarations.ts';
import { fixRadialGradients } from './tree/radial-gradients.ts';
import { getDirection, isAsWideAsContent, isSpecified, type Styled, upwards, visitStyled } from './tree/styled.ts';

/**
 * A workaround for one bug in takumi 2.16. Changes the style or the children of an element in place before layout. Its
 * ancestors have been changed by all workarounds, its descendants by none.
 */
export type Workaround = (styled: Styled, images: Pick<TreeImages, 'naturalOf' | 'vectorAt'>) => void;

/**
 * Makes `line-clamp` work: takumi supports it in blocks only, not in `-webkit-box`, and counts no lines of the blocks in
 * them.
 */
const clampLines: Workaround = ({ element: { props }, style }) => {
  const { WebkitLineClamp, lineClamp = WebkitLineClamp, display } = style;
  if (lineClamp === undefined) return;
  const align = display === 'flex' ? getTextAlign(style) : undefined;
  if (align !== undefined) style.textAlign ??= align;
  if (display === undefined || /^(?:-webkit-box|flex)$/.test(String(display))) style.display = 'block';
  style.lineClamp = lineClamp;
  delete style.WebkitLineClamp;
  if (lineClamp !== 'none' && isClampable(props.children ?? [])) props.children = joinBlocks(props.children ?? []);
};

/** Returns the children of a clamped box as one text, each block in lines of its own. */
const joinBlocks = (children: readonly PreparedNode[]): PreparedNode[] =>
  children.flatMap((child, index): PreparedNode[] => {
    if (typeof child === 'string') return [child];
    const inline = { type: child.type, props: { ...child.props, style: { ...child.props.style, display: 'inline' } } };
    return index === 0 ? [inline] : [{ type: 'br', props: { style: {} } }, inline];
  });

const textAlignments: Readonly<Record<string, string>> = { center: 'center', end: 'end', 'flex-end': 'end' };

/** Returns the `text-align` that corresponds to the alignment of a flex box. */
const getTextAlign = ({ flexDirection = 'row', justifyContent, alignItems }: Style): string | undefined =>
  getOwn(textAlignments, String(String(flexDirection).startsWith('column') ? alignItems : justifyContent));

const singleAddress = /^[^,]*url\("([^"]*)"\)[^,]*$/;
const filling = /(?:^|\/\s*)100%\s+100%(?:\s|$)/;

/** Preserves the proportions of a vector background that fills its box: takumi stretches it. */
const fitVectorBackgrounds: Workaround = ({ style }, { vectorAt }) => {
  const [, source = ''] = singleAddress.exec(String(style.backgroundImage ?? style.background ?? '')) ?? [];
  const fit = source === '' ? undefined : vectorAt(source)?.filling;
  if (!fit || fit.fit === 'none' || !filling.test(String(style.backgroundSize ?? style.background ?? ''))) return;
  Object.assign(style, {
    backgroundSize: fit.fit,
    backgroundPosition: fit.position,
    backgroundRepeat: 'no-repeat',
  });
};

/** A radius too small to see. */
const sharpCorner = 0.01;

const hasCorners = (style: Style): boolean => Object.keys(style).some((name) => /^border.*Radius$/.test(name));

/**
 * Clips backgrounds at the edge of their box. takumi lets an image or a tile overflow unless the box has rounded
 * corners, so boxes get a radius too small to see.
 */
const clipBackgrounds: Workaround = ({ element: { type }, style }) => {
  const { backgroundImage, background, backgroundSize } = style;
  const reachesOut = backgroundSize !== undefined || /url\(|\//.test(`${backgroundImage} ${background}`);
  if (type !== 'img' && type !== 'svg' && reachesOut && !hasCorners(style)) style.borderRadius = sharpCorner;
};

const isTurned = ({ transform, rotate }: Style): boolean =>
  /\b(?:rotate|skew[XY]?|matrix)\(/i.test(String(transform ?? '')) ||
  /^-?(?!0(?:deg)?$)[\d.]/.test(String(rotate ?? ''));

/** Smooths the edges of boxes that are turned in their plane: takumi smooths those of rounded boxes only. */
const smoothEdges: Workaround = (styled) => {
  const { element, style } = styled;
  const isSeen =
    style.background !== undefined || style.backgroundColor !== undefined || style.backgroundImage !== undefined;
  if (!isSeen || element.type === 'img' || element.type === 'svg' || hasCorners(style)) return;
  if (upwards(styled).some((one) => isTurned(one.style))) style.borderRadius = sharpCorner;
};

/** Paints the background of `<body>` where a browser does: on the whole image, unless `<html>` has one. */
const paintCanvas: Workaround = ({ element, style, parent }) => {
  if (parent || element.type !== 'html') return;
  const body = element.props.children?.find((child) => typeof child === 'object' && child.type === 'body');
  const isBackground = (name: string) => name.startsWith('background');
  style.minHeight ??= '100%';
  if (typeof body !== 'object' || Object.keys(style).some(isBackground)) return;
  const { style: own = {} } = body.props;
  const isMoved = ([name]: readonly [string, unknown]) => isBackground(name);
  Object.assign(style, Object.fromEntries(Object.entries(own).filter(isMoved)));
  body.props.style = Object.fromEntries(Object.entries(own).filter((entry) => !isMoved(entry)));
};

/** Replaces names and values that takumi ignores or misreads, such as `word-wrap` and `overflow: auto`. */
const reword: Workaround = ({ style }) => rewriteStyle(style, (name, value) => [rewordDeclaration(name, value)]);

type Declaration = readonly [name: string, value: string | number];

/** Rewrites each declaration of a style in place; of two for one property, the later wins. */
const rewriteStyle = (
  style: Style,
  rewrite: (name: string, value: string | number) => readonly Declaration[],
): void => {
  const declarations = Object.entries(style);
  const isKept = ([name, value]: Declaration): boolean => {
    const [first, ...others] = rewrite(name, value);
    return first !== undefined && first[0] === name && first[1] === value && others.length === 0;
  };
  // most styles; an object whose properties were deleted is slow from then on
  if (declarations.every(isKept)) return;
  for (const [name, value] of declarations) {
    delete style[name];
    for (const [other, own] of rewrite(name, value)) {
      delete style[other];
      style[other] = own;
    }
  }
};

/** Puts floating boxes without a width into ones whose padding is their margin: takumi ignores the margin. */
const spaceFloats: Workaround = ({ element: { props } }) => {
  if (props.children?.some((child) => typeof child === 'object' && child.props.style?.float !== undefined))
    props.children = props.children.map((child) => (typeof child === 'string' ? child : spaceFloat(child)));
};

const spaceFloat = (element: PreparedElement): PreparedElement => {
  const { type, props } = element;
  const { float, marginTop = 0, marginRight = 0, marginBottom = 0, marginLeft = 0, ...style } = props.style ?? {};
  if (float === undefined || float === 'none' || isSpecified(style.width) || type === 'img') return element;
  const sides = [marginTop, marginRight, marginBottom, marginLeft];
  const isPlain = sides.every((side) => !/^-|auto/.test(String(side)));
  if (!isPlain || sides.every((side) => Number.parseFloat(String(side)) === 0)) return element;
  const [paddingTop, paddingRight, paddingBottom, paddingLeft] = sides;
  const padding = { paddingTop, paddingRight, paddingBottom, paddingLeft } as Style;
  if (isInlineTag(type, style)) style.display = 'block';
  const inner = { type, props: { ...props, style } };
  return { type: 'div', props: { style: { float, ...padding, boxSizing: 'border-box' }, children: [inner] } };
};

/** Merges `background-position-x` and `-y` into `background-position`: takumi ignores them. */
const mergePositions: Workaround = ({ style }) => {
  const { backgroundPositionX: x, backgroundPositionY: y, backgroundPosition = '0% 0%' } = style;
  if (x === undefined && y === undefined) return;
  delete style.backgroundPositionX;
  delete style.backgroundPositionY;
  style.backgroundPosition = joinPositions(String(backgroundPosition), toLength(x), toLength(y));
};

const toLength = (value: string | number | undefined): string | undefined =>
  typeof value === 'number' ? `${value}px` : value;

/** Converts positions in three or four values (`right 5px bottom 10%`) to two: takumi reads no others. */
const positionLayers: Workaround = ({ style }) => {
  for (const [property, value] of Object.entries(style))
    if (typeof value === 'string') style[property] = normalisePositions(property, value);
};

/** Strokes rendered around a text at each offset on a circle, for one pixel of its circumference. */
const strokesPerPixel = 1.5;
const maxStrokes = 64;
const maxRings = 8;

/** Renders the stroke of a text behind its letters where `paint-order` says so, as shadows: takumi paints it above. */
const strokeBehind: Workaround = (styled) => {
  const { style, fontSize } = styled;
  const own = ['paintOrder', 'WebkitTextStroke', 'WebkitTextStrokeWidth', 'WebkitTextStrokeColor'];
  if (!own.some((name) => style[name] !== undefined)) return;
  const nearest = (name: string) => upwards(styled).find((one) => one.style[name] !== undefined)?.style[name];
  if (!/^(?:markers\s+)?stroke/.test(String(nearest('paintOrder')))) return;
  const parts = splitList(String(nearest('WebkitTextStroke') ?? ''), ' ');
  const isWidth = (part: string) => getPixels(part, fontSize) !== undefined;
  const width = getPixels(nearest('WebkitTextStrokeWidth') ?? parts.find(isWidth), fontSize) ?? 0;
  const colour = nearest('WebkitTextStrokeColor') ?? parts.find((part) => !isWidth(part)) ?? 'currentColor';
  if (width <= 0 || width > fontSize) return;
  const length = Math.min(maxRings, Math.ceil(width / 8));
  const rings = Array.from({ length }, (_, ring) => (width / 2) * (1 - ring / length));
  const strokes = rings.flatMap((radius) => {
    const count = Math.min(maxStrokes, Math.max(8, Math.ceil(2 * Math.PI * radius * strokesPerPixel)));
    return Array.from({ length: count }, (_, index) => {
      const angle = (index / count) * 2 * Math.PI;
      return `${(Math.cos(angle) * radius).toFixed(2)}px ${(Math.sin(angle) * radius).toFixed(2)}px 0 ${colour}`;
    });
  });
  style.textShadow = [...strokes, ...(style.textShadow === undefined ? [] : [style.textShadow])].join(', ');
  style.WebkitTextStroke = '0px transparent';
  delete style.WebkitTextStrokeWidth;
  delete style.WebkitTextStrokeColor;
};

const strong = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const leftToRight = /(?=\p{L})[^\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Returns whether a text looks the same in both directions: right-to-left at both ends, no other letters. */
const isOneWay = (text: string): boolean => {
  const letters = [...text.trim()];
  return strong.test(letters.at(0) ?? '') && strong.test(letters.at(-1) ?? '') && !leftToRight.test(text);
};

const isInlineText = (node: PreparedNode): boolean =>
  typeof node === 'string' ||
  (isInlineTag(node.type, node.props.style ?? {}) && (node.props.children ?? []).every(isInlineText));

const getWords = (node: PreparedNode): string =>
  typeof node === 'string' ? node : (node.props.children ?? []).map(getWords).join('');

const sides: Readonly<Record<string, string>> = { start: 'left', end: 'right' };

/**
 * Makes right-to-left texts right-to-left paragraphs if they look the same. In a left-to-right paragraph, takumi moves
 * the space at the end of each line except the last to its other end, and joins words.
 */
const turnTexts: Workaround = (styled) => {
  const { element, style } = styled;
  const { children = [] } = element.props;
  // The text of a flex box is a box of its own, which is turned in its turn.
  if (isFlexible(style) && children.every((child) => typeof child === 'string') && isOneWay(children.join(''))) {
    element.props.children = [{ type: 'div', props: { style: { boxSizing: 'border-box' }, children } }];
    return;
  }
  const isItem = isFlexible(styled.parent?.style);
  const isBox = isItem || !isInlineTag(element.type, style);
  const isBlock = isBox && (style.display === undefined || /^(?:block|inline)$/.test(String(style.display)));
  if (!isBlock || !children.every(isInlineText) || !isOneWay(children.map(getWords).join(''))) return;
  const aligned = upwards(styled).find((one) => one.style.textAlign !== undefined);
  const textAlign = String(aligned?.style.textAlign ?? 'start');
  if (getDirection(styled) !== 'ltr' || textAlign === 'justify') return;
  style.direction = 'rtl';
  style.textAlign = getOwn(sides, textAlign) ?? textAlign;
};

/** Letters of cursive scripts, which are joined. */
const cursive = /[\p{sc=Arab}\p{sc=Syrc}\p{sc=Nkoo}\p{sc=Mong}\p{sc=Mand}\p{sc=Rohg}\p{sc=Phag}]/u;

/** Returns a spacing in CSS pixels; undefined if it depends on layout. */
const getSpacing = (styled: Styled, name: 'letterSpacing' | 'wordSpacing'): number | undefined => {
  const spaced = upwards(styled).find(({ style }) => style[name] !== undefined);
  const value = spaced?.style[name] ?? 'normal';
  return value === 'normal' ? 0 : getPixels(value, spaced?.exactFontSize);
};

/**
 * Removes letter spacing from texts in cursive scripts, as browsers do; spacing between words stays. takumi separates
 * or overlaps joined letters.
 */
const spaceCursive: Workaround = (styled) => {
  const { element, style } = styled;
  if (!element.props.children?.some((child) => typeof child === 'string' && cursive.test(child))) return;
  const [letters, words] = [getSpacing(styled, 'letterSpacing'), getSpacing(styled, 'wordSpacing')];
  if (letters === 0) return;
  style.letterSpacing = 0;
  if (letters !== undefined && words !== undefined) style.wordSpacing = `${letters + words}px`;
};

const isBreak = (node: PreparedNode): boolean => typeof node === 'object' && node.type === 'br';

/**
 * Wraps adjacent texts and line breaks in a flex box in one box, because they are one flex item. takumi makes each text
 * an item and drops the break. Runs after `display` is final.
 */
const keepLinesTogether: Workaround = ({ element: { type, props }, style }) => {
  const { children = [] } = props;
  if (type === 'svg' || !/^(?:inline-)?(?:flex|grid)$/.test(String(style.display)) || !children.some(isBreak)) return;
  const grouped: PreparedNode[] = [];
  let run: PreparedNode[] = [];
  const close = () => {
    if (run.some(isBreak)) grouped.push({ type: 'div', props: { style: { boxSizing: 'border-box' }, children: run } });
    else grouped.push(...run);
    run = [];
  };
  for (const child of children) {
    if (typeof child === 'string' || isBreak(child)) run.push(child);
    else {
      close();
      grouped.push(child);
    }
  }
  close();
  props.children = grouped;
};

/** Scripts without spaces between words. */
const unspaced = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]{2,}/gu;
const segmenter = new Intl.Segmenter('th', { granularity: 'word' });

/** Returns a text with zero-width spaces between the words of scripts that have no spaces. */
export const markWords = (text: string): string =>
  text.replace(unspaced, (run) => Array.from(segmenter.segment(run), ({ segment }) => segment).join('\u200b'));

/** Lets lines of Thai, Lao, Khmer and Burmese break between words, as in a browser: takumi has no dictionary. */
const breakUnspacedWords: Workaround = ({ element: { props } }) => {
  const { children = [] } = props;
  props.children = children.map((child) => (typeof child === 'string' ? markWords(child) : child));
};

/**
 * Bounds content-sized boxes of a column by the width of the column. takumi lays out wrapping text in them a few pixels
 * too wide, and gives flex boxes the width of their content in one line.
 */
const boundWidths: Workaround = (styled) => {
  const { element, style, fontSize } = styled;
  const isImage = element.type === 'img' || element.type === 'svg';
  if (isImage || style.maxWidth !== undefined || !isAsWideAsContent(styled)) return;
  const { left, right } = getMargins(style, fontSize);
  const beside = Math.max(0, left + right);
  style.maxWidth = beside === 0 ? '100%' : `calc(100% - ${beside}px)`;
  const least = getLeastWidth(element, fontSize);
  if (least > 0) style.minWidth ??= least;
};

/** Returns a width in CSS pixels that a box needs at least for the boxes of fixed widths in it, if it cannot wrap them. */
const getLeastWidth = ({ type, props: { style = {}, children = [] } }: PreparedElement, fontSize: number): number => {
  const own = getPixels(style.width);
  const bound = getPixels(style.maxWidth) ?? Number.POSITIVE_INFINITY;
  const { left, right } = getEdges(style, fontSize);
  const outer = style.boxSizing === 'content-box' ? left + right : 0;
  if (own !== undefined) return Math.min(bound, own) + outer;
  if (isSpecified(style.width) || type === 'svg' || type === 'img' || isPlacedApart(style)) return 0;
  const inner = children.map((child) => {
    if (typeof child === 'string' || isPlacedApart(child.props.style ?? {})) return undefined;
    const margins = getMargins(child.props.style ?? {}, fontSize);
    return getLeastWidth(child, fontSize) + Math.max(0, margins.left) + Math.max(0, margins.right);
  });
  const widths = inner.filter((width) => width !== undefined);
  const isRow = style.display === 'flex' && !String(style.flexDirection).startsWith('column');
  const gaps = (getPixels(style.columnGap ?? style.gap, fontSize) ?? 0) * Math.max(0, widths.length - 1);
  const fixed = isRow && !/^wrap/.test(String(style.flexWrap)) ? sum(widths) + gaps : Math.max(0, ...widths);
  return widths.some((width) => width > 0) ? Math.min(bound, fixed + left + right) : 0;
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const isPlacedApart = ({ position, display }: Style): boolean =>
  position === 'absolute' || position === 'fixed' || display === 'none';

/**
 * Bounds absolutely positioned texts by the edge of their containing block. Without a width, they may take the space
 * after their start. takumi lays out a flex box with text in one line of any length. A text that does not wrap is as
 * wide as its line.
 */
const boundPositioned: Workaround = (styled) => {
  const { element, style } = styled;
  const { type, props } = element;
  if (type === 'svg' || !isShrunkToFit(style) || !(props.children ?? []).every(isText) || !wraps(styled)) return;
  const start = getStart(styled);
  if (start !== undefined) style.maxWidth = `calc(100% - ${start})`;
};

const wrapping = ['whiteSpace', 'textWrap', 'textWrapMode'];

/** Returns whether the text of an element wraps. */
const wraps = (styled: Styled): boolean => {
  const nearest = upwards(styled).find(({ style }) => wrapping.some((name) => style[name] !== undefined));
  return !wrapping.some((name) => /^(?:nowrap|pre)\b(?!-)/.test(String(nearest?.style[name])));
};

const unset = ['width', 'minWidth', 'maxWidth', 'marginLeft', 'marginRight', 'direction'];

const isShrunkToFit = (style: Style): boolean =>
  style.position === 'absolute' && style.boxSizing !== 'content-box' && !unset.some((name) => isSpecified(style[name]));

/** Returns whether a node contains only text and boxes without a specified size. */
const isText = (node: PreparedNode): boolean => {
  if (typeof node === 'string') return true;
  const { style = {}, children = [] } = node.props;
  const isSized = ['width', 'minWidth', 'flexGrow', 'flexBasis'].some((name) => isSpecified(style[name]));
  return node.type !== 'img' && node.type !== 'svg' && !isSized && children.every(isText);
};

/** Returns the offset from the containing block; undefined if it depends on layout or both sides are set. */
const getStart = ({ style: { left, right, alignSelf }, fontSize, parent }: Styled): string | undefined => {
  if (isSpecified(left) && isSpecified(right)) return undefined;
  const side = isSpecified(left) ? left : right;
  if (isSpecified(side)) {
    const pixels = getPixels(side, fontSize);
    return pixels === undefined ? (getLength(side)?.unit === '%' ? String(side) : undefined) : `${pixels}px`;
  }
  const { position = 'static' } = parent?.style ?? {};
  if (!parent || position === 'static' || !beginsAtPadding(parent.style, alignSelf)) return undefined;
  const padding = Object.entries(parent.style).filter(([name]) => name.startsWith('padding'));
  return `${getEdges(Object.fromEntries(padding), parent.fontSize).left}px`;
};

/** Returns whether a child in its static position starts at the left padding of the box. */
const beginsAtPadding = (parent: Style, alignSelf: string | number | undefined): boolean => {
  if (parent.direction !== undefined) return false;
  if (!isFlexible(parent)) return true;
  const isColumn = String(parent.flexDirection).startsWith('column');
  const at = isColumn ? (alignSelf ?? parent.alignItems) : parent.justifyContent;
  return at === undefined || /^(?:normal|stretch|(?:flex-)?start|left|space-between)$/.test(String(at));
};

/**
 * Gives flex items that may shrink to nothing their padding and border as minimum size. takumi counts these as 0 when
 * it distributes space but renders them, which displaces the items of an overfull column.
 */
const keepItemPadding: Workaround = ({ style, fontSize, parent }) => {
  if (!/^(?:inline-)?flex$/.test(String(parent?.style.display)) || style.boxSizing === 'content-box') return;
  const isColumn = String(parent?.style.flexDirection).startsWith('column');
  const least = isColumn ? 'minHeight' : 'minWidth';
  const { left, right, top, bottom } = getEdges(style, fontSize);
  const around = isColumn ? top + bottom : left + right;
  if (around > 0 && mayVanish(style, least)) style[least] = around;
};

const mayVanish = (style: Style, least: 'minWidth' | 'minHeight'): boolean => {
  const own = style[least];
  if (own !== undefined && own !== 'auto') return getPixels(own) === 0;
  const overflow = style[least === 'minWidth' ? 'overflowX' : 'overflowY'];
  return overflow !== undefined && !/^(?:visible|clip)/.test(String(overflow));
};

/** Makes boxes at least as wide as their padding and border: takumi makes only their height so. */
const growToPadding: Workaround = ({ element: { type }, style, fontSize }) => {
  if (style.boxSizing === 'content-box' || type === 'img' || type === 'svg') return;
  const { left, right } = getEdges(style, fontSize);
  const width = getPixels(style.width, fontSize);
  if (width !== undefined && width < left + right) style.width = left + right;
};

/**
 * Lets the rows of a grid in a column be as high as the content of items that hide what overflows: takumi counts these
 * as 0 when it computes how small the grid may become.
 */
const openHiddenItems: Workaround = ({ style, parent }) => {
  const isItem = String(parent?.style.display).endsWith('grid') && /^(?:hidden|auto|scroll)$/.test(getOverflow(style));
  if (!isItem || !parent || !isAsHighAsContent(parent)) return;
  for (const name of ['overflow', 'overflowX', 'overflowY']) delete style[name];
  style.overflow = 'clip';
  style.minWidth ??= 0;
};

const getOverflow = ({ overflow, overflowY = overflow }: Style): string => String(overflowY);

/** Returns whether nothing bounds the height of a grid in a flex column, or of its rows. */
const isAsHighAsContent = ({ style, parent }: Styled): boolean =>
  String(parent?.style.flexDirection).startsWith('column') &&
  !/^(?:hidden|auto|scroll)$/.test(getOverflow(style)) &&
  !['height', 'maxHeight', 'minHeight', 'flexGrow', 'flexBasis', 'gridTemplateRows', 'gridAutoRows'].some((name) =>
    isSpecified(style[name]),
  );

/**
 * The workarounds in the order in which they are applied to each element. `test/engine/engines/takumi/known-faults.test.ts`
 * fails when the fault of one is mended upstream.
 */
export const workarounds: readonly Workaround[] = [
  paintCanvas,
  reword,
  spaceFloats,
  mergePositions,
  // Before images get sizes that the author did not specify.
  positionLayers,
  fixRadialGradients,
  clampLines,
  fitVectorBackgrounds,
  clipBackgrounds,
  smoothEdges,
  layBorderGrounds,
  separateLayers,
  placeGridItems,
  strokeBehind,
  sizeImages,
  writeMarkers,
  turnTexts,
  spaceCursive,
  keepLinesTogether,
  breakUnspacedWords,
  boundWidths,
  boundPositioned,
  keepItemPadding,
  growToPadding,
  openHiddenItems,
  indentTexts,
  keepInlineEdges,
];

/** Applies workarounds to every element of a tree, parents first. */
export const applyWorkarounds = (tree: PreparedElement, images: TreeImages, list: readonly Workaround[]): void =>
  visitStyled(tree, (styled) => {
    for (const apply of list) apply(styled, images);
  });
