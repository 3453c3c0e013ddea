import { splitList } from '../../../css-tokens.ts';
import { getLength } from '../../../styles/values/lengths.ts';

const gradient = /((?:linear|radial|conic)-gradient)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g;

/** A colour, or a hint where the colour halfway between its neighbours goes. */
interface Stop {
  /** Undefined for a hint. */
  readonly colour: string | undefined;
  position: string | undefined;
}

/**
 * Replaces the colour hints of gradients (`red, 30%, blue`) by the colour stops that Chromium makes of them: takumi gives
 * a hint no effect. A gradient whose stops have different units stays as it is.
 */
export const writeHints = (value: string): string =>
  value.includes('gradient(')
    ? value.replaceAll(gradient, (whole, name: string, inside: string) => {
        const written = writeStops(splitList(inside, ','));
        return written === undefined ? whole : `${name}(${written})`;
      })
    : value;

const isPosition = (text: string): boolean => /^[-+]?[\d.]+(?:%|[a-z]+)?$/i.test(text);

const writeStops = (parts: readonly string[]): string | undefined => {
  const isHint = (part: string, index: number) => index > 0 && isPosition(part);
  if (!parts.some(isHint)) return undefined;
  const [first = ''] = parts;
  const hasForm = /^(?:to|from|at|in|circle|ellipse|closest|farthest)\b|^[-+\d.]/.test(first);
  // colours that another space mixes
  if (hasForm && /\bin\s/.test(first)) return undefined;
  const stops = (hasForm ? parts.slice(1) : parts).flatMap((part): Stop[] => {
    if (isPosition(part)) return [{ colour: undefined, position: part }];
    const words = splitList(part, ' ');
    const places = words.filter(isPosition);
    const colour = words.filter((word) => !isPosition(word)).join(' ');
    return places.length === 0 ? [{ colour, position: undefined }] : places.map((position) => ({ colour, position }));
  });
  const positions = getPositions(stops);
  if (!positions) return undefined;
  const { unit, amounts } = positions;
  const toText = (amount: number) => `${Number(amount.toFixed(4))}${unit}`;
  const written = stops.flatMap(({ colour }, index) => {
    const at = amounts[index] as number;
    if (colour !== undefined) return [`${colour} ${toText(at)}`];
    const [before, after] = [stops[index - 1]?.colour, stops[index + 1]?.colour];
    if (before === undefined || after === undefined) return [];
    const range = { from: amounts[index - 1] as number, at, to: amounts[index + 1] as number };
    return getSteps(range).map(
      ({ share, place }) =>
        `color-mix(in srgb, ${after} ${Number((share * 100).toFixed(2))}%, ${before}) ${toText(place)}`,
    );
  });
  return [...(hasForm ? [first] : []), ...written].join(', ');
};

/** Returns the positions of all stops in one unit; undefined if there is none. */
const getPositions = (stops: readonly Stop[]) => {
  const last = stops.at(-1);
  if (stops.length < 3 || !last) return undefined;
  const units = new Set(
    stops.flatMap(({ position }) => getLength(position)).flatMap((one) => (one && one.amount !== 0 ? [one.unit] : [])),
  );
  if (last.position === undefined) units.add('%');
  const [unit = '%', ...others] = units;
  if (others.length > 0) return undefined;
  const amounts = stops.map(({ position }, index): number | undefined => {
    if (position !== undefined) return getLength(position)?.amount;
    return index === 0 ? 0 : index === stops.length - 1 ? 100 : undefined;
  });
  let known = 0;
  for (let index = 1; index < amounts.length; index += 1) {
    const amount = amounts[index];
    if (amount === undefined) continue;
    const from = amounts[known] as number;
    // a stop before another begins where that one is
    amounts[index] = Math.max(from, amount);
    for (let between = known + 1; between < index; between += 1)
      amounts[between] = from + (((amounts[index] as number) - from) * (between - known)) / (index - known);
    known = index;
  }
  return { unit, amounts: amounts as readonly number[] };
};

interface Range {
  readonly from: number;
  readonly at: number;
  readonly to: number;
}

/** Returns where Chromium adds colours for a hint, and which share of the second colour they have. */
const getSteps = ({ from, at, to }: Range): readonly { readonly place: number; readonly share: number }[] => {
  if (to <= from) return [];
  if (at <= from) return [{ place: from, share: 1 }];
  if (at >= to) return [{ place: to, share: 0 }];
  const [left, right] = [at - from, to - at];
  const many = Array.from({ length: 7 }, (_, index) => index);
  const places =
    left > right
      ? [...many.map((step) => from + (left * (7 + step)) / 13), at + right / 3, at + (right * 2) / 3]
      : [from + left / 3, from + (left * 2) / 3, ...many.map((step) => at + (right * step) / 13)];
  const exponent = Math.log(0.5) / Math.log(left / (left + right));
  return places.map((place) => ({ place, share: ((place - from) / (to - from)) ** exponent }));
};
