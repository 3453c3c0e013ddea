import { treeLimits } from './tree-limits.ts';

/**
 * Commas and brackets in the JSON of any tree within its limits, at the most: six of each element, two of each value of its
 * properties, a few of what stands around the tree.
 */
const marksAtMost = 7 * treeLimits.nodes + 2 * treeLimits.values + 10;

const [quote, backslash, comma, list, object] = [...'"\\,[{'].map((character) => character.charCodeAt(0));

/**
 * Whether a JSON text may be a tree, by its commas and brackets: some megabytes may hold millions of values, and each takes
 * memory once it is parsed. Reads each character once, at the most. What is no JSON may pass.
 */
export const mayBeTree = (json: string): boolean => {
  let marks = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) at = endOfText(json, at);
    else if (code === comma || code === list || code === object) {
      marks += 1;
      if (marks > marksAtMost) return false;
    }
  }
  return true;
};

/** Place of the quote that ends the text begun at a place; of the end, where none does. */
const endOfText = (json: string, start: number): number => {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (json.charCodeAt(end - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return json.length;
};

/** How many values properties hold, each list and object among them; counted as far as the limit goes, level by level. */
export const countValues = (properties: Readonly<Record<string, unknown>>): number => {
  let values = 0;
  let level: unknown[] = Object.values(properties);
  while (level.length > 0 && values <= treeLimits.values) {
    values += level.length;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return values;
};
