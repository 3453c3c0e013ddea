import { getKey, stripTypeAnnotations } from '../template/source/syntax-tree.ts';
import type { Conversion } from './conversion.ts';

/** Methods that only dates have. */
const dateMethods =
  /^(?:to(?:ISO|Date|Time|UTC|LocaleDate|LocaleTime)String|get(?:UTC)?(?:FullYear|Month|Date|Day|Hours|Minutes)|getTime)$/;

/**
 * Makes dates of values whose date methods are called: `post.date.getFullYear()` becomes
 * `new Date(post.date).getFullYear()`. A mint sends text or a number where the imported code had a `Date`.
 */
export const convertDates = (work: Conversion): void => {
  for (const node of work.tree.nodes) {
    const callee = node.type === 'CallExpression' ? stripTypeAnnotations(node.callee) : undefined;
    if (callee?.type !== 'MemberExpression' || !dateMethods.test(getKey(callee) ?? '')) continue;
    const { object } = callee;
    if (/^(?:New|Call)Expression$|^Super$/.test(stripTypeAnnotations(object).type)) continue;
    work.insert('new Date(', object.start);
    work.insert(')', object.end);
  }
};
