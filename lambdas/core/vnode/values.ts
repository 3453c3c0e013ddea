import { treeLimits } from './tree-limits.ts';

/** Maximum commas and brackets in the JSON of a tree: six per element, two per property value, a few around it. */
const maxMarks = 7 * treeLimits.nodes + 2 * treeLimits.values + 10;

const [quote, backslash, comma, list, object] = [...'"\\,[{'].map((character) => character.charCodeAt(0));

/**
 * Returns whether a JSON text may be a valid tree, by its number of commas and brackets. Prevents parsing a few
 * megabytes with millions of values, which would need far more memory. Linear time; invalid JSON may pass.
 */
export const mayBeTree = (json: string): boolean => {
  let marks = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) at = endOfText(json, at);
    else if (code === comma || code === list || code === object) {
      marks += 1;
      if (marks > maxMarks) return false;
    }
  }
  return true;
};

/** Returns the index of the quote that ends a text; the length if there is none. */
const endOfText = (json: string, start: number): number => {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (json.charCodeAt(end - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return json.length;
};

/** Returns the number of values in properties, including lists and objects. Stops after the limit. */
export const countValues = (properties: Readonly<Record<string, unknown>>): number => {
  let values = 0;
  let level: unknown[] = Object.values(properties);
  while (level.length > 0 && values <= treeLimits.values) {
    values += level.length;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return values;
};
