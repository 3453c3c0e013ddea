import { kinds, readTokens } from '../css-tokens.ts';
import { getOwn } from '../get-own.ts';
import table from './css-words.json' with { type: 'json' };
import { mathematics } from './values/math.ts';

/** Words of values by property, as text; properties with the same words share a row. */
const rows: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(table.properties).flatMap(([names, words]) => names.split(' ').map((name) => [name, words])),
);
const types: Readonly<Record<string, string>> = table.types;

const known = new Map<string, ReadonlySet<string>>();

/** Returns the words that values of a property may have; undefined for a property of which takumi renders nothing. */
const getWords = (property: string): ReadonlySet<string> | undefined => {
  const found = known.get(property);
  if (found) return found;
  const row = getOwn(rows, property);
  if (row === undefined) return undefined;
  const words = new Set(row.split(' '));
  // a type has words of its own, and may name another
  for (const word of words) for (const own of getOwn(types, word)?.split(' ') ?? []) words.add(own);
  known.set(property, words);
  return words;
};

/** Values that every property has. */
const wide = /^(?:inherit|initial|unset|revert|revert-layer)$/i;
const general = /^(?:var|env|attr)\($/;
const units =
  /^[-+\d.]+(?:e[-+]?\d+)?(?:px|r?(?:em|ex|ch|cap|ic|lh)|[sld]?v(?:w|h|i|b|min|max)|cq(?:w|h|i|b|min|max)|cm|mm|q|in|pt|pc|deg|g?rad|turn|m?s|hz|khz|dpi|dpcm|dppx|x|fr)$/i;
const colour = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;

/**
 * Returns whether the words, functions, units and colours of a value are ones that takumi renders of a property. What
 * stands in brackets is looked at for functions alone.
 *
 * @param property in kebab case.
 */
export const isSupported = (property: string, value: string): boolean =>
  property.startsWith('--') || (value !== '' && getWords(property) !== undefined && isReadable(property, value));

/** Returns whether a value has nothing that a property is known not to have: any value of an unknown property. */
export const isReadable = (property: string, value: string): boolean => {
  const words = getWords(property);
  if (!words || wide.test(value.trim())) return true;
  let depth = 0;
  let isRead = true;
  const isKnown = (kind: number, token: string): boolean => {
    if (kind === kinds.Function) return general.test(token) || mathematics.test(token) || words.has(token);
    if (kind === kinds.Dimension) return units.test(token);
    if (kind === kinds.Url) return words.has('url(') || words.has('*');
    if (depth > 0) return true;
    if (kind === kinds.Hash) return words.has('#') && colour.test(token);
    return kind !== kinds.Ident || words.has(token) || words.has('*');
  };
  readTokens(value.replace(/!\s*important\s*$/i, ''), (kind, start, end) => {
    isRead &&= isKnown(kind, value.slice(start, end).toLowerCase());
    if (kind === kinds.Function || kind === kinds.LeftParenthesis) depth += 1;
    if (kind === kinds.RightParenthesis) depth -= 1;
  });
  return isRead;
};
