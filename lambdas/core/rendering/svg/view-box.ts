/** The visible part of a document's user space. */
export interface ViewBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Parses a `viewBox`; undefined if invalid. */
export const getViewBox = (text: string | undefined): ViewBox | undefined => {
  const [x = Number.NaN, y = Number.NaN, width = Number.NaN, height = Number.NaN] = (text ?? '')
    .trim()
    .split(/[\s,]+/)
    .map((part) => (part === '' ? Number.NaN : Number(part)));
  return [x, y, width, height].every(Number.isFinite) ? { x, y, width, height } : undefined;
};
