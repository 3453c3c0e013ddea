import { kinds, readTokens } from '../css/tokens.ts';
import type { Style } from '../tree/normalise-style.ts';
import type { Theme } from './theme.ts';
import { readUtilities } from './utilities.ts';

/** Characters that all `@apply` of a sheet may become together: a token in each of them is multiplied. */
const appliedCharacters = 200_000;

/** What a sheet is written for. */
export interface SheetSettings {
  /** Of the image in CSS pixels. */
  readonly width: number;
  readonly theme: Theme;
  /** Told of what is not read, as it stands in the sheet. */
  readonly report?: (unread: Unread) => void;
}

export interface Unread {
  readonly code: 'no-effect' | 'unknown-utility';
  readonly written: string;
  readonly message: string;
}

/** `@apply p-4` from its `@` to what ends it. */
interface Rule {
  readonly name: string;
  readonly start: number;
  readonly head: number;
}

/** Rules for Tailwind's compiler: those of the second list change what is rendered there. */
const silent: ReadonlySet<string> = new Set(['tailwind', 'source', 'reference']);
const unread: ReadonlySet<string> = new Set(['plugin', 'config', 'custom-variant']);
const known = /@(?:theme|utility|apply|tailwind|source|reference|plugin|config|custom-variant)\b/i;

/**
 * A style sheet of Tailwind 4 in plain CSS: tokens of `@theme` are custom properties, a `@utility` is a class, and `@apply` stands for
 * what its classes say. Takes time in proportion to the sheet.
 */
export const plainSheet = (css: string, settings: SheetSettings): string => {
  if (!known.test(css)) return css;
  const apply = applier(settings);
  let cached = '';
  let done = 0;
  let rule: Rule | undefined;
  let depth = 0;
  const getText = ({ name, start, head }: Rule, isBlock: boolean, end: number): string | undefined => {
    const given = css.slice(head, end).trim();
    const written = css.slice(start, end).trim();
    if (isBlock && name === 'theme') return ':root ';
    if (isBlock && name === 'utility') {
      if (/^[\w-]+$/.test(given)) return `.${given} `;
      settings.report?.({ code: 'no-effect', written, message: `${written} is not read: only a plain name is.` });
    }
    if (isBlock) return undefined;
    if (name === 'apply') return apply(given, written);
    if (unread.has(name))
      settings.report?.({
        code: 'no-effect',
        written,
        message: `@${name} has no effect: nothing is loaded or compiled here.`,
      });
    return silent.has(name) || unread.has(name) ? '' : undefined;
  };
  const finish = (isBlock: boolean, end: number) => {
    const text = rule && getText(rule, isBlock, end);
    if (rule && text !== undefined) {
      cached += css.slice(done, rule.start) + text;
      done = end;
    }
    rule = undefined;
  };
  readTokens(css, (kind, from, to) => {
    if (kind === kinds.Function || kind === kinds.LeftParenthesis) depth += 1;
    if (kind === kinds.RightParenthesis) depth = Math.max(0, depth - 1);
    if (kind === kinds.AtKeyword) rule = { name: css.slice(from + 1, to).toLowerCase(), start: from, head: to };
    if (depth > 0) return;
    if (kind === kinds.LeftCurlyBracket) finish(true, from);
    if (kind === kinds.Semicolon || kind === kinds.RightCurlyBracket) finish(false, from);
  });
  finish(false, css.length);
  return cached + css.slice(done);
};

/** Writes out what `@apply` names, as long as there is room. */
const applier = ({ width, theme, report }: SheetSettings) => {
  let space = appliedCharacters;
  return (classes: string, written: string): string => {
    if (space < 0) return '';
    const { style, betweenChildren, unknown } = readUtilities(classes, width, theme);
    const between = Object.keys(betweenChildren).length > 0;
    if (unknown.length > 0 || between) {
      const names = unknown.length > 0 ? unknown.slice(0, 5).join(', ') : 'The space and lines between children';
      report?.({
        code: 'unknown-utility',
        written,
        message: `${names}: @apply takes utility classes that say something of one element.`,
      });
    }
    const text = declarationsIn(style);
    space -= text.length;
    if (space >= 0) return text;
    report?.({
      code: 'no-effect',
      written,
      message: `The @apply of this <style> come to more than ${appliedCharacters} characters.`,
    });
    return '';
  };
};

/** Numbers that are no pixels, among the properties of utilities. */
const plainNumbers = /^(?:lineHeight|opacity|zIndex|order|flexGrow|flexShrink|fontWeight|WebkitLineClamp|strokeWidth)$/;

const declarationsIn = (style: Style): string =>
  Object.entries(style)
    .map(([name, value]) => {
      const property = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      return `${property}: ${typeof value === 'number' && !plainNumbers.test(name) ? `${value}px` : value}`;
    })
    .join('; ');
