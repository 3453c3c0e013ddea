import type { Size } from '../boxes.ts';
import { getLength, getPixels } from '../css/lengths.ts';
import { getList } from '../css/tokens.ts';
import type { Style } from './normalise-style.ts';
import { getBoxes, type PreparedElement } from './prepared-tree.ts';

/**
 * Writes radial gradients the way satori 0.63 reads them rightly.
 *
 * It renders a centre of one word (`at top`) in the middle: the centre is written as two values. It throws where a repeating
 * gradient does not say where it repeats: that is at 100%. And it divides stops that are lengths (`#fff 2px`) by the width of
 * the element, whatever the radius, so that the dots of a dotted background vanish: they become shares of the radius. That is
 * known where the gradient names it, where its tile or its box has a size in pixels, or where a circle's stops are all
 * lengths: then the largest of them becomes the radius. Other stops stay.
 *
 * Before images get sizes that their author did not write.
 */
export const settleRadialGradients = (tree: PreparedElement): void => {
  for (const { props } of getBoxes(tree)) settleStyle(props.style ?? {});
};

const settleStyle = (style: Style): void => {
  for (const property of ['background', 'backgroundImage', 'mask', 'maskImage', 'WebkitMask', 'WebkitMaskImage']) {
    const value = style[property];
    if (typeof value !== 'string' || !value.includes('radial-gradient(')) continue;
    const sizes = getList(String(style[property.startsWith('background') ? 'backgroundSize' : 'maskSize'] ?? ''), ',');
    style[property] = getList(value, ',')
      .map((layer, index) => settleLayer(layer, sizes[index % sizes.length] ?? '', style))
      .join(', ');
  }
};

/** @param named the tile's size, where a property of its own names it. */
const settleLayer = (layer: string, named: string, style: Style): string => {
  const words = getList(layer, ' ');
  const at = words.findIndex((word) => /^(?:repeating-)?radial-gradient\(.*\)$/.test(word));
  if (at < 0) return layer;
  const after = words.slice(at + 1).join(' ');
  const inShorthand = after.includes('/') ? after.slice(after.indexOf('/') + 1) : '';
  const tile = inShorthand.trim() || named;
  const size = tile === '' ? boxSize(style) : tileSize(tile);
  words[at] = settleGradient(words[at] as string, size);
  return words.join(' ');
};

const tileSize = (text: string): Size | undefined => {
  const [width, height] = text.trim().split(/\s+/).map(pixelsIn);
  return width === undefined || height === undefined ? undefined : { width, height };
};

const boxSize = ({ width, height }: Style): Size | undefined =>
  tileSize(`${consumeUnitFor(width)} ${consumeUnitFor(height)}`);
const consumeUnitFor = (length: string | number | undefined) => (typeof length === 'number' ? `${length}px` : length);

/** A length in pixels. A bare number is one only if it is 0. */
const pixelsIn = (text: string): number | undefined =>
  getLength(text)?.unit === '' && Number(text) !== 0 ? undefined : getPixels(text);

const settleGradient = (gradient: string, size: Size | undefined): string => {
  const [, name = '', inside = ''] = /^([a-z-]+)\((.*)\)$/.exec(gradient) ?? [];
  const [first = '', ...rest] = getList(inside, ',');
  const hasShape = /^(?:circle|ellipse|closest-|farthest-|at\s|[\d.])/.test(first);
  const [form = '', place = 'center'] = hasShape ? first.split(/(?:^|\s)at\s/).map((part) => part.trim()) : [];
  const shape = { form, centre: inTwoValues(place) };
  const stops = (hasShape ? rest : [first, ...rest]).map((stop) => getList(stop, ' '));
  const settled = name === 'radial-gradient' ? settleStops(shape, stops, size) : undefined;
  const last = stops.at(-1);
  if (name === 'repeating-radial-gradient' && last?.length === 1) last.push('100%');
  const { radius = form, written = stops.map((stop) => stop.join(' ')) } = settled ?? {};
  return `${name}(${[`${radius} at ${shape.centre}`.trim(), ...written].join(', ')})`;
};

