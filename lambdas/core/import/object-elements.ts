import type { Node } from '@babel/types';
import { isWithin } from '../template/source/syntax-tree.ts';
import { isElement, propertyOf } from './responses.ts';
import type { Work } from './work.ts';

/**
 * Elements written as satori takes them without JSX, `{ type: 'div', props: { children: [...] } }`, are made by React's function. Only
 * those that are written out: an object that a mint sends is never an element.
 */
export const takeObjects = (work: Work, element: Node): void => {
  if (isElement(element)) return;
  const found = work.tree.nodes.filter(
    (node) =>
      node.type === 'ObjectExpression' &&
      isWithin(node, element) &&
      propertyOf(node, 'type') &&
      propertyOf(node, 'props'),
  );
  if (found.length === 0) return;
  const name = work.freeName('made');
  const insert = (at: number | null | undefined, text: string) =>
    work.edits.push({ start: at ?? 0, end: at ?? 0, text });
  for (const { start, end } of found) {
    insert(start, `${name}(`);
    insert(end, ')');
  }
  insert(work.tree.source.length, `\nconst ${name} = ({ type, props }) => React.createElement(type, props);\n`);
};
