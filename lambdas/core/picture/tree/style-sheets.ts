import { withoutLoading } from '../../vnode/css-urls.ts';
import { elementsOf, type VElement } from '../../vnode/vnode.ts';
import { withoutDeclarations } from '../css/sheets.ts';
import { plainSheet } from '../tailwind/sheet.ts';
import { readTheme, type Theme } from '../tailwind/theme.ts';

/** What the `<style>` elements of a tree say. */
export interface StyleSheets {
  /** All of them together, in plain CSS. */
  readonly text: string;
  /** Tokens that utility classes may name. */
  readonly theme: Theme;
  /** One of them in plain CSS, but for rules that load something. */
  readonly textOf: (element: VElement) => string;
}

/** @param width of the picture in CSS pixels. */
export const styleSheetsOf = (tree: VElement, width: number): StyleSheets => {
  const elements = [...elementsOf(tree)].filter(({ type }) => type === 'style');
  const theme = readTheme(elements.map(writtenIn).join('\n'));
  const isIdle = theme.size > 0 ? idleIn(tree) : undefined;
  const textOf = (element: VElement) => {
    const plain = plainSheet(writtenIn(element), { width, theme });
    return isIdle ? withoutDeclarations(plain, isIdle) : plain;
  };
  return { text: elements.map(textOf).join(''), theme, textOf };
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
