import { splitList } from '../../../css-tokens.ts';
import type { Style } from '../../../rendering/css/style.ts';

/** The physical sides that logical ones stand for. */
export interface Sides {
  readonly inlineStart: string;
  readonly inlineEnd: string;
}

/** Replaces the logical borders, insets, corners and sizes of a style with physical ones, in place. */
export const nameSides = (style: Style, { inlineStart, inlineEnd }: Sides): void => {
  const sides: Readonly<Record<string, string>> = {
    ...{ BlockStart: 'Top', BlockEnd: 'Bottom', InlineStart: inlineStart, InlineEnd: inlineEnd },
  };
  const pairs: Readonly<Record<string, readonly [string, string]>> = {
    Block: ['BlockStart', 'BlockEnd'],
    Inline: ['InlineStart', 'InlineEnd'],
  };
  const set = (name: string, value: string | number) => {
    style[name] ??= value;
  };
  for (const [name, value] of Object.entries(style)) {
    const replaced = replacements(name, value, { sides, pairs });
    if (replaced.length === 0) continue;
    delete style[name];
    for (const [physical, own] of replaced) set(physical, own);
  }
};

interface Names {
  readonly sides: Readonly<Record<string, string>>;
  readonly pairs: Readonly<Record<string, readonly [string, string]>>;
}

const lowerFirst = (name: string) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`;

const replacements = (name: string, value: string | number, { sides, pairs }: Names): [string, string | number][] => {
  const [, kind = '', logical = '', rest = ''] =
    /^(border|inset)(Block(?:Start|End)?|Inline(?:Start|End)?)(Width|Style|Color)?$/.exec(name) ?? [];
  const physical = (side: string) => {
    const own = sides[side] ?? '';
    return kind === 'inset' ? lowerFirst(own) : `border${own}${rest}`;
  };
  const pair = pairs[logical];
  if (pair) {
    const isShorthand = kind === 'border' && rest === '';
    const [start = value, end = start] = isShorthand ? [value] : splitValue(value);
    return [
      [physical(pair[0]), start],
      [physical(pair[1]), end],
    ];
  }
  if (logical !== '') return [[physical(logical), value]];
  const [, block = '', inline = ''] = /^border(Start|End)(Start|End)Radius$/.exec(name) ?? [];
  if (block !== '') return [[`border${sides[`Block${block}`]}${sides[`Inline${inline}`]}Radius`, value]];
  const [, bound = '', axis = ''] = /^(min|max)?(inline|block)Size$/i.exec(name) ?? [];
  if (axis === '') return [];
  const side = axis.toLowerCase() === 'inline' ? 'Width' : 'Height';
  return [[bound === '' ? lowerFirst(side) : `${bound}${side}`, value]];
};

const splitValue = (value: string | number): (string | number)[] =>
  typeof value === 'number' ? [value] : splitList(value, ' ');
