import { parseReference } from '../../rendering/svg/references.ts';
import { getViewBox } from '../../rendering/svg/view-box.ts';
import { getElements, type XmlElement } from '../../rendering/svg/xml.ts';
import { splitWords } from '../../split-words.ts';

/** A rectangle in the coordinates of the document. */
interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
/** Undefined for an element that renders nothing. */
type Bounds = Rect | 'unknown' | undefined;
/** a, b, c, d, e, f of SVG's `matrix()`. */
type Matrix = readonly [number, number, number, number, number, number];

/** Elements that render nothing at their position in the document. */
const definitions: ReadonlySet<string> = new Set(
  splitWords('defs symbol mask clipPath pattern marker filter linearGradient radialGradient style'),
);

/**
 * Removes elements that lie wholly outside the image, in place. They are invisible, and resvg 2.6 crashes the process
 * over those that have an opacity, a clip, a mask or a filter. Elements that cannot be measured stay.
 */
export const removeInvisible = (document: XmlElement): void => {
  const { viewBox, width = '', height = '' } = document.attributes;
  const own = { x: 0, y: 0, width: Number.parseFloat(width), height: Number.parseFloat(height) };
  const view = viewBox === undefined ? own : getViewBox(viewBox);
  if (!view || !(view.width > 0 && view.height > 0)) return;
  const [right, bottom] = [view.x + view.width, view.y + view.height];
  const reaches = filterReaches(document);
  const filters = new Map([...getElements(document)].map((filter) => [filter.attributes.id ?? '', filter]));
  const isUnseen = (child: XmlElement): boolean => {
    const bounds = getBounds(child, reaches);
    const { filter, transform } = child.attributes;
    const id = parseReference(filter);
    // Filter time grows with the region, and satori requests a region of the square of the blur radius.
    if (bounds && bounds !== 'unknown' && transform === undefined && id.startsWith('satori_s-'))
      setRegion(filters.get(id), bounds, expand({ left: view.x, top: view.y, right, bottom }, reaches.get(id) ?? 0));
    if (bounds === 'unknown') return false;
    return !bounds || bounds.left >= right || bounds.top >= bottom || bounds.right <= view.x || bounds.bottom <= view.y;
  };
  cullIn(document, isUnseen);
};

const expand = ({ left, top, right, bottom }: Rect, by: number): Rect => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
});

/** Limits a filter's region to the part that can affect the image. No pixel changes. */
const setRegion = (filter: XmlElement | undefined, bounds: Rect, seen: Rect): void => {
  const [x, y] = [Math.floor(Math.max(bounds.left, seen.left)), Math.floor(Math.max(bounds.top, seen.top))];
  const width = Math.max(1, Math.ceil(Math.min(bounds.right, seen.right)) - x);
  const height = Math.max(1, Math.ceil(Math.min(bounds.bottom, seen.bottom)) - y);
  if (filter) Object.assign(filter.attributes, { filterUnits: 'userSpaceOnUse', ...asText({ x, y, width, height }) });
};

const asText = (numbers: Readonly<Record<string, number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(numbers).map(([name, number]) => [name, String(number)]));

const cullIn = (parent: XmlElement, isUnseen: (child: XmlElement) => boolean): void => {
  parent.children = parent.children.filter((child) => {
    if (typeof child === 'string' || definitions.has(child.name)) return true;
    if (isUnseen(child)) return false;
    const { transform, filter } = child.attributes;
    // A filter can move invisible content into the image.
    if (child.name === 'g' && transform === undefined && filter === undefined) cullIn(child, isUnseen);
    return true;
  });
};

