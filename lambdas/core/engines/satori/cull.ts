import { referenceIn } from '../../rendering/svg/references.ts';
import { getViewBox } from '../../rendering/svg/view-box.ts';
import { getElements, type XmlElement } from '../../rendering/svg/xml.ts';
import { splitWords } from '../../split-words.ts';

/** A rectangle in the space of a document. */
interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
/** Undefined for what renders nothing. */
type Bounds = Rect | 'unknown' | undefined;
/** a, b, c, d, e, f of SVG's `matrix()`. */
type Matrix = readonly [number, number, number, number, number, number];

/** Elements that render nothing where they stand. */
const definitions: ReadonlySet<string> = new Set(
  splitWords('defs symbol mask clipPath pattern marker filter linearGradient radialGradient style'),
);

/**
 * Takes out what lies wholly beyond the edge of the image, in place. It cannot be seen, and resvg 2.6 ends its process over it
 * where it has an opacity, a clip, a mask or a filter. What cannot be measured stays.
 */
export const cullUnseen = (document: XmlElement): void => {
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
    const id = referenceIn(filter);
    // its time goes with its region, of which satori asks for the square of a blur's radius
    if (bounds && bounds !== 'unknown' && transform === undefined && id.startsWith('satori_s-'))
      setRegion(filters.get(id), bounds, grown({ left: view.x, top: view.y, right, bottom }, reaches.get(id) ?? 0));
    if (bounds === 'unknown') return false;
    return !bounds || bounds.left >= right || bounds.top >= bottom || bounds.right <= view.x || bounds.bottom <= view.y;
  };
  cullIn(document, isUnseen);
};

const grown = ({ left, top, right, bottom }: Rect, by: number): Rect => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
});

/** Gives a filter the region that it can reach and that shines into the image. No pixel changes by it. */
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
    // what a filter moves may be seen although what it is given is not
    if (child.name === 'g' && transform === undefined && filter === undefined) cullIn(child, isUnseen);
    return true;
  });
};

/** A rectangle that holds all that an element renders. Clips and masks only take away, and are not looked at. */
const getBounds = (element: XmlElement, reaches: ReadonlyMap<string, number>): Bounds => {
  const { transform, style, filter, 'stroke-width': stroke = '0' } = element.attributes;
  const matrix = getMatrix(transform);
  if (!matrix || style?.includes('transform') || style?.includes('filter')) return 'unknown';
  const inner = element.name === 'g' ? groupBounds(element, reaches) : shapeBounds(element);
  const reach = filter === undefined ? 0 : reaches.get(referenceIn(filter));
  if (reach === undefined) return 'unknown';
  if (inner === undefined || inner === 'unknown') return inner;
  const more = reach + 2 * Math.abs(Number.parseFloat(stroke) || 0);
  const { left, top, right, bottom } = grown(inner, more);
  const [a, b, c, d, e, f] = matrix;
  const moved = (x: number, y: number) => [a * x + c * y + e, b * x + d * y + f];
  return around([moved(left, top), moved(right, top), moved(left, bottom), moved(right, bottom)].flat());
};

const groupBounds = ({ children }: XmlElement, reaches: ReadonlyMap<string, number>): Bounds => {
  const corners: number[] = [];
  for (const child of children) {
    if (typeof child === 'string' || definitions.has(child.name)) continue;
    const bounds = getBounds(child, reaches);
    if (bounds === 'unknown') return bounds;
    if (bounds) corners.push(bounds.left, bounds.top, bounds.right, bounds.bottom);
  }
  return corners.length === 0 ? undefined : around(corners);
};

/** satori writes the box of an element on its path as well; letters are paths of absolute commands with points only. */
const shapeBounds = ({ name, attributes }: XmlElement): Bounds => {
  const side = (key: string) => Number.parseFloat(attributes[key] ?? '0');
  const { width, height, d = '' } = attributes;
  if (/^(?:rect|image|path)$/.test(name) && width !== undefined && height !== undefined)
    return around([side('x'), side('y'), side('x') + side('width'), side('y') + side('height')]);
  if (name === 'path' && d !== '' && /^[MLQCZ\d\s.,e-]*$/.test(d))
    return around((d.match(/-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/g) ?? []).map(Number));
  if (name !== 'circle' && name !== 'ellipse') return 'unknown';
  const [rx, ry] = [side(name === 'circle' ? 'r' : 'rx'), side(name === 'circle' ? 'r' : 'ry')];
  return around([side('cx') - rx, side('cy') - ry, side('cx') + rx, side('cy') + ry]);
};

/** @param numbers x and y of some points, in turn. */
const around = (numbers: readonly number[]): Bounds => {
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

/** How far each filter carries what it is given, by its id. A Gaussian blur ends three deviations out. */
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
