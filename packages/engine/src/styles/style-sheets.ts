import { stripLoadingRules } from '../vnode/css-urls.ts';
import { getElements, type VElement } from '../vnode/vnode.ts';
import { resolveSheet } from './tailwind/sheet.ts';
import { readTheme, type Theme } from './tailwind/theme.ts';

/** The `<style>` elements of a tree. */
export interface StyleSheets {
  /** Each style sheet in plain CSS, without rules that load something. */
  readonly texts: readonly string[];
  /** Tokens for utility classes. */
  readonly theme: Theme;
}

/**
 * @param width of the image in CSS pixels.
 * @param hasReferences whether tokens that elements may change stay references. @default false
 */
export const getStyleSheets = (tree: VElement, width: number, hasReferences = false): StyleSheets => {
  const written = [...getElements(tree)].filter(({ type }) => type === 'style').map(writtenIn);
  const theme = readTheme(written.join('\n'), hasReferences);
  return { texts: written.map((css) => resolveSheet(css, { width, theme })), theme };
};

const writtenIn = ({ children }: VElement): string =>
  stripLoadingRules(children.filter((child) => typeof child === 'string').join(''));
