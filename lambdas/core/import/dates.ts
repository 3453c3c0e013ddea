import { bare, getKey } from '../template/source/syntax-tree.ts';
import type { Work } from './work.ts';

/** Methods that only dates have. */
const dateMethods =
  /^(?:to(?:ISO|Date|Time|UTC|LocaleDate|LocaleTime)String|get(?:UTC)?(?:FullYear|Month|Date|Day|Hours|Minutes)|getTime)$/;

/**
 * Makes dates of values whose date methods are called: `post.date.getFullYear()` becomes
 * `new Date(post.date).getFullYear()`. A mint sends text or a number where the imported code had a `Date`.
 */
export const takeDates = (work: Work): void => {
  for (const node of work.tree.nodes) {
    const callee = node.type === 'CallExpression' ? bare(node.callee) : undefined;
    if (callee?.type !== 'MemberExpression' || !dateMethods.test(getKey(callee) ?? '')) continue;
    const { object } = callee;
    if (/^(?:New|Call)Expression$|^Super$/.test(bare(object).type)) continue;
    work.insert('new Date(', object.start);
    work.insert(')', object.end);
  }
};
