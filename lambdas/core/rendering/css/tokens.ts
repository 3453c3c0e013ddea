import { tokenize, tokenTypes } from 'css-tree/tokenizer';

/**
 * Cuts CSS into tokens as browsers do, quotes, escapes, comments and addresses whole, in time that grows with its length. The
 * one reader of CSS text but for `vnode/css-urls.ts`, which finds whatever any reader might take for an address.
 *
 * Source: https://www.w3.org/TR/css-syntax-3/
 */
export const readTokens = tokenize;
export const kinds = tokenTypes;

/** Parts of a CSS list, those inside parentheses or quotes whole. */
export const getList = (text: string, separator: ',' | ' '): string[] => {
  const wanted = separator === ',' ? kinds.Comma : kinds.WhiteSpace;
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
