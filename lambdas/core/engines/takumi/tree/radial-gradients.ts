import { lookUp } from '../../../look-up.ts';
import type { Size } from '../../../rendering/boxes.ts';
import { getLength, getPixels, type Length } from '../../../rendering/css/lengths.ts';
import { getList } from '../../../rendering/css/tokens.ts';
import type { Style } from '../../../rendering/tree/normalise-style.ts';
import { getBoxes, type PreparedElement } from '../../../rendering/tree/prepared-tree.ts';

const painted = ['background', 'backgroundImage', 'mask', 'maskImage', 'WebkitMask', 'WebkitMaskImage'];
const radial = /radial-gradient\(((?:[^()]|\([^()]*\))*)\)/g;

/**
 * Writes radial gradients as takumi 2.16 reads them rightly. It measures stops that are lengths as if every gradient were a circle to a
 * corner: they become shares of the radius, where that is known. It reads no centre in four values. And it drops what lies before a hard
 * edge within the first two pixels, so that the dots of a fine pattern vanish: the second of two stops at one place moves on by a
 * ten-thousandth.
 */
export const mendRadialGradients = (tree: PreparedElement): void => {
  for (const { props } of getBoxes(tree)) if (props.style) mendStyle(props.style);
};

const mendStyle = (style: Style): void => {
  for (const property of painted) {
    const value = style[property];
    if (typeof value !== 'string' || !value.includes('radial-gradient(')) continue;
    const sizes = getList(String(style[property.startsWith('background') ? 'backgroundSize' : 'maskSize'] ?? ''), ',');
    style[property] = getList(value, ',')
      .map((layer, index) => mendLayer(layer, sizes[index % sizes.length] ?? '', style))
      .join(', ');
  }
};

/** @param named the tile's size, where a property of its own names it. */
const mendLayer = (layer: string, named: string, { width, height }: Style): string => {
  const [, tile = named] = /\)[^()]*\/([^()/]+)$/.exec(layer) ?? [];
  const [across, down] = tile.trim() === '' ? [width, height] : tile.trim().split(/\s+/);
  const sides = { width: getPixels(across), height: getPixels(down) };
  const size = sides.width === undefined || sides.height === undefined ? undefined : (sides as Size);
  return layer.replaceAll(radial, (_all, inside: string) => `radial-gradient(${mendGradient(inside, size)})`);
};

const mendGradient = (inside: string, size: Size | undefined): string => {
  const [first = '', ...rest] = getList(inside, ',');
  const hasShape = /^(?:circle|ellipse|closest-|farthest-|at\s|[\d.])/.test(first);
  const [form = '', centre = '50% 50%'] = hasShape ? first.split(/(?:^|\s)at\s/).map((part) => part.trim()) : [];
  const at = inTwoValues(centre);
  const stops = (hasShape ? rest : [first, ...rest]).map((stop) => getList(stop, ' '));
  const radius = getRadius(form, at, size);
  const written = partStops(radius === undefined ? stops : stops.map((stop) => inShares(stop, radius)));
  return [...(hasShape ? [`${form} at ${at}`.trim()] : []), ...written.map((stop) => stop.join(' '))].join(', ');
};

/** The horizontal radius in pixels; undefined where only the layout can tell, and for a circle to a corner, which takumi reads rightly. */
const getRadius = (form: string, centre: string, size: Size | undefined): number | undefined => {
  const named = form
    .split(/\s+/)
    .map(pixelsIn)
    .find((length) => length !== undefined);
  if (named !== undefined) return named > 0 ? named : undefined;
  const [isCircle, isSide] = [form.includes('circle'), form.includes('-side')];
  if (!size || form.includes('%') || (isCircle && !isSide)) return undefined;
  const [x = '', y = ''] = centre.split(/\s+/);
  const [left, top] = [placed(x, size.width), placed(y, size.height)];
  if (left === undefined || top === undefined) return undefined;
  const pick = form.includes('closest') ? Math.min : Math.max;
  const across = pick(left, size.width - left);
  const radius = isCircle ? pick(across, top, size.height - top) : across * (isSide ? 1 : Math.SQRT2);
  return radius > 0 ? radius : undefined;
};

/** A length in pixels. A bare number is one only if it is 0. */
const pixelsIn = (text: string): number | undefined =>
  getLength(text)?.unit === '' && Number(text) !== 0 ? undefined : getPixels(text);

const placed = (value: string, length: number): number | undefined =>
  value.endsWith('%') ? (Number.parseFloat(value) / 100) * length : pixelsIn(value);

const sides: Readonly<Record<string, string>> = { left: '0%', top: '0%', center: '50%', right: '100%', bottom: '100%' };
const isUpright = (word: string): boolean => word === 'top' || word === 'bottom';
const isLevel = (word: string): boolean => word === 'left' || word === 'right';

/** A position as its horizontal and its vertical value: `top` as `50% 0%`, `bottom 10% right 20%` as `80% 90%`. */
const inTwoValues = (position: string): string => {
  const words = position.split(/\s+/);
  const [first = '', second = 'center', third = '', fourth = ''] = words;
  if (words.length === 4) {
    const [one, other] = [fromStart(first, second), fromStart(third, fourth)];
    if (one === undefined || other === undefined) return position;
    return isUpright(first) ? `${other} ${one}` : `${one} ${other}`;
  }
  if (words.length > 2) return position;
  const [x, y] = isUpright(first) || isLevel(second) ? [second, first] : [first, second];
  return `${lookUp(sides, x) ?? x} ${lookUp(sides, y) ?? y}`;
};

/** An offset from a side; undefined where only the layout can tell it from the other one. */
const fromStart = (side: string, offset: string): string | undefined => {
  if (side === 'left' || side === 'top') return offset;
  return offset.endsWith('%') ? `${100 - Number.parseFloat(offset)}%` : undefined;
};

const inShares = ([colour = '', ...positions]: readonly string[], radius: number): string[] => [
  colour,
  ...positions.map((position) => {
    const length = pixelsIn(position);
    return length === undefined ? position : `${Number(((length / radius) * 100).toFixed(4))}%`;
  }),
];

const partStops = (stops: readonly string[][]): string[][] => {
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
