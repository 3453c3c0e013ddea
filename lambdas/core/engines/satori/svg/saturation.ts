import { elementsOf } from '../../../picture/svg/xml.ts';
import type { DocumentCorrection } from '../correction.ts';

/**
 * Writes saturations above 1 as the matrices they stand for: resvg 2.6.2 takes no more than 1, as the first edition of SVG had
 * it. Its place in the order does not matter.
 *
 * Source: https://drafts.fxtf.org/filter-effects/#attr-valuedef-type-saturate
 */
export const writeSaturations: DocumentCorrection = (document) => {
  for (const { name, attributes } of elementsOf(document)) if (name === 'feColorMatrix') writeSaturation(attributes);
};

const writeSaturation = (attributes: Record<string, string>): void => {
  const amount = Number(attributes.values);
  if (attributes.type !== 'saturate' || !(amount > 1)) return;
  const share = (kept: number, weight: number) => Number((weight + (kept - weight) * amount).toFixed(5));
  const rows = [
    [share(1, 0.213), share(0, 0.715), share(0, 0.072), 0, 0],
    [share(0, 0.213), share(1, 0.715), share(0, 0.072), 0, 0],
    [share(0, 0.213), share(0, 0.715), share(1, 0.072), 0, 0],
    [0, 0, 0, 1, 0],
  ];
  attributes.type = 'matrix';
  attributes.values = rows.flat().join(' ');
};
