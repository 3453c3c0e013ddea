import { referenceIn } from '../../../picture/svg/references.ts';
import { elementsOf, type XmlElement } from '../../../picture/svg/xml.ts';
import type { DocumentCorrection } from '../correction.ts';
import { drawnChildren, type FilterReaches, filterReachesOf, innerBounds } from './bounds.ts';
import { viewportOf } from './cull.ts';
import {
  type Box,
  grow,
  identity,
  invert,
  isEmpty,
  type Matrix,
  multiply,
  overlap,
  parseTransform,
  transformBox,
} from './geometry.ts';

/**
 * Gives the filters of shadows and blurs the region they can reach and that is seen. satori 0.63 takes the square of a blur's
 * radius for a margin, and resvg's time and memory go with the region: `0 25px 50px` takes a tenth of the time afterwards,
 * and a radius of thousands no longer asks for terabytes. No pixel changes by it. Before anything makes two elements share a filter.
 *
 * Colours are mixed as they are written, as CSS asks; the default of SVG converts every pixel twice.
 */
export const tightenFilters: DocumentCorrection = (document) => {
  const viewport = viewportOf(document);
  const own = elementsOf(document).filter(
    ({ name, attributes: { id } }) => name === 'filter' && id?.startsWith('satori_'),
  );
  const filters = new Map(own.map((filter) => [filter.attributes.id ?? '', filter]));
  if (viewport && filters.size > 0)
    tighten(document, identity, { viewport, filters, reaches: filterReachesOf(document) });
};

interface Context {
  readonly viewport: Box;
  /** By their id. */
  readonly filters: ReadonlyMap<string, XmlElement>;
  readonly reaches: FilterReaches;
}

const tighten = (element: XmlElement, matrix: Matrix, context: Context): void => {
  for (const child of drawnChildren(element)) {
    const own = parseTransform(child.attributes.transform);
    if (!own) continue;
    const total = multiply(matrix, own);
    const filter = context.filters.get(referenceIn(child.attributes.filter));
    if (filter) {
      filter.attributes['color-interpolation-filters'] ??= 'sRGB';
      const region = regionOf(child, total, context);
      if (region) setRegion(filter, region);
    }
    if (child.name === 'g') tighten(child, total, context);
  }
};

/** In the element's own user space. */
const regionOf = (element: XmlElement, matrix: Matrix, { viewport, reaches }: Context): Box | undefined => {
  const reach = reaches.get(referenceIn(element.attributes.filter));
  const given = innerBounds(element, identity, reaches);
  const back = invert(matrix);
  if (reach === undefined || given === undefined || given === 'unknown' || !back) return undefined;
  // What is blurred beyond the edge of the picture still shines into it; from farther than its size, nobody waits for it.
  const seen = transformBox(viewport, back);
  const most = Math.max(seen.right - seen.left, seen.bottom - seen.top);
  return overlap(grow(given, reach), grow(seen, Math.min(reach, most)));
};

const setRegion = (filter: XmlElement, region: Box): void => {
  const box = isEmpty(region) ? { left: 0, top: 0, right: 1, bottom: 1 } : region;
  const [left, top] = [Math.floor(box.left), Math.floor(box.top)];
  Object.assign(filter.attributes, {
    filterUnits: 'userSpaceOnUse',
    x: String(left),
    y: String(top),
    width: String(Math.ceil(box.right) - left + 1),
    height: String(Math.ceil(box.bottom) - top + 1),
  });
};
