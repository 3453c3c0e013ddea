import { withoutLoading } from '../../vnode/css-urls.ts';
import { getElements, type VElement } from '../../vnode/vnode.ts';
import { stripDeclarations } from '../css/sheets.ts';
import { plainSheet } from '../tailwind/sheet.ts';
import { readTheme, type Theme } from '../tailwind/theme.ts';

/** What the `<style>` elements of a tree say. */
export interface StyleSheets {
  /** All of them together, in plain CSS. */
  readonly text: string;
  /** Tokens that utility classes may name. */
  readonly theme: Theme;
  /** One of them in plain CSS, but for rules that load something. */
  readonly getText: (element: VElement) => string;
}

/** @param width of the image in CSS pixels. */
export const getStyleSheets = (tree: VElement, width: number): StyleSheets => {
  const elements = [...getElements(tree)].filter(({ type }) => type === 'style');
  const theme = readTheme(elements.map(writtenIn).join('\n'));
  const isIdle = theme.size > 0 ? idleIn(tree) : undefined;
  const getText = (element: VElement) => {
    const plain = plainSheet(writtenIn(element), { width, theme });
    return isIdle ? stripDeclarations(plain, isIdle) : plain;
  };
  return { text: elements.map(getText).join(''), theme, getText };
};

/** Custom properties that nothing refers to: every element inherits them, and satori is twice as slow with a theme of 400. */
const idleIn = (tree: VElement): ((property: string) => boolean) => {
  const used = new Set(
    JSON.stringify(tree)
      .matchAll(/var\(\s*(--[\w-]+)/gi)
      .map(([, name]) => name),
  );
  return (property) => property.startsWith('--') && !used.has(property);
};

const writtenIn = ({ children }: VElement): string =>
  withoutLoading(children.filter((child) => typeof child === 'string').join(''));
