/** Limits of a tree, checked when it is created and when it is rendered (docs/interface.md#minting). */
export const treeLimits = {
  depth: 100,
  nodes: 5_000,
  /** Total UTF-16 code units of text and string properties, including data URIs. */
  characters: 4_000_000,
  /** Values of all properties together, including lists and objects: 5,000 elements with twenty properties each. */
  values: 100_000,
  /** Bytes of a tree as JSON before compression. */
  bytes: 16_000_000,
  /** Total UTF-16 code units of visible text. A layout of 20,000 takes half a second. */
  textCharacters: 20_000,
  /** Longest text without a break opportunity. A layout engine's process ends at much longer ones. */
  wordCharacters: 2_000,
  /** Remote images of a tree. Each fetch is limited to 5 s and 10 MB. */
  remoteImages: 20,
  /** Total bytes of a tree's remote images that are shown. */
  remoteImageBytes: 40_000_000,
  /** Compressed bytes; a DynamoDB item can contain 400 KB. */
  storedBytes: 350_000,
} as const;
export type TreeLimits = Readonly<Record<keyof typeof treeLimits, number>>;

/** Break opportunities: white space, hyphens and slashes, and any two characters in some scripts. */
const breaks =
  /[\s\p{Dash}/\u200b\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}]/u;

/** Returns whether a text has a word longer than a number of UTF-16 code units. */
export const hasWordLongerThan = (characters: number, text: string): boolean =>
  text.length > characters && text.split(breaks).some((word) => word.length > characters);

/** Maximum commas and brackets in the JSON of a tree: six per element, two per property value, a few around it. */
const maxMarks = 7 * treeLimits.nodes + 2 * treeLimits.values + 10;

const [quote, backslash, comma, list, object] = [...'"\\,[{'].map((character) => character.charCodeAt(0));

/**
 * Returns whether a JSON text may be a valid tree, by its number of commas and brackets. Prevents parsing a few
 * megabytes with millions of values, which would need far more memory. Linear time; invalid JSON may pass.
 */
export const mayBeTree = (json: string, most = maxMarks): boolean => {
  let marks = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) at = endOfText(json, at);
    else if (code === comma || code === list || code === object) {
      marks += 1;
      if (marks > most) return false;
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
