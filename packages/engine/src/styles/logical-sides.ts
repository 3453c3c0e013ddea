import { splitList } from '../css-tokens.ts';

type Value = string | number;
type Declaration = readonly [name: string, value: Value];

/** The physical sides that the start and the end of a line stand for. */
export interface Sides {
  readonly Start: 'Left' | 'Right';
  readonly End: 'Left' | 'Right';
}

const blockSides = { Start: 'Top', End: 'Bottom' } as const;

/** Reads a kind of logical declaration. @returns undefined where its sides are unknown. */
type Reader = (match: RegExpExecArray, value: Value, inline: Sides | undefined) => readonly Declaration[] | undefined;

const readSides: Reader = ([, kind, axis, end, part = ''], value, inline) => {
  const sides = axis === 'Block' ? blockSides : inline;
  if (!sides) return undefined;
  const named = (side: string) => (kind === 'inset' ? side.toLowerCase() : `${kind}${side}${part}`);
  if (end === 'Start' || end === 'End') return [[named(sides[end]), value]];
  // `border-block: 1px solid red` is one value
  const isOne = typeof value === 'number' || (kind === 'border' && part === '');
  const [start = value, finish = start] = isOne ? [value] : splitList(value, ' ');
  return [
    [named(sides.Start), start],
    [named(sides.End), finish],
  ];
};

const readCorner: Reader = ([, block, end], value, inline) =>
  inline && [
    [`border${block === 'Start' ? 'Top' : 'Bottom'}${inline[end === 'Start' ? 'Start' : 'End']}Radius`, value],
  ];

const readSize: Reader = ([, bound, axis = ''], value) => {
  const side = axis.toLowerCase() === 'inline' ? 'Width' : 'Height';
  return [[bound === undefined ? side.toLowerCase() : `${bound}${side}`, value]];
};

const readers: readonly (readonly [RegExp, Reader])[] = [
  [/^(margin|padding|border|inset)(Block|Inline)(Start|End)?(Width|Style|Color)?$/, readSides],
  [/^border(Start|End)(Start|End)Radius$/, readCorner],
  [/^(min|max)?(inline|block)Size$/i, readSize],
  [/^overflow(Block|Inline)$/, ([, axis], value) => [[`overflow${axis === 'Block' ? 'Y' : 'X'}`, value]]],
];

/**
 * Returns the physical declarations for a logical one, in a horizontal writing mode; undefined for any other.
 *
 * @param name in camel case.
 * @param inline undefined where the direction is unknown: then declarations that depend on it have no physical ones.
 */
export const toPhysical = (
  name: string,
  value: Value,
  inline: Sides | undefined,
): readonly Declaration[] | undefined => {
  for (const [pattern, read] of readers) {
    const match = pattern.exec(name);
    if (match) return read(match, value, inline);
  }
  return undefined;
};

const usualSides: Sides = { Start: 'Left', End: 'Right' };
const turnedSides: Sides = { Start: 'Right', End: 'Left' };

/** Returns the sides that a line begins and ends at. */
export const getSides = (direction: unknown): Sides => (direction === 'rtl' ? turnedSides : usualSides);
