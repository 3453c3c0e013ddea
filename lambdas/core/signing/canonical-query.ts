/** Query pairs in a form without spelling: decoded, and no name twice. */
export type QueryPairs = ReadonlyMap<string, string>;

const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

/** Percent-encoding with one spelling: RFC 3986, only unreserved characters stay as they are. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Reads a raw query string strictly.
 *
 * @returns the pairs, or undefined when a name comes twice or the percent-encoding is no UTF-8.
 */
export const parseQuery = (raw: string): QueryPairs | undefined => {
  const pairs = new Map<string, string>();
  try {
    for (const part of raw.split('&').filter((text) => text !== '')) {
      const equals = part.indexOf('=');
      const name = decode(equals < 0 ? part : part.slice(0, equals));
      if (pairs.has(name)) return undefined;
      pairs.set(name, equals < 0 ? '' : decode(part.slice(equals + 1)));
    }
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
  return pairs;
};

/**
 * Writes pairs in their one canonical form: each encoded one way, sorted by encoded name (plain ASCII, so that engines
 * which compare other text differently agree). `lambdas/edge/verify-image-url.js` writes the same form.
 */
export const canonicalQuery = (pairs: Iterable<readonly [string, string]>): string =>
  Array.from(pairs, ([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
