import { limits } from './limits.ts';

/* Globs of page paths: `*` stands for any characters of one segment, `**` for any number of segments. */

/**
 * Matches a pattern with wildcards against a list of parts. Only the last wildcard is tried again, so the time is at
 * most the product of the lengths.
 */
const matchesParts = (
  pattern: ArrayLike<string>,
  parts: ArrayLike<string>,
  wildcard: string,
  matches: (one: string, part: string) => boolean,
): boolean => {
  let [at, part, lastWildcard, resumeAt] = [0, 0, -1, 0];
  while (part < parts.length) {
    if (pattern[at] === wildcard) {
      lastWildcard = at;
      resumeAt = part;
      at += 1;
    } else if (at < pattern.length && matches(pattern[at] as string, parts[part] as string)) {
      at += 1;
      part += 1;
    } else if (lastWildcard >= 0) {
      resumeAt += 1;
      at = lastWildcard + 1;
      part = resumeAt;
    } else return false;
  }
  while (pattern[at] === wildcard) at += 1;
  return at === pattern.length;
};

const matchesSegment = (pattern: string, segment: string): boolean =>
  matchesParts(pattern, segment, '*', (one, character) => one === character);

/** Returns whether the path of a page, percent-encoded as in its URL, matches one of the globs. */
export const matchesPaths = (globs: readonly string[], path: string): boolean => {
  const segments = path.split('/');
  return globs.some((glob) => matchesParts(glob.split('/'), segments, '**', matchesSegment));
};

/** Returns whether a text is a glob: a path, in which `**` is a whole segment. */
export const isPathGlob = (text: string): boolean =>
  text.length <= limits.sitePathGlobCharacters &&
  /^\/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*$/.test(text) &&
  text.split('/').every((segment) => segment === '**' || !segment.includes('**'));
