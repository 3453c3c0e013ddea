import { kinds, readTokens } from '../../css-tokens.ts';
import type { Style } from '../style.ts';
import type { Theme } from './theme.ts';
import { readUtilities } from './utilities.ts';

/** Maximum total characters of a sheet's expanded `@apply`: each may multiply a token. */
const maxAppliedCharacters = 200_000;

export interface SheetSettings {
  /** Width of the image in CSS pixels. */
  readonly width: number;
  readonly theme: Theme;
  /** Called with each rule that is ignored, as written. */
  readonly report?: (unread: Unread) => void;
}

export interface Unread {
  readonly code: 'no-effect' | 'unknown-utility';
  readonly written: string;
  readonly message: string;
}

/** The range of `@apply p-4`. */
interface Rule {
  readonly name: string;
  readonly start: number;
  readonly head: number;
}

/** Rules for the Tailwind compiler. Those in the second list would change the output, so they are reported. */
const ignoredRules: ReadonlySet<string> = new Set(['tailwind', 'source', 'reference']);
const reportedRules: ReadonlySet<string> = new Set(['plugin', 'config', 'custom-variant']);
const tailwindRule = /@(?:theme|utility|apply|tailwind|source|reference|plugin|config|custom-variant)\b/i;

/**
 * Converts a Tailwind 4 style sheet to plain CSS in linear time: `@theme` tokens become custom properties, `@utility`
 * becomes a class, and `@apply` is expanded.
 */
export const resolveSheet = (css: string, settings: SheetSettings): string => {
  if (!tailwindRule.test(css)) return css;
  const apply = applier(settings);
  let output = '';
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
    if (reportedRules.has(name))
      settings.report?.({
        code: 'no-effect',
        written,
        message: `@${name} has no effect: nothing is loaded or compiled here.`,
      });
    return ignoredRules.has(name) || reportedRules.has(name) ? '' : undefined;
  };
  const finish = (isBlock: boolean, end: number) => {
    const text = rule && getText(rule, isBlock, end);
    if (rule && text !== undefined) {
      output += css.slice(done, rule.start) + text;
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
  return output + css.slice(done);
};

/** Expands `@apply` up to the limit. */
const applier = ({ width, theme, report }: SheetSettings) => {
  let remaining = maxAppliedCharacters;
  return (classes: string, written: string): string => {
    if (remaining < 0) return '';
    const { style, betweenChildren, unknown } = readUtilities(classes, width, theme);
    const between = Object.keys(betweenChildren).length > 0;
    if (unknown.length > 0 || between) {
      const names = unknown.length > 0 ? unknown.slice(0, 5).join(', ') : 'The space and lines between children';
      report?.({
        code: 'unknown-utility',
        written,
        message: `${names}: @apply takes only utility classes that style the element itself.`,
      });
    }
    const text = declarationsIn(style);
    remaining -= text.length;
    if (remaining >= 0) return text;
    report?.({
      code: 'no-effect',
      written,
      message: `The @apply of this <style> come to more than ${maxAppliedCharacters} characters.`,
    });
    return '';
  };
};

/** Properties whose numbers are not pixels. */
const plainNumbers = /^(?:lineHeight|opacity|zIndex|order|flexGrow|flexShrink|fontWeight|WebkitLineClamp|strokeWidth)$/;

const declarationsIn = (style: Style): string =>
  Object.entries(style)
    .map(([name, value]) => {
      const property = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      return `${property}: ${typeof value === 'number' && !plainNumbers.test(name) ? `${value}px` : value}`;
    })
    .join('; ');
