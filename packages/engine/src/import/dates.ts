import type { Node } from '@babel/types';
import { getKey, isMember, stripTypeAnnotations } from '../template/source/syntax-tree.ts';
import type { Conversion } from './conversion.ts';

const dateMethods =
  /^(?:to(?:ISO|Date|Time|UTC|LocaleDate|LocaleTime)String|get(?:UTC)?(?:FullYear|Month|Date|Day|Hours|Minutes)|getTime)$/;
const dateOptions = /^(?:dateStyle|timeStyle|weekday|era|year|month|day|hour|minute|second|timeZone|hour12)$/;

/**
 * Makes dates of values whose date methods are called: `post.date.getFullYear()` becomes
 * `new Date(post.date).getFullYear()`. A mint sends text or a number where the imported code had a `Date`.
 */
export const convertDates = ({ tree, insert, resolve, helper }: Conversion): void => {
  /** `date.toLocaleString('en', { month: 'short' })`; numbers have the method too. */
  const isDateFormat = (given: Node | undefined): boolean => {
    const options = given && resolve(given);
    return (
      options?.type === 'ObjectExpression' && options.properties.some((one) => dateOptions.test(getKey(one) ?? ''))
    );
  };
  for (const node of tree.nodes) {
    if (node.type !== 'CallExpression' && node.type !== 'OptionalCallExpression') continue;
    const callee = stripTypeAnnotations(node.callee);
    if (!isMember(callee)) continue;
    const key = getKey(callee) ?? '';
    if (!dateMethods.test(key) && !(key === 'toLocaleString' && isDateFormat(node.arguments[1]))) continue;
    const { object } = callee;
    if (/^(?:New|Call)Expression$|^Super$/.test(stripTypeAnnotations(object).type)) continue;
    // a value that may not be there stays as it is
    const isOptional = callee.type === 'OptionalMemberExpression';
    insert(
      isOptional ? `${helper('dated', '(value) => (value == null ? value : new Date(value))')}(` : 'new Date(',
      object.start,
    );
    insert(')', object.end);
  }
};
