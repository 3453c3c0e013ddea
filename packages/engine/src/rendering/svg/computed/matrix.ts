/** a, b, c, d, e, f of SVG's `matrix()`. */
export type Matrix = readonly [number, number, number, number, number, number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

export const multiply = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];

export const translation = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y];

const rotation = (degrees: number): Matrix => {
  const angle = (degrees * Math.PI) / 180;
  return [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0];
};

export const writeMatrix = (matrix: Matrix): string =>
  `matrix(${matrix.map((number) => Number(number.toFixed(6))).join(' ')})`;

const tangent = (degrees: number): number => Math.tan((degrees * Math.PI) / 180);

/** Returns the matrix of a function whose arguments are numbers: pixels, degrees, factors. undefined if it is none. */
export const getFunctionMatrix = (name: string, numbers: readonly number[]): Matrix | undefined => {
  const [first = 0, second, third, fourth] = numbers;
  switch (name.toLowerCase()) {
    case 'translate':
    case 'translate3d':
      return translation(first, second ?? 0);
    case 'translatex':
      return translation(first, 0);
    case 'translatey':
      return translation(0, first);
    case 'scale':
    case 'scale3d':
      return [first, 0, 0, second ?? first, 0, 0];
    case 'scalex':
      return [first, 0, 0, 1, 0, 0];
    case 'scaley':
      return [1, 0, 0, first, 0, 0];
    case 'rotate':
    case 'rotatez': {
      if (second === undefined || third === undefined) return rotation(first);
      return multiply(multiply(translation(second, third), rotation(first)), translation(-second, -third));
    }
    case 'rotate3d':
      return first === 0 && second === 0 && fourth !== undefined ? rotation(fourth * Math.sign(third ?? 0)) : undefined;
    case 'skew':
      return [1, tangent(second ?? 0), tangent(first), 1, 0, 0];
    case 'skewx':
      return [1, 0, tangent(first), 1, 0, 0];
    case 'skewy':
      return [1, tangent(first), 0, 1, 0, 0];
    case 'translatez':
    case 'scalez':
    case 'perspective':
      return identity;
    case 'matrix':
      return numbers.length === 6 ? (numbers as unknown as Matrix) : undefined;
    case 'matrix3d': {
      const [a, b, , , c, d, , , , , , , e, f] = numbers;
      return numbers.length === 16 ? ([a, b, c, d, e, f] as unknown as Matrix) : undefined;
    }
    default:
      return undefined;
  }
};

/** Reads a `transform` attribute, whose numbers have no units. @returns undefined if it is invalid */
export const readTransformAttribute = (text: string): Matrix | undefined => {
  let matrix = identity;
  const rest = text.replace(/(?<!\w)([a-z]\w*)\s*\(([^()]*)\)/gi, (_all, name: string, list: string) => {
    const numbers = list
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number);
    const own = getFunctionMatrix(name, numbers);
    matrix = own && numbers.every(Number.isFinite) ? multiply(matrix, own) : [Number.NaN, 0, 0, 0, 0, 0];
    return '';
  });
  return /[^\s,]/.test(rest) || matrix.some(Number.isNaN) ? undefined : matrix;
};
