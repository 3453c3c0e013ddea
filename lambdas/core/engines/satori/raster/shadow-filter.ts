import type { PixelBox } from '../../../picture/pixels.ts';
import { referenceIn } from '../../../picture/svg/references.ts';
import type { XmlElement } from '../../../picture/svg/xml.ts';
import { type Definitions, writtenWithDefinitions } from './definitions.ts';

/** Lengths in device pixels. */
export interface Shadow {
  readonly deviation: number;
  readonly right: number;
  readonly down: number;
  /** As it stands in the document. */
  readonly colour: string;
}

/** A filter that only adds shadows. */
export interface ShadowFilter {
  /** The shape that has them, as SVG. */
  readonly source: string;
  /** Where they are seen: white on black, as SVG. */
  readonly mask: string | undefined;
  readonly region: PixelBox;
  /** From the bottom to the top. */
  readonly merged: readonly (Shadow | 'source')[];
}

/**
 * Reads the filter of a group, where it is one of the two the layout library writes for the shadows of boxes and texts.
 *
 * @param scale device pixels for one unit of the document.
 * @returns undefined for every other group.
 */
export const shadowFilterOf = (
  element: XmlElement,
  definitions: Definitions,
  scale: number,
): ShadowFilter | undefined => {
  const { filter: reference, mask, ...others } = element.attributes;
  if (reference === undefined || Object.keys(others).length > 0) return undefined;
  const filter = referred(reference, 'filter', definitions);
  const region = filter && regionOf(filter, scale);
  const merged = filter && mergedOf(filter, scale);
  const white = mask === undefined ? undefined : maskOf(mask, definitions);
  if (!region || !merged || (mask !== undefined && white === undefined)) return undefined;
  const source = writtenWithDefinitions({ ...element, attributes: {} }, definitions);
  return { source, mask: white, region, merged };
};

const referred = (reference: string, kind: string, definitions: Definitions): XmlElement | undefined => {
  const found = definitions.get(referenceIn(reference));
  return found?.name === kind ? found : undefined;
};

/** @returns undefined where its edges are not on whole pixels. */
const regionOf = ({ attributes }: XmlElement, scale: number): PixelBox | undefined => {
  if (attributes.filterUnits !== 'userSpaceOnUse' || attributes['color-interpolation-filters'] !== 'sRGB')
    return undefined;
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => Number(attributes[name]) * scale) as [
    number,
    number,
    number,
    number,
  ];
  if (![x, y, width, height].every(Number.isInteger)) return undefined;
  return { left: x, top: y, right: x + width, bottom: y + height };
};

/** What is seen through a mask without a region of its own. */
const maskOf = (reference: string, definitions: Definitions): string | undefined => {
  const mask = referred(reference, 'mask', definitions);
  if (mask?.attributes.maskUnits !== 'userSpaceOnUse') return undefined;
  if (Object.keys(mask.attributes).some((name) => name !== 'id' && name !== 'maskUnits')) return undefined;
  return writtenWithDefinitions({ name: 'g', attributes: {}, children: mask.children }, definitions);
};

const mergedOf = (filter: XmlElement, scale: number): (Shadow | 'source')[] | undefined => {
  const steps = filter.children.filter((child) => typeof child !== 'string');
  const merge = steps.at(-1)?.name === 'feMerge' ? steps.at(-1) : undefined;
  if (!merge) {
    const [blurred, flood, composite] = steps;
    if (steps.length !== 3 || !isTinted(flood, composite, blurred?.attributes.result)) return undefined;
    const shadow = shadowOf(blurred, undefined, flood, scale, undefined);
    return shadow && [shadow];
  }
  const byName = new Map<string | undefined, Shadow | 'source'>([['SourceGraphic', 'source']]);
  for (let at = 0; at + 1 < steps.length; at += 4) {
    const [name, shadow] = namedShadow(steps.slice(at, at + 4), scale) ?? [];
    if (name === undefined || !shadow) return undefined;
    byName.set(name, shadow);
  }
  const merged = merge.children.map((node) => byName.get(typeof node === 'string' ? undefined : node.attributes.in));
  return merged.every((part) => part !== undefined) ? merged : undefined;
};

/** The four steps of one shadow, under the name of their result. */
const namedShadow = (
  [blurred, moved, flood, composite]: readonly XmlElement[],
  scale: number,
): [string | undefined, Shadow | undefined] | undefined => {
  const isChain = moved?.name === 'feOffset' && moved.attributes.in === blurred?.attributes.result;
  if (!isChain || !isTinted(flood, composite, moved.attributes.result)) return undefined;
  return [composite?.attributes.result, shadowOf(blurred, moved, flood, scale, 'SourceAlpha')];
};

/** Whether a colour is put where something is. */
const isTinted = (flood: XmlElement | undefined, composite: XmlElement | undefined, where: string | undefined) =>
  flood?.name === 'feFlood' &&
  composite?.name === 'feComposite' &&
  composite.attributes.operator === 'in' &&
  composite.attributes.in === flood.attributes.result &&
  composite.attributes.in2 === where &&
  where !== undefined;

const shadowOf = (
  blurred: XmlElement | undefined,
  moved: XmlElement | undefined,
  flood: XmlElement | undefined,
  scale: number,
  given: string | undefined,
): Shadow | undefined => {
  if (blurred?.name !== 'feGaussianBlur' || blurred.attributes.in !== given) return undefined;
  const length = (text: string | undefined) => Number(text ?? 0) * scale;
  const deviation = length(blurred.attributes.stdDeviation);
  // The rasteriser moves by whole pixels.
  const [right, down] = [Math.trunc(length(moved?.attributes.dx)), Math.trunc(length(moved?.attributes.dy))];
  const { 'flood-color': colour, 'flood-opacity': opacity = '1' } = flood?.attributes ?? {};
  if (!Number.isFinite(deviation + right + down) || colour === undefined || opacity !== '1') return undefined;
  return { deviation, right, down, colour };
};