interface Shape {
  /** What stands before `at`. */
  readonly form: string;
  /** What stands behind it. */
  readonly centre: string;
}

/** Stops without lengths, and the form they need; undefined where they have none or cannot be settled. */
const settleStops = (shape: Shape, stops: readonly string[][], size: Size | undefined) => {
  const positions = stops.flatMap((stop) => stop.slice(1));
  const lengths = positions.map(pixelsIn).filter((length) => length !== undefined);
  if (!lengths.some((length) => length !== 0)) return undefined;
  const radius = getRadius(shape, size);
  if (radius !== undefined) return { written: inShares(stops, radius) };
  const largest = Math.max(...lengths);
  const isKnown = positions.every((position) => pixelsIn(position) !== undefined || /^0+%$/.test(position));
  if (shape.form !== 'circle' || !isKnown || largest <= 0 || (stops.at(-1)?.length ?? 0) < 2) return undefined;
  return { radius: `circle ${largest}px`, written: inShares(stops, largest) };
};

/** @param radius in pixels. */
const inShares = (stops: readonly string[][], radius: number): string[] =>
  stops.map(([colour = '', ...positions]) =>
    [colour, ...positions.map((position) => getShare(position, radius))].join(' '),
  );

const getShare = (position: string, radius: number): string => {
  const length = pixelsIn(position);
  return length === undefined ? position : `${Number(((length / radius) * 100).toFixed(4))}%`;
};

/** The radius in pixels along which stops are measured, an ellipse's horizontal one; undefined when it is open. */
const getRadius = ({ form, centre }: Shape, size: Size | undefined): number | undefined => {
  const words = form.split(/\s+/);
  const named = words.map(pixelsIn).find((length) => length !== undefined);
  if (named !== undefined) return named > 0 ? named : undefined;
  const [x, y] = centre.split(/\s+/);
  if (!size) return undefined;
  const left = placed(x ?? '', size.width);
  const top = placed(y ?? '', size.height);
  if (left === undefined || top === undefined || words.some((word) => word.endsWith('%'))) return undefined;

  const pick = words.some((word) => word.startsWith('closest')) ? Math.min : Math.max;
  const isSide = words.some((word) => word.endsWith('-side'));
  const across = pick(left, size.width - left);
  const down = pick(top, size.height - top);
  const ofCircle = isSide ? pick(across, down) : Math.hypot(across, down);
  const radius = words.includes('circle') ? ofCircle : across * (isSide ? 1 : Math.SQRT2);
  return radius > 0 ? radius : undefined;
};

const placed = (value: string, length: number): number | undefined =>
  value.endsWith('%') ? (Number.parseFloat(value) / 100) * length : pixelsIn(value);

const sides: Readonly<Record<string, string>> = { left: '0%', top: '0%', center: '50%', right: '100%', bottom: '100%' };
const isUpright = (word: string | undefined) => word === 'top' || word === 'bottom';
const isLevel = (word: string | undefined) => word === 'left' || word === 'right';

/** A position as its horizontal and its vertical value: `top` as `50% 0%`, `bottom 10% right 20%` as `80% 90%`. */
const inTwoValues = (place: string): string => {
  const words = place.trim().split(/\s+/);
  const [first = '', second = 'center', third = '', fourth = ''] = words;
  if (words.length === 4) {
    const one = [first, second] as const;
    const other = [third, fourth] as const;
    const [x, y] = isUpright(first) ? [other, one] : [one, other];
    const values = [x, y].map(([side, offset]) => fromSide(side, offset));
    return values.every((value) => value !== undefined) ? values.join(' ') : place;
  }
  if (words.length > 2) return place;
  const [x, y] = isUpright(first) || isLevel(second) ? [second, first] : [first, second];
  return `${sides[x] ?? x} ${sides[y] ?? y}`;
};

const fromSide = (side: string, offset: string): string | undefined => {
  if (side === 'left' || side === 'top') return offset;
  return offset.endsWith('%') ? `${100 - Number.parseFloat(offset)}%` : undefined;
};
