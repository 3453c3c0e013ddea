import { getViewBox } from '../../rendering/svg/vector-size.ts';
import { getXmlElements, type XmlElement } from '../../rendering/svg/xml.ts';
import { splitWords } from '../../split-words.ts';

/** A rectangle in the coordinates of the document. */
interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
/** The bounds of an element that renders nothing. */
const nowhere: Rect = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
/** The bounds of an element that cannot be measured. */
const everywhere: Rect = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
/** a, b, c, d, e, f of SVG's `matrix()`. */
type Matrix = readonly [number, number, number, number, number, number];
/** A filter, and how far it spreads its input; NaN if unknown. */
type Filters = ReadonlyMap<string, { readonly attributes: Record<string, string>; readonly reach: number }>;
/** What the bounds of an element depend on beside itself: filters and clip paths by id. */
interface Definitions {
  readonly filters: Filters;
  readonly clips: ReadonlyMap<string, Rect>;
}

/** Elements that render nothing at their position in the document. */
const definitions: ReadonlySet<string> = new Set(
  splitWords('defs symbol mask clipPath pattern marker filter linearGradient radialGradient style'),
);

/**
 * Removes elements that lie wholly outside the image, in place. They are invisible, and some of them end the process of
 * resvg 2.6. Elements that cannot be measured stay.
 */
export const removeInvisible = (document: XmlElement): void => {
  const { viewBox, width = '', height = '' } = document.attributes;
  const own = { x: 0, y: 0, width: Number.parseFloat(width), height: Number.parseFloat(height) };
  const box = viewBox === undefined ? own : getViewBox(viewBox);
  if (!box || !(box.width > 0 && box.height > 0)) return;
  const view: Rect = { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
  const all = Map.groupBy(getXmlElements(document), ({ name }) => name);
  const filters: Filters = new Map(
    (all.get('filter') ?? []).map((filter) => {
      const { attributes } = filter;
      return [attributes.id ?? '', { attributes, reach: getReach(filter) }];
    }),
  );
  const unclipped = { filters, clips: new Map() };
  const clips = new Map(
    (all.get('clipPath') ?? []).map((clip) => [clip.attributes.id ?? '', getGroupBounds(clip, unclipped)]),
  );
  cullIn(document, (child) => {
    const bounds = getBounds(child, { filters, clips });
    const id = parseReference(child.attributes.filter);
    const filter = filters.get(id);
    // Filter time grows with the region, and satori requests a region of the square of the blur radius.
    if (filter && isMeasured(bounds) && child.attributes.transform === undefined && id.startsWith('satori_s-'))
      Object.assign(filter.attributes, getRegion(bounds, expand(view, filter.reach)));
    const { left, top, right, bottom } = bounds;
    return left >= view.right || top >= view.bottom || right <= view.left || bottom <= view.top;
  });
};

const isMeasured = ({ left, top, right, bottom }: Rect): boolean => Number.isFinite(left + top + right + bottom);

const expand = ({ left, top, right, bottom }: Rect, by: number): Rect => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
});

/** Returns the region of a filter: the part that can affect the image. No pixel changes. */
const getRegion = (bounds: Rect, seen: Rect): Record<string, string> => {
  const [x, y] = [Math.floor(Math.max(bounds.left, seen.left)), Math.floor(Math.max(bounds.top, seen.top))];
  const width = Math.max(1, Math.ceil(Math.min(bounds.right, seen.right)) - x);
  const height = Math.max(1, Math.ceil(Math.min(bounds.bottom, seen.bottom)) - y);
  return { filterUnits: 'userSpaceOnUse', x: `${x}`, y: `${y}`, width: `${width}`, height: `${height}` };
};

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

