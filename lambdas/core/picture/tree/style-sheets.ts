import { withoutLoading } from '../../vnode/css-urls.ts';
import type { VElement, VNode } from '../../vnode/vnode.ts';
import type { IsLeftOut } from './normalise-style.ts';

/** The text of all `<style>` elements of a tree. */
export const styleSheetsOf = (node: VNode): string => {
  if (typeof node === 'string') return '';
  if (node.type === 'style') return sheetTextOf(node);
  return node.children.map(styleSheetsOf).join('');
};

/** The text of a `<style>` element, but for rules that load something. */
export const sheetTextOf = (element: VElement): string => {
  const inner = element.props.dangerouslySetInnerHTML;
  const html = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner.__html : undefined;
  const written =
    typeof html === 'string' ? html : element.children.filter((child) => typeof child === 'string').join('');
  return withoutLoading(written);
};

/** White space and comments. */
const leading = /^(?:\s|\/\*[\s\S]*?\*\/)+/;

/** A style sheet without the declarations that are left out. Takes time in proportion to the text. */
export const withoutDeclarations = (css: string, isLeftOut: IsLeftOut): string => {
  let kept = '';
  let start = 0;
  const close = (end: number) => {
    const written = css.slice(start, end);
    const declaration = written.replace(leading, '');
    const colon = declaration.indexOf(':');
    if (colon < 0 || !isLeftOut(declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim()))
      kept += written;
    start = end;
  };
  for (const { index, mark } of marksOf(css)) {
    if (mark !== '{') close(index);
    kept += css.slice(start, index + 1);
    start = index + 1;
  }
  close(css.length);
  return kept;
};

/** Where declarations begin and end: the braces and semicolons outside of quotes, comments and parentheses. */
function* marksOf(css: string): Generator<{ index: number; mark: string }> {
  let depth = 0;
  let quote = '';
  for (let index = 0; index < css.length; index += 1) {
    const mark = css[index] as string;
    if (mark === '\\') index += 1;
    else if (quote !== '') quote = mark === quote ? '' : quote;
    else if (mark === '"' || mark === "'") quote = mark;
    else if (mark === '/' && css[index + 1] === '*') {
      const end = css.indexOf('*/', index + 2);
      index = end < 0 ? css.length : end + 1;
    } else if (mark === '(') depth += 1;
    else if (mark === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0 && /[{};]/.test(mark)) yield { index, mark };
  }
}
