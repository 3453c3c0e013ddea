import { withoutLoading } from '../../vnode/css-urls.ts';
import { elementsOf, type VElement } from '../../vnode/vnode.ts';
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
  const textOf = (element: VElement) => plainSheet(writtenIn(element), { width, theme });
  return { text: elements.map(textOf).join(''), theme, textOf };
};

const writtenIn = ({ children }: VElement): string =>
  withoutLoading(children.filter((child) => typeof child === 'string').join(''));
