import { ident, string, url } from 'css-tree/utils';
import { kinds, readTokens } from '../css-tokens.ts';

/** Maps an image source to its replacement. */
export type SourceRewriter = (source: string) => string;

/**
 * Maps a reference in CSS to the CSS that replaces it.
 *
 * @param source the URL; undefined for an unsupported way to load a file.
 * @param written the reference as written.
 */
export type ReferenceRewriter = (source: string | undefined, written: string) => string;

/** Unsupported functions that load files. Source: CSS Images 4, CSS Values 5. */
const unsupportedLoaders = /^(?:src|(?:-[a-z]+-)?(?:image|image-set|cross-fade|element|paint))$/;

/** Matches if a text may contain a function, string, comment or escape. */
const notable = /["'(\\\0\ufeff]|\/\*/;

interface Token {
  readonly kind: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Rewrites every reference to a file in a CSS text, except references into the document (`url(#id)`). Normalises the
 * rest so that every parser produces the same tokens: letters without escapes, strings closed and without parentheses,
 * comments empty. Spaces surround a `var()`, because takumi 2.16 substitutes text instead of tokens, and `u` and
 * `rl("...")` would become a URL. Runs in linear time.
 */
export const rewriteCssUrls = (given: string, rewrite: ReferenceRewriter): string => {
  if (!notable.test(given)) return given;
  const css = given.replaceAll(/[\0\ufeff]/g, '');
  const tokens: Token[] = [];
  readTokens(css, (kind, start, end) => tokens.push({ kind, start, end }));
  /** Pieces, because reading the end of a growing string would copy it every time. */
  const written: string[] = [];
  const write = (piece: string) => piece !== '' && written.push(piece);
  /** Whether each open parenthesis belongs to a `var()`. */
  const open: boolean[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    const text = css.slice(token.start, token.end);
    const reference = referenceAt(css, tokens, at);
    if (reference) {
      const last = tokens[reference.last] as Token;
      at = reference.last;
      const isInside = /^#[\w.:-]*$/.test(reference.source ?? '');
      write(isInside ? `url(${reference.source})` : rewrite(reference.source, css.slice(token.start, last.end)));
      continue;
    }
    switch (token.kind) {
      case kinds.Function: {
        const name = functionName(text);
        const isVariable = name.toLowerCase() === 'var';
        open.push(isVariable);
        write(isVariable ? ' var(' : `${name}(`);
        break;
      }
      case kinds.LeftParenthesis:
        open.push(false);
        // `#url(` is not a function.
        write(/\w$/.test(written.at(-1) ?? '') ? ' (' : '(');
        break;
      case kinds.RightParenthesis:
        write(open.pop() ? ') ' : ')');
        break;
      case kinds.String:
        write(plainString(text));
        break;
      case kinds.BadString:
        write(' ');
        break;
      case kinds.Comment:
        write('/**/');
        break;
      default:
        write(plainToken(text));
    }
  }
  return written.join('');
};

interface Reference {
  readonly source: string | undefined;
  /** Index of its last token. */
  readonly last: number;
}

/** Returns the reference that starts at a token; undefined if there is none. */
const referenceAt = (css: string, tokens: readonly Token[], at: number): Reference | undefined => {
  const { kind, start, end } = tokens[at] as Token;
  const text = css.slice(start, end);
  if (kind === kinds.Url) return { source: url.decode(text).trim(), last: at };
  if (kind === kinds.BadUrl) return { source: undefined, last: at };
  if (kind !== kinds.Function) return undefined;
  const name = functionName(text).toLowerCase();
  if (name !== 'url' && !unsupportedLoaders.test(name)) return undefined;
  const last = closingAt(tokens, at);
  const inside = tokens.slice(at + 1, last).filter((token) => token.kind !== kinds.WhiteSpace);
  const [only] = inside;
  const isQuoted = inside.length === 1 && only?.kind === kinds.String && tokens[last]?.kind === kinds.RightParenthesis;
  const source = name === 'url' && isQuoted ? string.decode(css.slice(only.start, only.end)).trim() : undefined;
  return { source, last };
};

/** Returns the index of the parenthesis that closes a function, or of the last token. */
const closingAt = (tokens: readonly Token[], from: number): number => {
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    const { kind } = tokens[at] as Token;
    if (kind === kinds.Function || kind === kinds.LeftParenthesis) depth += 1;
    if (kind === kinds.RightParenthesis) depth -= 1;
    if (depth === 0) return at;
  }
  return tokens.length - 1;
};

/** Returns the name of a function without escapes; '' if it needs escapes. */
const functionName = (text: string): string => {
  const written = text.slice(0, -1);
  if (!written.includes('\\')) return written;
  const name = ident.decode(written);
  return /^-?[a-z_][\w-]*$/i.test(name) ? name : '';
};

/** A string without escapes and parentheses, which every parser reads alike. */
const plain = /^(?:"[^"\\(]*"|'[^'\\(]*')$/;

/** Returns a closed string with escaped parentheses. */
const plainString = (text: string): string =>
  plain.test(text) ? text : string.encode(string.decode(text)).replaceAll('(', '\\28 ');

const escapes = /\\(?:([0-9a-f]{1,6})(?:\r\n|\s)?|([^0-9a-f])|$)/gi;

/**
 * Returns a token with its escaped letters unescaped, and without a trailing backslash, which would escape the next
 * token. An empty token becomes a space: otherwise `/` and `*` around it would open a comment. A hexadecimal escape
 * ends with a space, so that it does not include the next token.
 */
const plainToken = (text: string): string => {
  if (!text.includes('\\')) return text;
  const plain = text.replaceAll(escapes, (written, hex: string | undefined, other: string | undefined) => {
    if (hex === undefined) return other === undefined || /\s/.test(other) ? '' : plainLetter(other, written);
    const code = Number.parseInt(hex, 16);
    return code > 0x10ffff ? '' : plainLetter(String.fromCodePoint(code), `\\${hex} `);
  });
  return plain === '' ? ' ' : plain;
};

const plainLetter = (letter: string, written: string): string => (/[a-z_]/i.test(letter) ? letter : written);

/** At-rules that load files. Fonts come from the catalogue, and style sheets are self-contained. */
const loadingRule = /^(?:import|font-face)$/i;

/** Returns a style sheet without the rules that load files. Runs in linear time. */
export const stripLoadingRules = (css: string): string => {
  if (!css.includes('@')) return css;
  let remaining = '';
  let done = 0;
  /** Number of open brackets inside the removed rule. */
  let depth: number | undefined;
  readTokens(css, (kind, start, end) => {
    if (depth === undefined) {
      if (kind !== kinds.AtKeyword || !loadingRule.test(ident.decode(css.slice(start + 1, end)))) return;
      remaining += css.slice(done, start);
      done = css.length;
      depth = 0;
      return;
    }
    if (opening.has(kind)) depth += 1;
    if (kind === kinds.RightParenthesis) depth = Math.max(0, depth - 1);
    if (kind === kinds.RightCurlyBracket) depth -= 1;
    if (depth > 0 || (kind !== kinds.Semicolon && kind !== kinds.RightCurlyBracket)) return;
    // A brace that the rule did not open closes the surrounding block.
    done = depth < 0 ? start : end;
    depth = undefined;
  });
  return remaining + css.slice(done);
};

const opening: ReadonlySet<number> = new Set([kinds.Function, kinds.LeftParenthesis, kinds.LeftCurlyBracket]);
