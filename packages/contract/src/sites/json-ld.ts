/** Texts of the JSON-LD of a page, by property: that of the first item that has one. */
export type JsonLd = ReadonlyMap<string, string>;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Items of a page that are read, the first ones. */
const maxItems = 500;

/** Yields the objects in JSON-LD: at the top, in a list, or in `@graph`. */
const getItems = function* (scripts: readonly string[]): Generator<Readonly<Record<string, unknown>>> {
  for (const script of scripts) {
    const parsed = parse(script);
    for (const value of Array.isArray(parsed) ? parsed : [parsed]) {
      const graph = isRecord(value) ? value['@graph'] : undefined;
      for (const item of Array.isArray(graph) ? graph : [value]) if (isRecord(item)) yield item;
    }
  }
};

/** Returns a text, or the `name` of an object; for a list, that of its first entry. */
const getName = (value: unknown): unknown => {
  const [one] = Array.isArray(value) ? value : [value];
  return isRecord(one) ? one.name : one;
};

/**
 * Reads the contents of scripts of type `application/ld+json`, each once. What is not JSON, or is nested too deeply, is
 * left out.
 */
export const readJsonLd = (scripts: readonly string[]): JsonLd => {
  const texts = new Map<string, string>();
  let items = 0;
  for (const item of getItems(scripts)) {
    for (const [property, value] of Object.entries(item)) {
      const text = texts.has(property) ? undefined : getName(value);
      if (typeof text === 'string' && text.trim() !== '') texts.set(property, text);
    }
    items += 1;
    if (items === maxItems) break;
  }
  return texts;
};
