/** Decoded query parameters; each name is unique. */
export type QueryPairs = ReadonlyMap<string, string>;

const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

/** Percent-encodes all but the unreserved characters of RFC 3986, so that the encoding is unique. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** Returns the decoded text; undefined if its percent-encoding is not valid UTF-8. */
const decoded = (text: string): string | undefined => {
  try {
    return decode(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
};

/**
 * Parses the parameters of a raw query string that `isOurs` accepts. Ignores all others, even malformed ones.
 *
 * @returns undefined if a parameter occurs twice, or the percent-encoding of its value is not UTF-8.
 */
export const parseQuery = (raw: string, isOurs: (name: string) => boolean): QueryPairs | undefined => {
  const pairs = new Map<string, string>();
  for (const part of raw.split('&')) {
    const equals = part.indexOf('=');
    // programs that write HTML into attributes separate parameters by `&amp;`
    const name = decoded(equals < 0 ? part : part.slice(0, equals))?.replace(/^(?:amp;)+/, '');
    if (name === undefined || !isOurs(name)) continue;
    const value = equals < 0 ? '' : decoded(part.slice(equals + 1));
    if (value === undefined || pairs.has(name)) return undefined;
    pairs.set(name, value);
  }
  return pairs;
};

/**
 * Returns the canonical query: each pair percent-encoded in one way, sorted by encoded name. Encoded names are ASCII,
 * so the order is the same in all engines. `lambdas/edge/verify-image-url.js` does the same.
 */
export const toCanonicalQuery = (pairs: Iterable<readonly [string, string]>): string =>
  Array.from(pairs, ([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
