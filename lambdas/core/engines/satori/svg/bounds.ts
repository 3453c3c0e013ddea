import { referenceIn } from '../../../picture/svg/references.ts';
import { elementsOf, type XmlElement } from '../../../picture/svg/xml.ts';
import { type Box, grow, type Matrix, multiply, parseTransform, stretchOf, transformBox, union } from './geometry.ts';
import { pathBox } from './path-box.ts';

/** Elements that draw nothing where they stand. */
const definitions = new Set(
  'defs symbol mask clipPath pattern marker filter linearGradient radialGradient style title desc'.split(' '),
);

/** The child elements that draw. */
export const drawnChildren = (element: XmlElement): XmlElement[] =>
  element.children.filter((child): child is XmlElement => typeof child !== 'string' && !definitions.has(child.name));

/** How far each filter of a document carries what it is given, in user units, by its id. */
export type FilterReaches = ReadonlyMap<string, number>;

/**
 * A box that holds everything an element draws, its strokes and filters included. It may be larger than what is drawn,
 * never smaller. Clips and masks only take away, and are not looked at.
 *
 * @param matrix from the space the element stands in (before its own transform) to the one the box is given in.
 * @returns 'unknown' when that cannot be told; undefined when it draws nothing.
 */
export const boundsOf = (element: XmlElement, matrix: Matrix, reaches: FilterReaches): Box | 'unknown' | undefined => {
  const { transform, style, filter } = element.attributes;
  const own = parseTransform(transform);
  if (!own || style?.includes('transform')) return 'unknown';
  const total = multiply(matrix, own);
  const inner = innerBounds(element, total, reaches);
  if (inner === undefined || inner === 'unknown' || filter === undefined) return inner;
  const reach = reaches.get(referenceIn(filter));
  return reach === undefined ? 'unknown' : grow(inner, reach * stretchOf(total));
};

/** The same without the element's own transform and filter: `matrix` already leads from inside it. */
export const innerBounds = (
  element: XmlElement,
  matrix: Matrix,
  reaches: FilterReaches,
): Box | 'unknown' | undefined => {
  if (element.name === 'g') {
    let box: Box | undefined;
    for (const child of drawnChildren(element)) {
      const part = boundsOf(child, matrix, reaches);
      if (part === 'unknown') return part;
      if (part) box = union(box, part);
    }
    return box;
  }
  const shape = shapeBox(element);
  if (shape === undefined || shape === 'unknown') return shape;
  return transformBox(grow(shape, strokeReach(element)), matrix);
};

/** Half of a stroke's width, and as much again as a mitre may stick out; inherited widths are of this order as well. */
const strokeReach = ({ attributes: { stroke, 'stroke-width': width, style } }: XmlElement): number => {
  if (stroke === 'none' || (stroke === undefined && width === undefined && !style?.includes('stroke'))) return 1;
  return 1 + 2 * Math.abs(Number.parseFloat(width ?? '1') || 1);
};

/** The box of a shape in its own space, without its stroke. */
export const shapeBox = ({ name, attributes }: XmlElement): Box | 'unknown' | undefined => {
  const value = (attribute: string, otherwise = 0) => {
    const text = attributes[attribute];
    return text === undefined ? otherwise : Number(text.replace(/px$/, ''));
  };
  switch (name) {
    case 'path':
      return pathBox(attributes.d ?? '');
    case 'rect':
    case 'image':
    case 'svg':
      return known(
        value('x'),
        value('y'),
        value('x') + value('width', Number.NaN),
        value('y') + value('height', Number.NaN),
      );
    case 'circle':
    case 'ellipse': {
      const [rx, ry] = [value('rx', value('r')), value('ry', value('r'))];
      return known(value('cx') - rx, value('cy') - ry, value('cx') + rx, value('cy') + ry);
    }
    case 'line': {
      const [x1, y1, x2, y2] = [value('x1'), value('y1'), value('x2'), value('y2')];
      return known(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2));
    }
    default:
      return 'unknown';
  }
};

const known = (left: number, top: number, right: number, bottom: number): Box | 'unknown' =>
  [left, top, right, bottom].every(Number.isFinite) ? { left, top, right, bottom } : 'unknown';

/** Filter parts that leave what they are given where it is. */
const still = new Set(
  'feFlood feComposite feMerge feBlend feColorMatrix feComponentTransfer feGaussianBlur feOffset feDropShadow'.split(
    ' ',
  ),
);

/** @returns the reach of every filter whose parts all have one that is known. */
export const filterReachesOf = (document: XmlElement): FilterReaches => {
  const reaches = new Map<string, number>();
  for (const { name, attributes, children } of elementsOf(document)) {
    if (name !== 'filter' || attributes.primitiveUnits === 'objectBoundingBox') continue;
    let reach = 0;
    for (const part of children) if (typeof part !== 'string') reach += partReach(part);
    if (Number.isFinite(reach)) reaches.set(attributes.id ?? '', reach);
  }
  return reaches;
};

/** A Gaussian blur ends three deviations out. */
const partReach = ({ name, attributes: { stdDeviation, dx, dy } }: XmlElement): number => {
  if (!still.has(name)) return Number.NaN;
  const deviation = Math.max(...(stdDeviation ?? (name === 'feDropShadow' ? '2' : '0')).split(/[\s,]+/).map(Number));
  const shift = name === 'feOffset' || name === 'feDropShadow' ? Math.hypot(Number(dx ?? 0), Number(dy ?? 0)) : 0;
  return 3 * deviation + shift;
};
