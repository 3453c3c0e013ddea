import type { Node } from '@babel/types';
import { isElement } from '../template/source/module.ts';
import { isWithin } from '../template/source/syntax-tree.ts';
import { getProperty } from './responses.ts';
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
      getProperty(node, 'type') &&
      getProperty(node, 'props'),
  );
  if (found.length === 0) return;
  const name = work.freeName('made');
  // in the place of the braces, so that what is put around the whole object stays around it
  for (const { start, end } of found) {
    work.edits.push({ start: start ?? 0, end: (start ?? 0) + 1, text: `${name}({` });
    work.edits.push({ start: (end ?? 0) - 1, end: end ?? 0, text: '})' });
  }
  work.insert(`\nconst ${name} = ({ type, props }) => React.createElement(type, props);\n`);
};
