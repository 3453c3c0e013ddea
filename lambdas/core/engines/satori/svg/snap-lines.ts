import { elementsOf } from '../../../picture/svg/xml.ts';
import type { DocumentCorrection } from '../correction.ts';
import { lineHeightIn } from '../line-marks.ts';
import { scaleOf } from './document-scale.ts';

/**
 * Moves lines whose height is no whole number of pixels to whole ones, as browsers do when they draw letters; satori 0.63 cannot. A
 * path of such a text has one part for each line, and says how high they are.
 */
export const snapLines: DocumentCorrection = (document) => {
  const scale = scaleOf(document);
  for (const { name, attributes } of elementsOf(document)) {
    const height = name === 'path' ? lineHeightIn(attributes['stroke-width']) : undefined;
    if (height === undefined) continue;
    for (const paint of strokePaints) delete attributes[paint];
    attributes.d = snapped(attributes.d ?? '', height, scale);
  }
};

const strokePaints = ['stroke', 'stroke-width', 'stroke-linejoin', 'paint-order'];

const snapped = (path: string, height: number, scale: number): string =>
  path
    .split('Z ')
    .map((line, index) => movedDown(line, Math.round(index * height * scale) / scale - index * height))
    .join('Z ');

const movedDown = (path: string, by: number): string =>
  Math.abs(by) < 0.05
    ? path
    : path.replace(
        /(?<![\d.-])(-?[\d.]+) (-?[\d.]+)/g,
        (_all, x: string, y: string) => `${x} ${(Number(y) + by).toFixed(1)}`,
      );
