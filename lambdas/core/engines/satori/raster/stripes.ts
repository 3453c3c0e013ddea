import type { PixelBox } from '../../../picture/pixels.ts';
import { referenceIn } from '../../../picture/svg/references.ts';
import type { XmlElement } from '../../../picture/svg/xml.ts';
import { isEmpty } from '../svg/geometry.ts';
import type { Definitions } from './definitions.ts';
import { isPlainRect, wholeBoxOf } from './simplify.ts';

/** A box with edges on whole pixels, all of whose rows are of one colour each, or all of whose columns. */
export interface Stripes {
  readonly box: PixelBox;
  readonly isInRows: boolean;
}

const gradientAttributes = new Set(['id', 'x1', 'y1', 'x2', 'y2', 'spreadMethod', 'gradientUnits']);

/**
 * Reads what an element paints, where it is one colour, or a gradient from the top to the bottom or from side to side.
 *
 * @param scale device pixels for one unit of the document.
 * @returns undefined for anything else.
 */
export const stripesOf = (
  element: XmlElement,
  definitions: Definitions,
  scale: number,
  canvas: PixelBox,
): Stripes | undefined => {
  const { fill = '' } = element.attributes;
  const box = isPlainRect(element) ? wholeBoxOf(element, scale, canvas) : undefined;
  if (!box || isEmpty(box)) return undefined;
  const reference = referenceIn(fill);
  if (reference === '') return { box, isInRows: true };
  const gradient = definitions.get(reference);
  if (gradient?.name !== 'linearGradient') return undefined;
  if (Object.keys(gradient.attributes).some((name) => !gradientAttributes.has(name))) return undefined;
  const { x1, y1, x2, y2 } = gradient.attributes;
  if (x1 !== undefined && x1 === x2) return { box, isInRows: true };
  return y1 !== undefined && y1 === y2 ? { box, isInRows: false } : undefined;
};
