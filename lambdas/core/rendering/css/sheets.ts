import { kinds, readTokens } from './tokens.ts';

/** `color: red` of a style sheet. */
export interface SheetDeclaration {
  readonly property: string;
  readonly value: string;
  /** Where it is in the sheet, with the white space and comments before it, without the semicolon. */
  readonly start: number;
  readonly end: number;
}

/** Called for the parts of a style sheet, in order. */
export interface SheetVisitor {
  /** A brace opens, after a selector or the head of an at-rule. */
  readonly open?: (head: string) => void;
  readonly declaration: (declaration: SheetDeclaration) => void;
  /** A brace closes. */
  readonly close?: () => void;
}

const partEnds: ReadonlySet<number> = new Set([kinds.LeftCurlyBracket, kinds.RightCurlyBracket, kinds.Semicolon]);

/** Goes through a style sheet. */
export const readSheet = (css: string, visitor: SheetVisitor): void => {
  let depth = 0;
  let start = 0;
  let first: number | undefined;
  let colon: number | undefined;
  const declare = (end: number) => {
    if (first === undefined || colon === undefined) return;
    const [property, value] = [css.slice(first, colon).trim(), css.slice(colon + 1, end).trim()];
    visitor.declaration({ property, value, start, end });
  };
  readTokens(css, (kind, from, to) => {
    if (kind === kinds.Function || kind === kinds.LeftParenthesis) depth += 1;
    if (kind === kinds.RightParenthesis) depth = Math.max(0, depth - 1);
    if (depth > 0 || !partEnds.has(kind)) {
      if (kind === kinds.WhiteSpace || kind === kinds.Comment) return;
      first ??= from;
      if (kind === kinds.Colon) colon ??= from;
      return;
    }
    if (kind === kinds.LeftCurlyBracket) visitor.open?.(css.slice(first ?? from, from).trim());
    else declare(from);
    if (kind === kinds.RightCurlyBracket) visitor.close?.();
    [start, first, colon] = [to, undefined, undefined];
  });
  declare(css.length);
};

/** A style sheet without some of its declarations. */
export const stripDeclarations = (css: string, isLeftOut: (property: string, value: string) => boolean): string => {
  let cached = '';
  let done = 0;
  readSheet(css, {
    declaration: ({ property, value, start, end }) => {
      if (!isLeftOut(property, value)) return;
      cached += css.slice(done, start);
      done = end;
    },
  });
  return cached + css.slice(done);
};
