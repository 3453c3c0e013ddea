/** Rewrites one image source; what it answers stands in its place. */
export type SourceRewriter = (source: string) => string;

const opening = /url\(\s*/gi;
/** What may stand between the parentheses. Each pattern reads a character once: backtracking takes hours on hostile text. */
const contents = [/"((?:[^"\\]|\\.)*)"\s*\)/y, /'((?:[^'\\]|\\.)*)'\s*\)/y, /((?:[^()\\]|\\.)*)\)/y];

/**
 * Rewrites each `url(...)` of a CSS text, but those that point into the document (`url(#id)`). It finds what any reader might
 * take for an address, in comments and broken quotes too: whatever it passes over, a library could fetch. So it is no reader
 * of CSS as browsers read it (`picture/css`). Takes time in proportion to the text: it runs in the process that answers, on
 * text that strangers wrote.
 */
export const rewriteCssUrls = (css: string, rewrite: SourceRewriter): string => {
  let written = '';
  let done = 0;
  opening.lastIndex = 0;
  for (let start = opening.exec(css); start; start = opening.exec(css)) {
    const from = opening.lastIndex;
    const found = contentAt(css, from);
    if (!found) continue;
    const source = found.text.replaceAll(/\\(.)/g, '$1').trim();
    const end = from + found.length;
    opening.lastIndex = end;
    if (source.startsWith('#')) continue;
    written += `${css.slice(done, start.index)}url("${rewrite(source)}")`;
    done = end;
  }
  return done === 0 ? css : written + css.slice(done);
};

const importRule = /@import\b(?:"[^"]*"|'[^']*'|\([^()]*\)|[^;"'()])*;?/gi;

/**
 * A style sheet without the rules that load other files: fonts come from the catalogue, and a sheet is all in one place.
 * Takes time in proportion to the text, too.
 */
export const withoutLoading = (css: string): string => {
  if (!css.includes('@')) return css;
  const plain = css.replace(importRule, ' ');
  let kept = '';
  let done = 0;
  for (const { index } of plain.matchAll(/@font-face\b/gi)) {
    if (index < done) continue;
    const end = plain.indexOf('}', index);
    kept += plain.slice(done, index);
    if (end < 0) return kept;
    done = end + 1;
  }
  return kept + plain.slice(done);
};

const contentAt = (css: string, from: number): { text: string; length: number } | undefined => {
  for (const pattern of contents) {
    pattern.lastIndex = from;
    const [all, text = ''] = pattern.exec(css) ?? [];
    if (all !== undefined) return { text, length: all.length };
  }
  return undefined;
};
