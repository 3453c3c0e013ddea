/**
 * What comes through satori of how a text was laid out: it hands on the paint of a text, boxes with a background, and nothing else.
 * So the height of lines is the width of a stroke that is too thin to be seen, and the widths of lines are those of backgrounds
 * that are too pale.
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

/** The background of an inline element: it shows how wide each of its lines is. */
export const lineMark = 'rgba(1,2,3,0.001)';

const roomMarks: Readonly<Record<string, string>> = {
  center: 'rgba(1,2,4,0.001)',
  right: 'rgba(1,2,5,0.001)',
  end: 'rgba(1,2,5,0.001)',
};
const shares: Readonly<Record<string, number>> = { 'rgba(1,2,4,0.001)': 0.5, 'rgba(1,2,5,0.001)': 1 };

/** The background of one that is as wide as the room for lines of an alignment; undefined where they begin where it does. */
export const roomMarkOf = (textAlign: string): string | undefined => roomMarks[textAlign];

/** The share of the room that a line leaves which stands before it. */
export const shareBefore = (fill: string | undefined): number | undefined => shares[fill ?? ''];
