import type { PixelBox } from '../../../picture/pixels.ts';
import { elementsOf, type XmlElement } from '../../../picture/svg/xml.ts';
import { boundsOf, drawnChildren, type FilterReaches, filterReachesOf, innerBounds } from '../svg/bounds.ts';
import { grow, type Matrix } from '../svg/geometry.ts';
import type { Rounding } from './canvas.ts';
import { definitionsOf, writtenWithDefinitions } from './definitions.ts';
import { isBeyondLayers } from './layer-reach.ts';
import { type ShadowFilter, shadowFilterOf } from './shadow-filter.ts';
import { type SolidFill, solidFillOf, withoutNeedlessClips } from './simplify.ts';
import { type Stripes, stripesOf } from './stripes.ts';

/** Something a document draws at one place in its order, with all it needs: it can be drawn alone. */
export interface Piece {
  /** The element and the definitions it refers to, as SVG: equal for pieces that look the same at the same place. */
  readonly key: string;
  /** The same without clips and masks that take nothing away. */
  readonly svg: string;
  /** Set for a rectangle of one opaque colour: it needs no rasteriser. */
  readonly solid: SolidFill | undefined;
  /** Set for other rectangles whose rows or columns are of one colour each. */
  readonly stripes: Stripes | undefined;
  /** Set where it is a shape with shadows, or the shadows alone. */
  readonly shadows: ShadowFilter | undefined;
  /** The part of the picture it may change; may be empty. Measured when it is first asked for. */
  readonly box: PixelBox;
  /** The part of the picture it is rasterised in: its box, or the whole picture. */
  readonly crop: PixelBox;
  readonly rounding: Rounding;
  /** Whether resvg would fail on it, so that librsvg is asked (`layer-reach.ts`). */
  readonly isBeyondLayers: boolean;
}

/** A document as the pieces it is made of, from the bottom to the top. */
export interface CutDocument {
  readonly pieces: readonly Piece[];
  /** Size of the picture in device pixels. */
  readonly width: number;
  readonly height: number;
  /** Device pixels for one unit of the document. */
  readonly scale: number;
  /** Size of the document in its own units. */
  readonly units: { readonly width: number; readonly height: number };
}

/**
 * Cuts a document into pieces that give the same picture when they are drawn one over the other.
 *
 * @param width of the picture in device pixels.
 * @param height of the picture in device pixels.
 * @returns undefined for a document that blends, so that a piece depends on those beneath it, or that has style sheets.
 */
export const cutDocument = (document: XmlElement, width: number, height: number): CutDocument | undefined => {
  const { attributes } = document;
  const units = { width: Number(attributes.width), height: Number(attributes.height) };
  const scale = width / units.width;
  if (!(scale > 0) || !isPlainRoot(document) || !isCuttable(document)) return undefined;
  if (attributes.viewBox !== `0 0 ${attributes.width} ${attributes.height}`) return undefined;
  const definitions = definitionsOf(document);
  const reaches = filterReachesOf(document);
  const canvas = { left: 0, top: 0, right: width, bottom: height };
  const view = { left: 0, top: 0, right: units.width, bottom: units.height };
  const pieces = drawnChildren(document).map((element): Piece => {
    let measured: PixelBox | undefined;
    let simple: XmlElement | undefined;
    const simplified = () => {
      simple ??= withoutNeedlessClips(element, definitions, reaches, view, scale);
      return simple;
    };
    return {
      key: writtenWithDefinitions(element, definitions),
      rounding: hasLayers(element) ? 'nearest' : 'up',
      get svg() {
        return writtenWithDefinitions(simplified(), definitions);
      },
      get solid() {
        return element.name === 'rect' ? solidFillOf(simplified(), scale, canvas) : undefined;
      },
      get stripes() {
        return element.name === 'rect' ? stripesOf(simplified(), definitions, scale, canvas) : undefined;
      },
      get shadows() {
        return element.name === 'g' ? shadowFilterOf(element, definitions, scale) : undefined;
      },
      get box() {
        measured ??= pixelBoxOf(element, scale, reaches, canvas);
        return measured;
      },
      get crop() {
        return hasFilter(element) && !isFilteredWhole(element, scale, reaches, canvas) ? canvas : this.box;
      },
      get isBeyondLayers() {
        return isBeyondLayers(simplified(), [scale, 0, 0, scale, 0, 0], this.crop, definitions);
      },
    };
  });
  return { pieces, width, height, scale, units };
};

