import type { Resvg } from '@resvg/resvg-js';
import { EngineRejection } from '../../rendering/engine-errors.ts';
import type { Pixels } from '../../rendering/pixels.ts';

/**
 * Renders an SVG with resvg. resvg occasionally crashes the process.
 *
 * @param width of the image in device pixels.
 * @throws EngineRefusal
 */
export const rasterise = (Engine: typeof Resvg, svg: string, width: number): Pixels => {
  try {
    const image = new Engine(svg, {
      font: { loadSystemFonts: false },
      fitTo: { mode: 'width', value: width },
    }).render();
    return { data: image.pixels, width: image.width, height: image.height };
  } catch (error) {
    throw new EngineRejection(error);
  }
};
