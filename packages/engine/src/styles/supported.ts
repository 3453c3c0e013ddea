import { kinds, readTokens } from '../css-tokens.ts';
import { getOwn } from '../get-own.ts';
import table from './css-support.json' with { type: 'json' };

/** Forms of values by their signs; the first sign is takumi's. */
const properties: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = table.properties;

/** Signs of what has no effect in takumi, or is no value for Chromium. */
const without: ReadonlySet<string> = new Set(['-', 'x']);

/** Values that every property has. */
const wide = /^(?:inherit|initial|unset|revert|revert-layer)$/i;

/** Returns the words and functions of a value, such as `oklch(`. */
const getWords = (value: string): string[] => {
  const words: string[] = [];
  readTokens(value, (kind, start, end) => {
    if (kind === kinds.Ident || kind === kinds.Function) words.push(value.slice(start, end).toLowerCase());
  });
  return words;
};

/**
 * Returns whether takumi was measured to render a declaration: forms of the property have its words and functions.
 *
 * @param property in kebab case.
 */
export const isSupported = (property: string, value: string): boolean => {
  if (property.startsWith('--')) return true;
  const row = getOwn(properties, property);
  if (!row || value === '') return false;
  const rendered = Object.entries(row).flatMap(([signs, forms]) => (without.has(signs.charAt(0)) ? [] : forms));
  if (rendered.length === 0) return false;
  if (wide.test(value)) return true;
  const known = new Set(rendered.flatMap(getWords));
  return getWords(value.replace(/!\s*important\s*$/i, '')).every(
    (word) => known.has(word) || /^(?:var|calc)\($/.test(word) || (!word.endsWith('(') && known.has('colour')),
  );
};
