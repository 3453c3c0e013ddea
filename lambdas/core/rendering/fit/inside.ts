import { type Box, getBoundingBox } from '../boxes.ts';
import { getEdges } from '../css/edges.ts';
import { rootFontSize } from '../css/lengths.ts';
import type { Style } from '../tree/normalise-style.ts';
import type { Measured } from './measured-copy.ts';

/** Pixels by which rounding can make text larger than its box. */
const tolerance = 0.5;

/** Returns whether the content of an element lies within its padding. */
export const isInsideBox = ({ box, content }: Measured, style: Style): boolean => {
  const { fontSize } = style;
  const { top, right, bottom, left } = getEdges(style, typeof fontSize === 'number' ? fontSize : rootFontSize);
  const within: Box = {
    left: box.left + left,
    top: box.top + top,
    width: box.width - left - right,
    height: box.height - top - bottom,
  };
  return isInside(content, within);
};

/** Returns whether no sibling that was inside the parent is pushed out of it by the larger text. */
export const keepsSiblingsInside = (now: Measured, before: Measured): boolean => {
  const staysInside = (inner: Box, space: Box, was: Box) => isInside(inner, getBoundingBox([space, was]));
  const areSiblingsInside =
    !now.family || !now.budget || !before.family || staysInside(now.family, now.budget, before.family);
  return areSiblingsInside && staysInside(now.reach, before.reach, before.reach);
};

export const isSameSize = (one: Box, other: Box): boolean =>
  Math.abs(one.width - other.width) < tolerance && Math.abs(one.height - other.height) < tolerance;

const isInside = (inner: Box, outer: Box): boolean =>
  inner.left >= outer.left - tolerance &&
  inner.top >= outer.top - tolerance &&
  inner.left + inner.width <= outer.left + outer.width + tolerance &&
  inner.top + inner.height <= outer.top + outer.height + tolerance;
