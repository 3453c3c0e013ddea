import { kinds } from '../../../css-tokens.ts';
import { evaluateMath, getTokens } from '../../../styles/values/math.ts';
import type { Bounds } from './geometry.ts';
import { type LengthSpace, splitValues, toUserUnits } from './lengths.ts';
import {
  getFunctionMatrix,
  identity,
  type Matrix,
  multiply,
  readTransformAttribute,
  translation,
  writeMatrix,
} from './matrix.ts';

/** The declarations that move an element. */
export interface Moves {
  /** Of a style; '' if there is none. */
  readonly transform: string;
  /** The attribute, which has another syntax. */
  readonly attribute: string | undefined;
  readonly translate: string | undefined;
  readonly rotate: string | undefined;
  readonly scale: string | undefined;
  readonly origin: string | undefined;
}

const toNumber = (value: string, space: LengthSpace, whole: number): number | undefined => {
  const found = evaluateMath(getTokens(value), {});
  if (found?.kind === 'angle' || found?.kind === 'number') return found.amount;
  return toUserUnits(value, space, whole);
};

const sizeOf = ({ left, top, right, bottom }: Bounds): readonly [number, number] => [right - left, bottom - top];

/** Returns the matrix of a `transform` of CSS; undefined if it is invalid. @param box what percentages refer to */
const readTransform = (value: string, box: Bounds, space: LengthSpace): Matrix | undefined => {
  if (/^\s*none\s*$/i.test(value)) return identity;
  const [width, height] = sizeOf(box);
  let matrix = identity;
  let depth = 0;
  let open = { name: '', text: '' };
  for (const { kind, text } of getTokens(value)) {
    const isOpening = kind === kinds.Function || kind === kinds.LeftParenthesis;
    if (isOpening && depth === 0) open = { name: text.slice(0, -1), text: '' };
    else if (depth > 0) open.text += text;
    if (isOpening) depth += 1;
    if (kind !== kinds.RightParenthesis) continue;
    depth -= 1;
    if (depth !== 0) continue;
    const parts = splitValues(open.text.slice(0, -1));
    const numbers = parts.map((part, at) => {
      const isDown = /y$/i.test(open.name) || at === 1;
      const share = /^scale/i.test(open.name) && part.endsWith('%') ? Number.parseFloat(part) / 100 : undefined;
      return share ?? toNumber(part, space, isDown ? height : width);
    });
    const own = numbers.includes(undefined) ? undefined : getFunctionMatrix(open.name, numbers as number[]);
    if (!own) return undefined;
    matrix = multiply(matrix, own);
  }
  return matrix;
};

const keywords: Readonly<Record<string, string>> = {
  left: '0%',
  top: '0%',
  center: '50%',
  right: '100%',
  bottom: '100%',
};

/** Returns a point of a box: `center`, `left 10px`, `20% 30px`. */
export const readPoint = (value: string, box: Bounds, space: LengthSpace): readonly [number, number] | undefined => {
  const words = splitValues(value);
  const [first = 'center', second = 'center'] =
    /^(?:top|bottom)$/i.test(words[0] ?? '') || /^(?:left|right)$/i.test(words[1] ?? '') ? [words[1], words[0]] : words;
  const [width, height] = sizeOf(box);
  const x = toUserUnits(keywords[first.toLowerCase()] ?? first, space, width);
  const y = toUserUnits(keywords[second.toLowerCase()] ?? second, space, height);
  return x === undefined || y === undefined ? undefined : [box.left + x, box.top + y];
};

/** Returns the `transform` attribute of an element; undefined if nothing moves it. */
export const writeTransform = (moves: Moves, box: Bounds, space: LengthSpace): string | undefined => {
  const { attribute, origin } = moves;
  const own =
    moves.transform === ''
      ? (attribute && readTransformAttribute(attribute)) || identity
      : (readTransform(moves.transform, box, space) ?? identity);
  const by = (name: 'translate' | 'rotate' | 'scale'): Matrix => {
    const value = moves[name];
    if (value === undefined || /^none$/i.test(value.trim())) return identity;
    const words = splitValues(value);
    const angle = /^[xyz]$/i.test(words[0] ?? '') ? words.slice(1) : words;
    return readTransform(`${name}(${angle.join(', ')})`, box, space) ?? identity;
  };
  const matrix = [by('translate'), by('rotate'), by('scale'), own].reduce(multiply);
  if (matrix.every((number, at) => number === identity[at])) return undefined;
  const point = origin === undefined ? ([0, 0] as const) : (readPoint(origin, box, space) ?? ([0, 0] as const));
  const [x, y] = point;
  return writeMatrix(multiply(multiply(translation(x, y), matrix), translation(-x, -y)));
};
