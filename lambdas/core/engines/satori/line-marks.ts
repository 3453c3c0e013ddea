/**
 * How the height of a text's lines comes through satori, which hands on the paint of a text and nothing else of it: as the width of
 * a stroke that is too thin to be seen.
 */
const perPixel = 1e-6;
/** No stroke of an author's is so thin, no line so high. */
const widest = 1e-3;

/** The width of the stroke that says how high lines are, in CSS pixels. */
export const markOf = (lineHeight: number): number => lineHeight * perPixel;

/** What a stroke says; undefined where it is one that is meant to be seen. */
export const lineHeightIn = (strokeWidth: string | undefined): number | undefined => {
  const width = Number.parseFloat(strokeWidth ?? '');
  return width > 0 && width < widest ? width / perPixel : undefined;
};

/** What the thickness of a line of a text decoration has besides whole pixels: it tells it from a line of an author's drawing. */
const decorationRest = 2 ** -20;

/** @param thickness in whole CSS pixels. */
export const decorationMark = (thickness: number): number => thickness + decorationRest;

/** The thickness of a line that has the mark, in CSS pixels; undefined for other lines. */
export const decorationThicknessIn = (strokeWidth: string | undefined): number | undefined => {
  const thickness = Number(strokeWidth) - decorationRest;
  return thickness > 0 && Number.isInteger(thickness) ? thickness : undefined;
};
