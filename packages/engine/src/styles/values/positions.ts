import { splitList } from '../../css-tokens.ts';

const keywords = /^(?:left|center|right|top|bottom)$/;
const isVertical = (word: string): boolean => word === 'top' || word === 'bottom';

/** Returns an offset from the left or top side. */
const fromStart = (side: string, offset: string): string => {
  if (side === 'right' || side === 'bottom') return offset === '' ? '100%' : `calc(100% - ${offset})`;
  return side === 'center' ? '50%' : offset === '' ? '0%' : offset;
};

/** Returns a position in three or four values as two: `right 5px bottom 10%`. Other positions are unchanged. */
const toTwoValues = (words: readonly string[]): string => {
  const pairs: [string, string][] = [];
  for (const word of words) {
    const last = pairs.at(-1);
    if (keywords.test(word)) pairs.push([word, '']);
    else if (last && last[1] === '') last[1] = word;
    else return words.join(' ');
  }
  const [one, other] = pairs;
  if (words.length < 3 || pairs.length !== 2 || !one || !other) return words.join(' ');
  const isTurned = isVertical(one[0]) || other[0] === 'left' || other[0] === 'right';
  const [x, y] = isTurned ? [other, one] : [one, other];
  return `${fromStart(...x)} ${fromStart(...y)}`;
};

const positionWord = /^(?:left|center|right|top|bottom|[-+]?[\d.]+(?:%|[a-z]+)?|calc\(.*\))$/i;

/** Rewrites the positions of a list of layers, each with or without other parts of a shorthand. */
const rewritePositions = (value: string): string =>
  splitList(value, ',')
    .map((layer) => {
      const words = splitList(layer.replaceAll('/', ' / ').replaceAll(/\s+/g, ' '), ' ');
      const slash = words.indexOf('/');
      const end = slash < 0 ? words.length : slash;
      const isPosition = words.map((word, index) => index < end && positionWord.test(word));
      const first = isPosition.indexOf(true);
      const last = isPosition.lastIndexOf(true);
      if (first < 0 || last - first < 2 || !isPosition.slice(first, last + 1).every(Boolean)) return layer;
      return [...words.slice(0, first), toTwoValues(words.slice(first, last + 1)), ...words.slice(last + 1)].join(' ');
    })
    .join(', ');

const positionProperties = /^(?:-?webkit-?)?(?:background|object|mask)(?:-?position)?$/i;

/** Returns the value of a declaration with positions of two values, which every engine reads. */
export const normalisePositions = (property: string, value: string): string =>
  positionProperties.test(property) && /top|right|bottom|left|center/i.test(value) ? rewritePositions(value) : value;

/** Returns the offsets of a position of one or two values: from the left and from the top. */
const toAxes = (position: string): readonly [x: string, y: string] => {
  const [first = '0%', second] = splitList(position.trim(), ' ');
  if (second === undefined) return isVertical(first) ? ['50%', first] : [first, '50%'];
  return isVertical(first) || second === 'left' || second === 'right' ? [second, first] : [first, second];
};

/** Returns a position as its offsets from the left and from the top: `bottom left` as `0% 100%`. */
export const toOffsets = (position: string): string => {
  const [x, y] = toAxes(toTwoValues(splitList(position.trim(), ' ')));
  return [x, y].map((offset) => (keywords.test(offset) ? fromStart(offset, '') : offset)).join(' ');
};

/** Returns an offset of one axis, such as `right 10px`, in one value. */
const toOffset = (written: string): string => {
  const [side = '', offset = ''] = splitList(written.trim(), ' ');
  return keywords.test(side) ? fromStart(side, offset) : side;
};

/**
 * Returns the positions of a list of layers.
 *
 * @param x, y lists of the offsets of one axis, which replace those of `positions`; undefined to keep them.
 */
export const joinPositions = (positions: string, x: string | undefined, y: string | undefined): string => {
  const known = splitList(normalisePositions('background-position', positions), ',').map(toAxes);
  const [across, down] = [x, y].map((list) => list && splitList(list, ',').map(toOffset));
  const count = Math.max(known.length, across?.length ?? 0, down?.length ?? 0);
  return Array.from({ length: count }, (_, index) => {
    const at = <T>(list: readonly T[]) => list[index % list.length] as T;
    const [left, top] = at(known);
    return `${across ? at(across) : left} ${down ? at(down) : top}`;
  }).join(', ');
};