/** Returns a rectangle that contains everything an element renders. Ignores clips and masks. */
const getBounds = (element: XmlElement, reaches: ReadonlyMap<string, number>): Bounds => {
  const { transform, style, filter, 'stroke-width': stroke = '0' } = element.attributes;
  const matrix = getMatrix(transform);
  if (!matrix || style?.includes('transform') || style?.includes('filter')) return 'unknown';
  const inner = element.name === 'g' ? groupBounds(element, reaches) : shapeBounds(element);
  const reach = filter === undefined ? 0 : reaches.get(parseReference(filter));
  if (reach === undefined) return 'unknown';
  if (inner === undefined || inner === 'unknown') return inner;
  const more = reach + 2 * Math.abs(Number.parseFloat(stroke) || 0);
  const { left, top, right, bottom } = expand(inner, more);
  const [a, b, c, d, e, f] = matrix;
  const transformPoint = (x: number, y: number) => [a * x + c * y + e, b * x + d * y + f];
  return getBoundingRect(
    [
      transformPoint(left, top),
      transformPoint(right, top),
      transformPoint(left, bottom),
      transformPoint(right, bottom),
    ].flat(),
  );
};

const groupBounds = ({ children }: XmlElement, reaches: ReadonlyMap<string, number>): Bounds => {
  const corners: number[] = [];
  for (const child of children) {
    if (typeof child === 'string' || definitions.has(child.name)) continue;
    const bounds = getBounds(child, reaches);
    if (bounds === 'unknown') return bounds;
    if (bounds) corners.push(bounds.left, bounds.top, bounds.right, bounds.bottom);
  }
  return corners.length === 0 ? undefined : getBoundingRect(corners);
};

/** satori also writes an element's box on its path. Glyph paths have absolute commands with coordinates only. */
const shapeBounds = ({ name, attributes }: XmlElement): Bounds => {
  const side = (key: string) => Number.parseFloat(attributes[key] ?? '0');
  const { width, height, d = '' } = attributes;
  if (/^(?:rect|image|path)$/.test(name) && width !== undefined && height !== undefined)
    return getBoundingRect([side('x'), side('y'), side('x') + side('width'), side('y') + side('height')]);
  if (name === 'path' && d !== '' && /^[MLQCZ\d\s.,e-]*$/.test(d))
    return getBoundingRect((d.match(/-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/g) ?? []).map(Number));
  if (name !== 'circle' && name !== 'ellipse') return 'unknown';
  const [rx, ry] = [side(name === 'circle' ? 'r' : 'rx'), side(name === 'circle' ? 'r' : 'ry')];
  return getBoundingRect([side('cx') - rx, side('cy') - ry, side('cx') + rx, side('cy') + ry]);
};

/** @param numbers alternating x and y coordinates of points. */
const getBoundingRect = (numbers: readonly number[]): Bounds => {
  let [left, top] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [right, bottom] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    const [x, y] = [numbers[at] as number, numbers[at + 1] as number];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return Number.isFinite(left + top + right + bottom) ? { left, top, right, bottom } : 'unknown';
};

const getMatrix = (transform: string | undefined): Matrix | undefined => {
  if (transform === undefined) return [1, 0, 0, 1, 0, 0];
  const list = /^\s*matrix\(([^()]*)\)\s*$/.exec(transform)?.[1] ?? '';
  const numbers = list.split(/[\s,]+/).map(Number);
  return numbers.length === 6 && numbers.every(Number.isFinite) ? (numbers as unknown as Matrix) : undefined;
};

/** Returns how far each filter spreads its input, by filter id. A Gaussian blur ends at three standard deviations. */
const filterReaches = (document: XmlElement): ReadonlyMap<string, number> => {
  const reaches = new Map<string, number>();
  for (const { name, attributes, children } of getElements(document)) {
    if (name !== 'filter') continue;
    let reach = 0;
    for (const part of children) {
      if (typeof part === 'string') continue;
      const { stdDeviation = part.name === 'feDropShadow' ? '2' : '0', dx = '0', dy = '0' } = part.attributes;
      const isKnown = /^fe(?:Flood|Composite|Merge|Blend|Color|Component|Gaussian|Offset|DropShadow)/.test(part.name);
      const deviation = Math.max(...stdDeviation.split(/[\s,]+/).map(Number));
      reach += isKnown ? 3 * deviation + Math.hypot(Number(dx), Number(dy)) : Number.NaN;
    }
    if (Number.isFinite(reach)) reaches.set(attributes.id ?? '', reach);
  }
  return reaches;
};
