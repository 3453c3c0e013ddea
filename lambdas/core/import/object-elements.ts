import type { Node } from '@babel/types';
import { isElement } from '../template/source/module.ts';
import { isWithin } from '../template/source/syntax-tree.ts';
import type { Conversion } from './conversion.ts';
import { getProperty } from './responses.ts';

/**
 * Converts elements written as objects for satori, `{ type: 'div', props: { children: [...] } }`, to
 * `React.createElement` calls. Only object literals: an object that a mint sends is never an element.
 */
export const convertObjectElements = (work: Conversion, element: Node): void => {
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
  // Replaces the braces, so that text inserted around the object stays around it.
  for (const { start, end } of found) {
    work.edits.push({ start: start ?? 0, end: (start ?? 0) + 1, text: `${name}({` });
    work.edits.push({ start: (end ?? 0) - 1, end: end ?? 0, text: '})' });
  }
  work.insert(`\nconst ${name} = ({ type, props }) => React.createElement(type, props);\n`);
};
