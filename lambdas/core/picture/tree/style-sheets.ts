import { withoutLoading } from '../../vnode/css-urls.ts';
import { elementsOf, type VElement } from '../../vnode/vnode.ts';

/** The text of all `<style>` elements of a tree. */
export const styleSheetsOf = (tree: VElement): string =>
  [...elementsOf(tree)].map((element) => (element.type === 'style' ? sheetTextOf(element) : '')).join('');

/** The text of a `<style>` element, but for rules that load something. */
export const sheetTextOf = ({ children }: VElement): string =>
  withoutLoading(children.filter((child) => typeof child === 'string').join(''));
