import { splitList } from '../../../css-tokens.ts';
import { getOwn } from '../../../get-own.ts';
import type { Size } from '../../../rendering/boxes.ts';
import type { Style } from '../../../styles/style.ts';
import { getLength, getPixels, type Length } from '../../../styles/values/lengths.ts';
import type { Styled } from './styled.ts';

const gradientProperties = ['background', 'backgroundImage', 'mask', 'maskImage', 'WebkitMask', 'WebkitMaskImage'];
const radial = /radial-gradient\(((?:[^()]|\([^()]*\))*)\)/g;

/**
 * Rewrites radial gradients that takumi renders incorrectly. It resolves stops in lengths as if every gradient
 * were a circle to a corner, so they become percentages of the radius where that is known. It ignores a centre in four
 * values. It drops what precedes a hard edge within the first two pixels, which hides the dots of a fine pattern, so
 * the second of two stops at one position is moved by 0.01 of its unit.
 */
export const fixRadialGradients = ({ style }: Pick<Styled, 'style'>): void => {
  for (const property of gradientProperties) {
    const value = style[property];
    if (typeof value !== 'string' || !value.includes('radial-gradient(')) continue;
    const tiles = style[property.startsWith('background') ? 'backgroundSize' : 'maskSize'] ?? '';
    const sizes = splitList(String(tiles), ',');
    style[property] = splitList(value, ',')
      .map((layer, index) => fixLayer(layer, sizes[index % sizes.length] ?? '', style))
      .join(', ');
  }
};

/** @param named the tile size, if a separate property sets it. */
const fixLayer = (layer: string, named: string, { width, height }: Style): string => {
  const [, tile = named] = /\)[^()]*\/([^()/]+)$/.exec(layer) ?? [];
  const [across, down] = tile.trim() === '' ? [width, height] : tile.trim().split(/\s+/);
  const sides = { width: getPixels(across), height: getPixels(down) };
  const size = sides.width === undefined || sides.height === undefined ? undefined : (sides as Size);
  return layer.replaceAll(radial, (_all, inside: string) => `radial-gradient(${fixGradient(inside, size)})`);
};

const fixGradient = (inside: string, size: Size | undefined): string => {
  const [first = '', ...rest] = splitList(inside, ',');
  const hasShape = /^(?:circle|ellipse|closest-|farthest-|at\s|[\d.])/.test(first);
  const [form = '', centre = '50% 50%'] = hasShape ? first.split(/(?:^|\s)at\s/).map((part) => part.trim()) : [];
  const at = toTwoValues(centre);
  const stops = (hasShape ? rest : [first, ...rest]).map((stop) => splitList(stop, ' '));
  const radius = getRadius(form, at, size);
  const written = separateStops(radius === undefined ? stops : stops.map((stop) => toPercentages(stop, radius)));
  return [...(hasShape ? [`${form} at ${at}`.trim()] : []), ...written.map((stop) => stop.join(' '))].join(', ');
};

/** Returns the horizontal radius in pixels; undefined if it depends on layout or takumi computes it correctly. */
const getRadius = (form: string, centre: string, size: Size | undefined): number | undefined => {
  const named = form
    .split(/\s+/)
    .map(pixelsIn)
    .find((length) => length !== undefined);
  if (named !== undefined) return named > 0 ? named : undefined;
  const [isCircle, isSide] = [form.includes('circle'), form.includes('-side')];
  if (!size || form.includes('%') || (isCircle && !isSide)) return undefined;
  const [x = '', y = ''] = centre.split(/\s+/);
  const [left, top] = [resolvePosition(x, size.width), resolvePosition(y, size.height)];
  if (left === undefined || top === undefined) return undefined;
  const pick = form.includes('closest') ? Math.min : Math.max;
  const across = pick(left, size.width - left);
  const radius = isCircle ? pick(across, top, size.height - top) : across * (isSide ? 1 : Math.SQRT2);
  return radius > 0 ? radius : undefined;
};

/** Returns a length in pixels. A number without a unit is a length only if it is 0. */
const pixelsIn = (text: string): number | undefined =>
  getLength(text)?.unit === '' && Number(text) !== 0 ? undefined : getPixels(text);

const resolvePosition = (value: string, length: number): number | undefined =>
  value.endsWith('%') ? (Number.parseFloat(value) / 100) * length : pixelsIn(value);

const sides: Readonly<Record<string, string>> = { left: '0%', top: '0%', center: '50%', right: '100%', bottom: '100%' };
const isVertical = (word: string): boolean => word === 'top' || word === 'bottom';
const isHorizontal = (word: string): boolean => word === 'left' || word === 'right';

/** Returns a position as its horizontal and vertical value: `top` as `50% 0%`, `bottom 10% right 20%` as `80% 90%`. */
const toTwoValues = (position: string): string => {
  const words = position.split(/\s+/);
  const [first = '', second = 'center', third = '', fourth = ''] = words;
  if (words.length === 4) {
    const [one, other] = [fromStart(first, second), fromStart(third, fourth)];
    if (one === undefined || other === undefined) return position;
    return isVertical(first) ? `${other} ${one}` : `${one} ${other}`;
  }
  if (words.length > 2) return position;
  const [x, y] = isVertical(first) || isHorizontal(second) ? [second, first] : [first, second];
  return `${getOwn(sides, x) ?? x} ${getOwn(sides, y) ?? y}`;
};

/** Returns an offset from the left or top side; undefined if the conversion depends on layout. */
const fromStart = (side: string, offset: string): string | undefined => {
  if (side === 'left' || side === 'top') return offset;
  return offset.endsWith('%') ? `${100 - Number.parseFloat(offset)}%` : undefined;
};

const toPercentages = ([colour = '', ...positions]: readonly string[], radius: number): string[] => [
  colour,
  ...positions.map((position) => {
    const length = pixelsIn(position);
    return length === undefined ? position : `${Number(((length / radius) * 100).toFixed(4))}%`;
  }),
];

const separateStops = (stops: readonly string[][]): string[][] => {
  let last: Length | undefined;
  return stops.map((stop) => {
    const own = stop.length === 2 ? getLength(stop[1]) : undefined;
    if (!own) return stop;
    const isHard = last !== undefined && own.amount <= last.amount && (own.unit === last.unit || own.amount === 0);
    if (last && isHard) return [stop[0] as string, `${Number((last.amount + 0.01).toFixed(4))}${last.unit}`];
    last = own;
    return stop;
  });
};