/** Returns a rectangle that contains everything an element renders. Ignores masks. */
const getBounds = (element: XmlElement, defined: Definitions): Rect => {
  const { filters, clips } = defined;
  const { transform, style, filter, 'clip-path': clip, 'stroke-width': stroke = '0' } = element.attributes;
  const matrix = getMatrix(transform);
  const reach = filter === undefined ? 0 : (filters.get(parseReference(filter))?.reach ?? Number.NaN);
  if (!matrix || style?.includes('transform') || style?.includes('filter') || Number.isNaN(reach)) return everywhere;
  const whole = element.name === 'g' ? getGroupBounds(element, defined) : getShapeBounds(element);
  const inner = intersect(whole, clips.get(parseReference(clip)) ?? everywhere);
  if (!isMeasured(inner)) return inner;
  const { left, top, right, bottom } = expand(inner, reach + 2 * Math.abs(Number.parseFloat(stroke) || 0));
  const [a, b, c, d, e, f] = matrix;
  const transformPoint = (x: number, y: number) => [a * x + c * y + e, b * x + d * y + f];
  const [one, two] = [transformPoint(left, top), transformPoint(right, top)];
  return getBoundingRect([...one, ...two, ...transformPoint(left, bottom), ...transformPoint(right, bottom)]);
};

const intersect = (one: Rect, other: Rect): Rect => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
});

const getGroupBounds = ({ children }: XmlElement, defined: Definitions): Rect =>
  children
    .filter((child) => typeof child !== 'string' && !definitions.has(child.name))
    .map((child) => getBounds(child as XmlElement, defined))
    .reduce(
      (all, one) => ({
        left: Math.min(all.left, one.left),
        top: Math.min(all.top, one.top),
        right: Math.max(all.right, one.right),
        bottom: Math.max(all.bottom, one.bottom),
      }),
      nowhere,
    );

/**
 * satori also writes an element's box on its path, of a border without its position. Glyph paths have absolute commands
 * with coordinates only.
 */
const getShapeBounds = ({ name, attributes }: XmlElement): Rect => {
  const side = (key: string) => Number.parseFloat(attributes[key] ?? '0');
  const { x, width, height, d = '' } = attributes;
  const hasBox = /^(?:rect|image)$/.test(name) || (name === 'path' && x !== undefined);
  if (hasBox && width !== undefined && height !== undefined)
    return getBoundingRect([side('x'), side('y'), side('x') + side('width'), side('y') + side('height')]);
  if (name === 'path' && d !== '' && /^[MLQCZ\d\s.,e-]*$/.test(d))
    return getBoundingRect((d.match(/-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/g) ?? []).map(Number));
  if (name !== 'circle' && name !== 'ellipse') return everywhere;
  const [rx, ry] = [side(name === 'circle' ? 'r' : 'rx'), side(name === 'circle' ? 'r' : 'ry')];
  return getBoundingRect([side('cx') - rx, side('cy') - ry, side('cx') + rx, side('cy') + ry]);
};

/** @param numbers alternating x and y coordinates of points. */
const getBoundingRect = (numbers: readonly number[]): Rect => {
  let { left, top, right, bottom } = nowhere;
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    const [x, y] = [numbers[at] as number, numbers[at + 1] as number];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  const bounds = { left, top, right, bottom };
  return isMeasured(bounds) ? bounds : everywhere;
};

const getMatrix = (transform: string | undefined): Matrix | undefined => {
  if (transform === undefined) return [1, 0, 0, 1, 0, 0];
  const list = /^\s*matrix\(([^()]*)\)\s*$/.exec(transform)?.[1] ?? '';
  const numbers = list.split(/[\s,]+/).map(Number);
  return numbers.length === 6 && numbers.every(Number.isFinite) ? (numbers as unknown as Matrix) : undefined;
};

/** Returns how far a filter spreads its input; NaN if unknown. A Gaussian blur ends at three standard deviations. */
const getReach = ({ children }: XmlElement): number => {
  let reach = 0;
  for (const part of children) {
    if (typeof part === 'string') continue;
    const { stdDeviation = part.name === 'feDropShadow' ? '2' : '0', dx = '0', dy = '0' } = part.attributes;
    const isKnown = /^fe(?:Flood|Composite|Merge|Blend|Color|Component|Gaussian|Offset|DropShadow)/.test(part.name);
    const deviation = Math.max(...stdDeviation.split(/[\s,]+/).map(Number));
    reach += isKnown ? 3 * deviation + Math.hypot(Number(dx), Number(dy)) : Number.NaN;
  }
  return Number.isFinite(reach) ? reach : Number.NaN;
};

const reference = /^\s*url\(\s*["']?#([^"')\s]+)["']?\s*\)\s*$/;

/** Returns the id in `url(#id)`, quoted or not; '' for any other value. */
const parseReference = (value: string | undefined): string => reference.exec(value ?? '')?.[1] ?? '';