/** Whether all that a filter is given lies within the picture: then nothing of it is cut away with the rest. */
const isFilteredWhole = (element: XmlElement, scale: number, reaches: FilterReaches, canvas: PixelBox): boolean => {
  const { filter, transform } = element.attributes;
  if (filter === undefined || transform !== undefined) return false;
  if (element.children.some((child) => typeof child !== 'string' && hasFilter(child))) return false;
  const given = innerBounds(element, [scale, 0, 0, scale, 0, 0], reaches);
  if (given === undefined || given === 'unknown') return false;
  return given.left >= 0 && given.top >= 0 && given.right <= canvas.right && given.bottom <= canvas.bottom;
};

const nothing: PixelBox = { left: 0, top: 0, right: 0, bottom: 0 };

export const isNothing = (box: PixelBox): boolean => box.left >= box.right || box.top >= box.bottom;

const rootAttributes = new Set(['width', 'height', 'viewBox', 'xmlns']);
const isPlainRoot = ({ attributes }: XmlElement) => Object.keys(attributes).every((name) => rootAttributes.has(name));

/** Blending looks at what lies beneath; style sheets reach everything. */
const isCuttable = (document: XmlElement): boolean =>
  elementsOf(document).every(
    ({ name, attributes }) =>
      name !== 'style' && attributes['mix-blend-mode'] === undefined && !attributes.style?.includes('mix-blend-mode'),
  );

const pixelBoxOf = (element: XmlElement, scale: number, reaches: FilterReaches, canvas: PixelBox): PixelBox => {
  const matrix: Matrix = [scale, 0, 0, scale, 0, 0];
  const bounds = boundsOf(element, matrix, reaches);
  if (bounds === undefined) return nothing;
  if (bounds === 'unknown') return canvas;
  // A pixel for smooth edges.
  const { left, top, right, bottom } = grow(bounds, 1);
  const box = {
    left: Math.max(0, Math.floor(left)),
    top: Math.max(0, Math.floor(top)),
    right: Math.min(canvas.right, Math.ceil(right)),
    bottom: Math.min(canvas.bottom, Math.ceil(bottom)),
  };
  return isNothing(box) ? nothing : box;
};

/** Whether any of it is drawn on a layer of its own, or from a picture, by the rasteriser too. */
const hasLayers = (element: XmlElement): boolean =>
  elementsOf(element).some(
    ({ name, attributes }) =>
      name === 'image' ||
      layered.some((layer) => attributes[layer] !== undefined) ||
      attributes.fill?.startsWith('url') === true,
  );

const layered = ['clip-path', 'mask', 'filter', 'opacity', 'style'];

const hasFilter = (element: XmlElement): boolean =>
  elementsOf(element).some(({ attributes }) => attributes.filter !== undefined);

/**
 * A piece as a document of its own, the size of its crop. Inside it is an `<svg>` of the size of the whole document, because
 * lengths in per cent, the default regions of masks among them, are measured by that.
 */
export const documentOf = ({ svg, crop }: Pick<Piece, 'svg' | 'crop'>, { scale, units }: CutDocument): string => {
  const [width, height] = [crop.right - crop.left, crop.bottom - crop.top];
  const view = [crop.left, crop.top, width, height].map((length) => length / scale).join(' ');
  const whole = `width="${units.width}" height="${units.height}" viewBox="0 0 ${units.width} ${units.height}"`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${view}" preserveAspectRatio="none">` +
    `<svg ${whole} overflow="visible">${svg}</svg></svg>`
  );
};

export const doOverlap = (one: PixelBox, other: PixelBox): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
