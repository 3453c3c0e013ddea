import { describe, expect, it } from 'vitest';
import { plainGradients } from '../../../../../lambdas/core/engines/satori/svg/plain-gradients.ts';
import { parseXml, writeXml } from '../../../../../lambdas/core/picture/svg/xml.ts';
import { resvgPixels } from '../../../../support/resvg.ts';

const stops = '<stop offset="0%" stop-color="rgba(200,0,0,0.4)"/><stop offset="1" stop-color="#1d4ed8"/>';
const linear = `<linearGradient id="g" x1="-0.1" y1="0.3" x2="1.1" y2="0.7">${stops}</linearGradient>`;
const radial = `<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="20" cy="10" r="25">${stops}</radialGradient>`;
const rounded = '<path x="10" y="5" width="40" height="30" d="M20 5h20l10 10v20h-40v-20z" fill="url(#satori_p)"/>';
const rect = '<rect x="10" y="5" width="40" height="30" fill="url(#satori_p)"/>';

const documentOf = (gradient: string, shape: string, tile = 'width="1" height="1"') =>
  parseXml(`<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><defs>
    <pattern id="satori_p" x="0" y="0" ${tile} patternUnits="objectBoundingBox">${gradient}<rect x="0" y="0" width="40" height="30" fill="url(#g)"/></pattern>
    </defs>${shape}</svg>`);

describe('plainGradients', () => {
  it.each([
    ['linear, in a box', linear, rect],
    ['linear, in a path', linear, rounded],
    ['radial, in a box', radial, rect],
    ['radial, in a path', radial.replace('cx', 'gradientTransform="rotate(9)" cx'), rounded],
  ])('draws the same without the pattern: %s', (_what, gradient, shape) => {
    const document = documentOf(gradient, shape);
    const before = resvgPixels(writeXml(document));

    plainGradients(document);

    expect(writeXml(document)).not.toContain('<pattern');
    const after = resvgPixels(writeXml(document));
    const differences = [...before].map((value, at) => Math.abs(value - (after[at] as number)));
    expect(before.some((value) => value > 0)).toBe(true);
    expect(Math.max(...differences)).toBeLessThanOrEqual(1);
  });

  it.each([
    ['tiles', documentOf(linear, rect, 'width="0.5" height="1"')],
    ['a shape of another size', documentOf(linear, rect.replace('40', '41'))],
    ['two shapes', documentOf(linear, rect + rounded)],
    ['a stroke', documentOf(linear, rect.replace('<rect', '<rect stroke="red"'))],
  ])('leaves alone what is more than that: %s', (_what, document) => {
    const before = writeXml(document);

    plainGradients(document);

    expect(writeXml(document)).toBe(before);
  });
});
