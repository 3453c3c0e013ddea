import { tokenize, tokenTypes } from 'css-tree/tokenizer';

/**
 * Splits CSS into tokens as browsers do, in linear time. The only parser of CSS text besides `vnode/css-urls.ts`, which
 * finds everything that any parser could interpret as a URL.
 *
 * Source: https://www.w3.org/TR/css-syntax-3/
 */
export const readTokens = tokenize;
export const kinds = tokenTypes;

const separators = { ',': kinds.Comma, ';': kinds.Semicolon, ' ': kinds.WhiteSpace };

/** Splits a CSS list; separators inside parentheses or quotes are ignored. */
export const splitList = (text: string, separator: keyof typeof separators): string[] => {
  const wanted = separators[separator];
  const parts: string[] = [];
  let from = 0;
  let depth = 0;
  readTokens(text, (kind, start, end) => {
    if (kind === kinds.Function || kind === kinds.LeftParenthesis) depth += 1;
    else if (kind === kinds.RightParenthesis) depth = Math.max(0, depth - 1);
    else if (kind === wanted && depth === 0) {
      parts.push(text.slice(from, start));
      from = end;
    }
  });
  parts.push(text.slice(from));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
};
