import { Resvg } from '@resvg/resvg-js';

/** A document's pixels, four bytes each, colours multiplied by alpha. */
export const resvgPixels = (svg: string): Uint8Array =>
  new Resvg(svg, { font: { loadSystemFonts: false } }).render().pixels;
