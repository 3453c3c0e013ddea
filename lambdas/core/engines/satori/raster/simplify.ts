import { referenceIn } from '../../../picture/svg/references.ts';
import { elementsOf, type XmlElement } from '../../../picture/svg/xml.ts';
import { type FilterReaches, innerBounds } from '../svg/bounds.ts';
import { type Box, identity } from '../svg/geometry.ts';
import type { Definitions } from './definitions.ts';

/**
 * An element without the clip and the mask that take nothing away from it: plain white boxes all around it. The layout
 * library puts one on most elements, and each costs the rasteriser a layer of its own, as long as drawing a photograph.
 *
 * @param view what is seen of the document, in its own units.
 * @param scale device pixels for one of them.
 */
export const withoutNeedlessClips = (
  element: XmlElement,
  definitions: Definitions,
  reaches: FilterReaches,
  view: Box,
  scale: number,
): XmlElement => {
  const { mask, 'clip-path': clip, transform, filter, style } = element.attributes;
  if ((mask === undefined && clip === undefined) || transform !== undefined || filter !== undefined || style)
    return element;
  // A mask ends a tenth of the element's size around it, which a stroke can pass.
  if (hasStroke(element)) return element;
  const isBox = element.name === 'image' || element.name === 'rect';
  const bounds = isBox ? boxOfRect(element) : innerBounds(element, identity, reaches);
  if (bounds === undefined || bounds === 'unknown') return element;
  // A picture that is made larger or smaller reaches a little beyond its box, smoothly.
  const isSharp = element.name !== 'image' || isPixelForPixel(element, scale);
  const attributes = { ...element.attributes };
  const isNeedless = (reference: string | undefined, kind: string) => {
    const window = windowOf(reference, kind, definitions);
    return window !== undefined && isAround(window, bounds, view, isSharp ? scale : Number.NaN);
  };
  if (isNeedless(mask, 'mask')) delete attributes.mask;
  if (isNeedless(clip, 'clipPath')) delete attributes['clip-path'];
  return { ...element, attributes };
};

const hasStroke = (element: XmlElement): boolean =>
  elementsOf(element).some(({ attributes: { stroke = 'none' } }) => stroke !== 'none');

/**
 * Whether a window takes nothing away of what is seen of a box. Where an edge of it runs along the box, or close to it, it
 * must be on whole pixels: elsewhere it makes the box's own smooth edge fainter.
 *
 * @param scale NaN where edges close to the box always take something away.
 */
const isAround = (window: Box, inner: Box, view: Box, scale: number): boolean => {
  const isBeyond = (edge: number, own: number, seen: number) =>
    edge <= seen || edge < own - 1 || (edge <= own && Number.isInteger(edge * scale));
  return (
    isBeyond(window.left, inner.left, view.left) &&
    isBeyond(window.top, inner.top, view.top) &&
    isBeyond(-window.right, -inner.right, -view.right) &&
    isBeyond(-window.bottom, -inner.bottom, -view.bottom)
  );
};

/** Whether a bitmap is drawn at its own size, its edges on whole pixels. */
const isPixelForPixel = ({ attributes }: XmlElement, scale: number): boolean => {
  const { x = '0', y = '0', width = '', height = '', href = '', preserveAspectRatio } = attributes;
  const [left, top, across, down] = [x, y, width, height].map((length) => Number(length) * scale);
  return (
    preserveAspectRatio === 'none' &&
    Number.isInteger(left) &&
    Number.isInteger(top) &&
    href.endsWith(`-${across}-${down},`)
  );
};

const windowAttributes = new Set(['x', 'y', 'width', 'height', 'fill']);

/** The box of a clip or mask that is one plain box, seen through in full. */
const windowOf = (reference: string | undefined, kind: string, definitions: Definitions): Box | undefined => {
  const definition = definitions.get(referenceIn(reference));
  if (definition?.name !== kind || definition.children.length !== 1) return undefined;
  if (Object.keys(definition.attributes).some((name) => name !== 'id')) return undefined;
  const [shape] = definition.children;
  if (typeof shape !== 'object' || shape.name !== 'rect') return undefined;
  if (Object.keys(shape.attributes).some((name) => !windowAttributes.has(name))) return undefined;
  if (kind === 'mask' && shape.attributes.fill !== '#fff') return undefined;
  return boxOfRect(shape);
};

const boxOfRect = ({ attributes }: XmlElement): Box | undefined => {
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => Number(attributes[name] ?? 0)) as [
    number,
    number,
    number,
    number,
  ];
  return [x, y, width, height].every(Number.isFinite)
    ? { left: x, top: y, right: x + width, bottom: y + height }
    : undefined;
};

/** A box of one opaque colour whose edges are on whole pixels. */
export interface SolidFill {
  readonly box: Box;
  readonly word: number;
}

/** @returns undefined for anything that is not such a box. */
export const solidFillOf = (element: XmlElement, scale: number, canvas: Box): SolidFill | undefined => {
  const word = isPlainRect(element) ? opaqueWord(element.attributes.fill ?? '') : undefined;
  const box = word === undefined ? undefined : wholeBoxOf(element, scale, canvas);
  return word === undefined || box === undefined ? undefined : { box, word };
};

/** Whether an element is a rectangle with a fill and nothing else. */
export const isPlainRect = ({ name, children, attributes }: XmlElement): boolean =>
  name === 'rect' &&
  children.length === 0 &&
  Object.keys(attributes).every((attribute) => windowAttributes.has(attribute));

/**
 * What is seen of a rectangle, in device pixels.
 *
 * @returns undefined where its edges are not on whole ones.
 */
export const wholeBoxOf = (element: XmlElement, scale: number, canvas: Box): Box | undefined => {
  const box = boxOfRect(element);
  const scaled = box && [box.left, box.top, box.right, box.bottom].map((length) => length * scale);
  if (!scaled?.every(Number.isInteger)) return undefined;
  const [left, top, right, bottom] = scaled as [number, number, number, number];
  return {
    left: Math.max(left, canvas.left),
    top: Math.max(top, canvas.top),
    right: Math.min(right, canvas.right),
    bottom: Math.min(bottom, canvas.bottom),
  };
};

const named: Readonly<Record<string, string>> = { white: '#ffffff', black: '#000000' };

/** `#rrggbb`, `#rgb`, white or black as a word of red, green, blue and full alpha from the lowest byte up. */
const opaqueWord = (colour: string): number | undefined => {
  const written = named[colour] ?? colour;
  const long = /^#[0-9a-f]{3}$/i.test(written) ? written.replace(/[0-9a-f]/gi, '$&$&') : written;
  if (!/^#[0-9a-f]{6}$/i.test(long)) return undefined;
  const value = Number.parseInt(long.slice(1), 16);
  return ((0xff << 24) | ((value & 0xff) << 16) | (value & 0xff00) | (value >> 16)) >>> 0;
};
