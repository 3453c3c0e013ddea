import { referenceIn } from '../../../picture/svg/references.ts';
import { viewBoxOf } from '../../../picture/svg/view-box.ts';
import type { XmlElement } from '../../../picture/svg/xml.ts';
import type { DocumentCorrection } from '../correction.ts';
import { boundsOf, drawnChildren, type FilterReaches, filterReachesOf } from './bounds.ts';
import {
  type Box,
  grow,
  identity,
  isEmpty,
  type Matrix,
  multiply,
  overlap,
  parseTransform,
  stretchOf,
  transformBox,
} from './geometry.ts';

/**
 * Takes out what lies wholly beyond the edge of the picture. It cannot be seen, it costs time, and with an opacity, a clip or
 * a filter on it resvg 2.6.2 ends its process: there is no bitmap to draw its layer on. Before filters are looked at one by one.
 *
 * What cannot be measured stays.
 */
export const cullUnseen: DocumentCorrection = (document) => {
  const viewport = viewportOf(document);
  if (viewport) cullChildren(document, identity, viewport, filterReachesOf(document));
};

/** The part of a document's user space that is shown. */
export const viewportOf = ({ attributes: { viewBox, width, height } }: XmlElement): Box | undefined => {
  const size = { width: Number.parseFloat(width ?? ''), height: Number.parseFloat(height ?? '') };
  const view = viewBox === undefined ? { x: 0, y: 0, ...size } : viewBoxOf(viewBox);
  if (!view || !Number.isFinite(view.width + view.height)) return undefined;
  const { x, y, width: w, height: h } = view;
  // A window of other proportions shows more than the view box, on one side or on both.
  const ratio = size.width / size.height;
  const [moreX, moreY] = ratio > 0 ? [Math.max(0, h * ratio - w), Math.max(0, w / ratio - h)] : [0, 0];
  return { left: x - moreX, top: y - moreY, right: x + w + moreX, bottom: y + h + moreY };
};

const cullChildren = (parent: XmlElement, matrix: Matrix, viewport: Box, reaches: FilterReaches): void => {
  const drawn = new Set(drawnChildren(parent));
  parent.children = parent.children.filter((child) => {
    if (typeof child === 'string' || !drawn.has(child)) return true;
    if (!isSeenAtOnce(child, matrix, viewport)) {
      const bounds = boundsOf(child, matrix, reaches);
      if (bounds === undefined || (bounds !== 'unknown' && isEmpty(overlap(bounds, viewport)))) return false;
    }
    const own = parseTransform(child.attributes.transform);
    const { filter } = child.attributes;
    // What a filter moves may be seen although what it is given is not.
    const reach = filter === undefined ? 0 : reaches.get(referenceIn(filter));
    if (child.name === 'g' && own && reach !== undefined) {
      const inner = multiply(matrix, own);
      cullChildren(child, inner, grow(viewport, reach * stretchOf(inner)), reaches);
      return drawnChildren(child).length > 0;
    }
    return true;
  });
};

/** Text is nearly always visible: if a path's first point is, the rest of a long path is not read. */
const isSeenAtOnce = (element: XmlElement, matrix: Matrix, viewport: Box): boolean => {
  const isGroup = element.name === 'g';
  const [, x, y] = (!isGroup && /^\s*M\s*([-\d.]+)[\s,]([-\d.]+)/.exec(element.attributes.d ?? '')) || [];
  const own = isGroup || x !== undefined ? parseTransform(element.attributes.transform) : undefined;
  if (!own) return false;
  const total = multiply(matrix, own);
  if (isGroup) return drawnChildren(element).some((child) => isSeenAtOnce(child, total, viewport));
  const [left, top] = [Number(x), Number(y)];
  return !isEmpty(overlap(transformBox({ left, top, right: left, bottom: top }, total), viewport));
};
