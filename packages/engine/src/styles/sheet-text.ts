import { kinds, readTokens } from '../css-tokens.ts';

/** A declaration of a style sheet, such as `color: red`. */
export interface SheetDeclaration {
  readonly property: string;
  readonly value: string;
  /** Range in the sheet, including preceding white space and comments, excluding the semicolon. */
  readonly start: number;
  readonly end: number;
}

/** Splits what follows a colon into the value and `!important`; '' if that is not there. */
export const splitImportance = (text: string): readonly [value: string, importance: string] => {
  const at = /!\s*important$/i.exec(text)?.index ?? text.length;
  return [text.slice(0, at).trim(), text.slice(at)];
};

/** Called for the parts of a style sheet, in order. */
export interface SheetVisitor {
  /** Called at an opening brace, with the selector or at-rule before it. */
  readonly open?: (head: string) => void;
  readonly declaration: (declaration: SheetDeclaration) => void;
  /** Called for an at-rule without a block, such as `@layer base, theme`. */
  readonly statement?: (text: string) => void;
  /** Called at a closing brace. */
  readonly close?: () => void;
}

const partEnds: ReadonlySet<number> = new Set([kinds.LeftCurlyBracket, kinds.RightCurlyBracket, kinds.Semicolon]);

/** Parses a style sheet and calls the visitor. */
export const readSheet = (css: string, visitor: SheetVisitor): void => {
  let depth = 0;
  let start = 0;
  let first: number | undefined;
  let colon: number | undefined;
  const declare = (end: number) => {
    if (first !== undefined && css[first] === '@') visitor.statement?.(css.slice(first, end).trim());
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
