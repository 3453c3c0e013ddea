import type { FontTables } from './font-tables.ts';

/** Tables of coloured glyphs that takumi 2.16 renders; of COLR only the layers of version 0. */
const bitmaps = ['sbix', 'CBDT'];

/**
 * Returns what an uploader has to know of the colours of a font; undefined if the font has none. satori renders
 * outlines only, takumi no gradients of COLR and no SVG.
 */
export const describeColours = (tables: FontTables): string | undefined => {
  const colr = tables('COLR');
  const hasLayers = colr !== undefined && colr.uint16(2) > 0;
  if (hasLayers || bitmaps.some((tag) => tables(tag)))
    return "The engine satori does not render the colours of this font: its letters have the colour of the text; options.engine = 'takumi' renders them.";
  const kinds = [...(colr ? [`COLR version ${colr.uint16(0)}`] : []), ...(tables('SVG ') ? ['SVG'] : [])];
  return kinds.length === 0
    ? undefined
    : `The colours of this font (${kinds.join(', ')}) are not rendered: its letters have the colour of the text.`;
};
