/** An axis-parallel box in some user space. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** x' = a x + c y + e, y' = b x + d y + f, as in SVG's `matrix(a b c d e f)`. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** First the right one, then the left one. */
export const multiply = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4],
  m[1] * n[4] + m[3] * n[5] + m[5],
];

/** @returns undefined for a matrix that flattens everything. */
export const invert = ([a, b, c, d, e, f]: Matrix): Matrix | undefined => {
  const determinant = a * d - b * c;
  if (Math.abs(determinant) < 1e-9) return undefined;
  const [ia, ib, ic, id] = [d / determinant, -b / determinant, -c / determinant, a / determinant];
  return [ia, ib, ic, id, -(ia * e + ic * f), -(ib * e + id * f)];
};

/** The box around a transformed box. */
export const transformBox = ({ left, top, right, bottom }: Box, [a, b, c, d, e, f]: Matrix): Box => {
  const xs = [a * left + c * top, a * right + c * top, a * left + c * bottom, a * right + c * bottom];
  const ys = [b * left + d * top, b * right + d * top, b * left + d * bottom, b * right + d * bottom];
  return {
    left: Math.min(...xs) + e,
    top: Math.min(...ys) + f,
    right: Math.max(...xs) + e,
    bottom: Math.max(...ys) + f,
  };
};

/** How far a transform moves points that were one apart, at most. */
export const stretchOf = ([a, b, c, d]: Matrix): number => Math.max(Math.hypot(a, b), Math.hypot(c, d));

export const grow = (box: Box, by: number): Box => ({
  left: box.left - by,
  top: box.top - by,
  right: box.right + by,
  bottom: box.bottom + by,
});

export const union = (a: Box | undefined, b: Box): Box =>
  a === undefined
    ? b
    : {
        left: Math.min(a.left, b.left),
        top: Math.min(a.top, b.top),
        right: Math.max(a.right, b.right),
        bottom: Math.max(a.bottom, b.bottom),
      };

/** The common part; its right may lie left of its left when there is none. */
export const overlap = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});

export const isEmpty = ({ left, top, right, bottom }: Box): boolean => !(right >= left && bottom >= top);

const degrees = Math.PI / 180;

/** Reads a `transform` attribute; undefined when part of it is unknown. */
export const parseTransform = (text: string | undefined): Matrix | undefined => {
  let matrix = identity;
  if (text === undefined) return matrix;
  for (const [, name = '', list = ''] of text.matchAll(/\b([a-zA-Z]+)\s*\(([^()]*)\)/g)) {
    const values = list
      .split(/[\s,]+/)
      .filter((value) => value !== '')
      .map(Number);
    const next = values.every(Number.isFinite) ? transformOf(name, values) : undefined;
    if (!next) return undefined;
    matrix = multiply(matrix, next);
  }
  return matrix;
};

const transformOf = (name: string, values: readonly number[]): Matrix | undefined => {
  const [x = 0, y] = values;
  switch (name) {
    case 'matrix':
      return values.length === 6 ? (values as unknown as Matrix) : undefined;
    case 'translate':
      return [1, 0, 0, 1, x, y ?? 0];
    case 'scale':
      return [x, 0, 0, y ?? x, 0, 0];
    case 'skewX':
      return [1, 0, Math.tan(x * degrees), 1, 0, 0];
    case 'skewY':
      return [1, Math.tan(x * degrees), 0, 1, 0, 0];
    case 'rotate': {
      const [cos, sin] = [Math.cos(x * degrees), Math.sin(x * degrees)];
      const [cx, cy] = [values[1] ?? 0, values[2] ?? 0];
      return multiply([1, 0, 0, 1, cx, cy], multiply([cos, sin, -sin, cos, 0, 0], [1, 0, 0, 1, -cx, -cy]));
    }
    default:
      return undefined;
  }
};
