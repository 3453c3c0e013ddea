import { referenceIn } from '../../../picture/svg/references.ts';
import { viewBoxOf } from '../../../picture/svg/view-box.ts';
import { elementsOf, type XmlElement } from '../../../picture/svg/xml.ts';
import { drawnChildren, shapeBox } from '../svg/bounds.ts';
import {
  type Box,
  grow,
  identity,
  isEmpty,
  type Matrix,
  multiply,
  overlap,
  parseTransform,
  transformBox,
  union,
} from '../svg/geometry.ts';
import { type Definitions, definitionsOf } from './definitions.ts';

/** What layers are measured against: a picture's size, or the bitmap an embedded document is drawn on. Device pixels. */
interface Sheet {
  readonly width: number;
  readonly height: number;
}

interface Context {
  readonly definitions: Definitions;
  readonly sheet: Sheet;
  /** The visible part of the picture. */
  readonly seen: Box;
  /** Masks of masks are not looked at: they may name each other. */
  readonly isInMask: boolean;
}

/** A layer reaches so many times the sheet's size to each side of the corner of the bitmap it is drawn on. */
const reachOfLayers = 2;
/** Boxes are measured roughly: a layer this close to the end counts as beyond it. */
const safeReach = 1.75;

/**
 * Whether resvg would lose a part of a drawing, or end its process over it. It draws each layer (what has an opacity, a clip,
 * a mask, a filter) on a bitmap of its own, cut off at twice the picture's size from the corner of the bitmap below. A
 * layer beyond that is no bitmap at all, and the process ends; in a layer that begins far to the left of the picture, one
 * in the middle of the picture is beyond it.
 *
 * What cannot be measured counts as within reach.
 *
 * @param matrix from the element's parent to device pixels of the picture.
 * @param seen the picture's box, or the part of it that is rasterised: the bitmaps resvg draws on are of its size.
 * Source: `render_group` of resvg 0.34.
 */
export const isBeyondLayers = (element: XmlElement, matrix: Matrix, seen: Box, definitions: Definitions): boolean => {
  if (!hasLayer(element)) return false;
  const sheet = { width: seen.right - seen.left, height: seen.bottom - seen.top };
  return isBeyond(element, matrix, seen, { definitions, sheet, seen, isInMask: false });
};

/** The same of a whole document drawn at a size. */
export const isDocumentBeyondLayers = (document: XmlElement, width: number, height: number): boolean => {
  const scale = width / Number(document.attributes.width);
  const seen = { left: 0, top: 0, right: width, bottom: height };
  const definitions = definitionsOf(document);
  return drawnChildren(document).some((child) => isBeyondLayers(child, [scale, 0, 0, scale, 0, 0], seen, definitions));
};

const isLayer = ({ attributes }: XmlElement): boolean =>
  (attributes.opacity !== undefined && Number(attributes.opacity) !== 1) ||
  ['clip-path', 'mask', 'filter', 'style'].some((name) => attributes[name] !== undefined);

const hasLayer = (element: XmlElement): boolean =>
  elementsOf(element).some((one) => isLayer(one) || (one.embedded !== undefined && hasLayer(one.embedded)));

/** @param bitmap what the element is drawn on, in device pixels. */
const isBeyond = (element: XmlElement, matrix: Matrix, bitmap: Box, context: Context): boolean => {
  const own = parseTransform(element.attributes.transform);
  if (!own) return false;
  const total = multiply(matrix, own);
  if (!isLayer(element)) return areChildrenBeyond(element, total, bitmap, context);
  const box = layerBox(element, total, context.definitions);
  if (box === undefined || box === 'unknown') return false;
  const { sheet, seen } = context;
  // strokes that cannot be seen count for nothing
  const bare = layerBox(element, total, context.definitions, false) ?? box;
  if (bare === 'unknown' || isEmpty(overlap(bare, reachFrom(bitmap, sheet, safeReach)))) return true;
  const reach = reachFrom(bitmap, sheet, reachOfLayers);
  const shown = overlap(box, seen);
  if (!isEmpty(shown) && (shown.right > reach.right || shown.bottom > reach.bottom)) return true;
  const layer = overlap(box, reach);
  const mask = context.isInMask ? undefined : context.definitions.get(referenceIn(element.attributes.mask));
  return (
    areChildrenBeyond(element, total, layer, context) ||
    (mask !== undefined && areChildrenBeyond(mask, total, layer, { ...context, isInMask: true }))
  );
};

const areChildrenBeyond = (element: XmlElement, matrix: Matrix, bitmap: Box, context: Context): boolean => {
  if (element.embedded) return isPictureBeyond(element, element.embedded, matrix, bitmap, context);
  if (element.name !== 'g' && element.name !== 'mask') return false;
  return drawnChildren(element).some((child) => hasLayer(child) && isBeyond(child, matrix, bitmap, context));
};

