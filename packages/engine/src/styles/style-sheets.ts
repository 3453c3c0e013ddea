import { stripLoadingRules } from '../vnode/css-urls.ts';
import { getElements, type VElement } from '../vnode/vnode.ts';
import { rewriteDeclarations, splitImportance, stripDeclarations } from './sheet-text.ts';
import { toKebabCase } from './style.ts';
import { preflightSheet } from './tailwind/preflight.ts';
import { resolveSheet } from './tailwind/sheet.ts';
import { readTheme, type Theme } from './tailwind/theme.ts';
import { expandFont } from './values/font-shorthand.ts';

/** The `<style>` elements of a tree. */
export interface StyleSheets {
  /** All style sheets in plain CSS, those of Tailwind's base styles first. */
  readonly text: string;
  /** Those of the template alone. */
  readonly authored: string;
  /**
   * How Tailwind's base styles apply: to the tags, or as a style sheet where the template has one that may override them.
   */
  readonly preflight: 'none' | 'tags' | 'sheet';
  /** Tokens for utility classes. */
  readonly theme: Theme;
  /** Returns one style sheet in plain CSS, without rules that load something. */
  readonly getText: (element: VElement) => string;
}

/** @param width of the image in CSS pixels. */
export const getStyleSheets = (tree: VElement, width: number): StyleSheets => {
  const elements = [...getElements(tree)].filter(({ type }) => type === 'style');
  const theme = readTheme(elements.map(writtenIn).join('\n'));
  const isIdle = theme.size > 0 ? idleIn(tree) : undefined;
  const getText = (element: VElement) => {
    const plain = expandFonts(resolveSheet(writtenIn(element), { width, theme }));
    return isIdle ? stripDeclarations(plain, isIdle) : plain;
  };
  const authored = elements.map(getText).join('');
  const preflight = tree.props.preflight !== true ? 'none' : authored === '' ? 'tags' : 'sheet';
  return { text: `${preflight === 'sheet' ? preflightSheet : ''}${authored}`, authored, preflight, theme, getText };
};

/** Returns a check for unused custom properties: inheriting a theme of 400 makes satori twice as slow. */
const idleIn = (tree: VElement): ((property: string) => boolean) => {
  const used = new Set(
    JSON.stringify(tree)
      .matchAll(/var\(\s*(--[\w-]+)/gi)
      .map(([, name]) => name),
  );
  return (property) => property.startsWith('--') && !used.has(property);
};

/** Returns a style sheet whose `font` shorthands are written as their properties. */
const expandFonts = (css: string): string =>
  rewriteDeclarations(css, (property, value) => {
    const [font, importance] = splitImportance(value);
    const longhands = property === 'font' ? expandFont(font) : undefined;
    if (!longhands) return undefined;
    return Object.entries(longhands)
      .map(([name, own]) => `${toKebabCase(name)}: ${own} ${importance}`)
      .join('; ');
  });

const writtenIn = ({ children }: VElement): string =>
  stripLoadingRules(children.filter((child) => typeof child === 'string').join(''));
