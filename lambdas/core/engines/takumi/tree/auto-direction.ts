import type { VElement, VNode } from '../../../vnode/vnode.ts';

const rightToLeft = /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u;

const getText = (node: VNode): string => (typeof node === 'string' ? node : node.children.map(getText).join(' '));

/** Returns the direction of `dir="auto"`: that of the first letter in the element, as in a browser. */
export const resolveAutoDirection = (element: VElement): 'ltr' | 'rtl' => {
  const [first] = /\p{L}/u.exec(getText(element)) ?? [];
  return first !== undefined && rightToLeft.test(first) ? 'rtl' : 'ltr';
};