const reachFrom = ({ left, top }: Box, { width, height }: Sheet, times: number): Box => ({
  left: left - times * width,
  top: top - times * height,
  right: left + times * width,
  bottom: top + times * height,
});

/** Device pixels of the bitmap a layer needs, as resvg measures it: without a margin, and with what clips cut off. */
const layerBox = (
  element: XmlElement,
  total: Matrix,
  definitions: Definitions,
  hasStrokes = true,
): Box | 'unknown' | undefined => {
  const inner = innerBox(element, identity, definitions, hasStrokes);
  if (inner === undefined || inner === 'unknown') return inner;
  const filter = definitions.get(referenceIn(element.attributes.filter));
  const region = filter ? filterRegion(filter, inner) : inner;
  return region && transformBox(region, total);
};

const innerBox = (
  element: XmlElement,
  matrix: Matrix,
  definitions: Definitions,
  hasStrokes: boolean,
): Box | 'unknown' | undefined => {
  if (element.name !== 'g') {
    const shape = shapeBox(element);
    if (shape === undefined || shape === 'unknown') return shape;
    return transformBox(hasStrokes ? grow(shape, halfStroke(element)) : shape, matrix);
  }
  let box: Box | undefined;
  for (const child of drawnChildren(element)) {
    const own = parseTransform(child.attributes.transform);
    if (!own) return 'unknown';
    const part = layerBox(child, multiply(matrix, own), definitions, hasStrokes);
    if (part === 'unknown') return part;
    if (part) box = union(box, part);
  }
  return box;
};

const halfStroke = ({ attributes: { stroke = 'none', 'stroke-width': width = '1' } }: XmlElement): number =>
  stroke === 'none' ? 0 : Math.max(0, Number.parseFloat(width) / 2 || 0);

/** The part of user space a filter works on; undefined where it is written in other units. */
const filterRegion = ({ attributes }: XmlElement, given: Box): Box | undefined => {
  const isAbsolute = attributes.filterUnits === 'userSpaceOnUse';
  const share = (name: string, otherwise: string) => {
    const text = attributes[name] ?? otherwise;
    return text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
  };
  const [x, y, width, height] = [
    share('x', '-10%'),
    share('y', '-10%'),
    share('width', '120%'),
    share('height', '120%'),
  ];
  if (isAbsolute) return { left: x, top: y, right: x + width, bottom: y + height };
  const [across, down] = [given.right - given.left, given.bottom - given.top];
  const [left, top] = [given.left + x * across, given.top + y * down];
  return { left, top, right: left + width * across, bottom: top + height * down };
};

/** The layers of an embedded document are drawn on bitmaps of the size of the one the document is shown on. */
const isPictureBeyond = (
  { attributes }: XmlElement,
  document: XmlElement,
  matrix: Matrix,
  bitmap: Box,
  { seen, isInMask }: Context,
): boolean => {
  const total = multiply(matrix, placementOf(attributes, document));
  if (!total.every(Number.isFinite)) return false;
  const sheet = { width: bitmap.right - bitmap.left, height: bitmap.bottom - bitmap.top };
  const context = { definitions: definitionsOf(document), sheet, seen, isInMask };
  return drawnChildren(document).some((child) => hasLayer(child) && isBeyond(child, total, bitmap, context));
};

type Attributes = Readonly<Record<string, string>>;
const numbersOf = (attributes: Attributes, names: readonly string[]): number[] =>
  names.map((name) => Number.parseFloat(attributes[name] ?? (name === 'x' || name === 'y' ? '0' : '')));

/** From a document's user space to that of the `<image>` which shows it; without a number where its size is not known. */
const placementOf = (image: Attributes, { attributes }: XmlElement): Matrix => {
  const [x = 0, y = 0, width = 0, height = 0] = numbersOf(image, ['x', 'y', 'width', 'height']);
  const [ownWidth = 0, ownHeight = 0] = numbersOf(attributes, ['width', 'height']);
  const view = viewBoxOf(attributes.viewBox) ?? { x: 0, y: 0, width: ownWidth, height: ownHeight };
  const ratio = image.preserveAspectRatio ?? '';
  const [across, down] = [width / view.width, height / view.height];
  const one = ratio.includes('slice') ? Math.max(across, down) : Math.min(across, down);
  const [sx, sy] = ratio.startsWith('none') ? [across, down] : [one, one];
  const [left, top] = [(width - view.width * sx) / 2 - view.x * sx, (height - view.height * sy) / 2 - view.y * sy];
  return [sx, 0, 0, sy, x + left, y + top];
};
