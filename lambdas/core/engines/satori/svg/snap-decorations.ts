import { elementsOf } from '../../../picture/svg/xml.ts';
import type { DocumentCorrection } from '../correction.ts';
import { decorationThicknessIn } from '../line-marks.ts';
import { scaleOf } from './document-scale.ts';

/**
 * Draws lines under and through texts on whole pixels, from the first letter to the last. satori 0.63 draws them where the parts of a
 * pixel add up to, and by half their thickness too long at both ends.
 */
export const snapDecorations: DocumentCorrection = (document) => {
  const scale = scaleOf(document);
  for (const { name, attributes } of elementsOf(document)) {
    const thickness = name === 'line' ? decorationThicknessIn(attributes['stroke-width']) : undefined;
    if (thickness === undefined) continue;
    const top = Number(attributes.y1) - thickness / 2;
    const middle = String(Math.round(top * scale) / scale + thickness / 2);
    Object.assign(attributes, { y1: middle, y2: middle, 'stroke-width': String(thickness) });
    if (attributes['stroke-linecap'] === 'square' && attributes['stroke-dasharray'] === undefined)
      delete attributes['stroke-linecap'];
  }
};
