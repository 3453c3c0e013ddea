import { bare, getKey } from '../template/source/syntax-tree.ts';
import type { Work } from './work.ts';

/** Methods that only dates have. */
const dateMethods =
  /^(?:to(?:ISO|Date|Time|UTC|LocaleDate|LocaleTime)String|get(?:UTC)?(?:FullYear|Month|Date|Day|Hours|Minutes)|getTime)$/;

/**
 * Makes dates of what dates are read of: `post.date.getFullYear()` becomes `new Date(post.date).getFullYear()`. A mint sends text or a
 * number where foreign code had a `Date`; of a `Date` it makes an equal one.
 */
export const takeDates = (work: Work): void => {
  for (const node of work.tree.nodes) {
    if (node.type !== 'CallExpression') continue;
    const callee = bare(node.callee);
    if (callee.type !== 'MemberExpression' || !dateMethods.test(getKey(callee) ?? '')) continue;
    const { object } = callee;
    const made = bare(object);
    if (made.type === 'NewExpression' || made.type === 'CallExpression' || made.type === 'Super') continue;
    const [start, end] = [object.start ?? 0, object.end ?? 0];
    work.edits.push({ start, end: start, text: 'new Date(' }, { start: end, end, text: ')' });
  }
};
