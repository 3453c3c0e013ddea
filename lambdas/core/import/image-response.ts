import type { Node, Statement } from '@babel/types';
import { getCarrier, type ImageResponse } from './responses.ts';
import type { Work } from './work.ts';

/** Puts the element in the place of the image that was made of it. */
export const writeImage = (work: Work, response: ImageResponse): void => {
  const { element } = response;
  const { node, position } = getCarrier(work.tree, response);
  const [start, end] = [element.start ?? 0, element.end ?? 0];
  if (position !== 'bound') {
    around(work, node, start, end, '(', ')');
    return;
  }
  // what was kept in a name is returned instead, and what was done with it is not
  const statement = work.tree.positions.get(node)?.parent;
  const block = statement && work.tree.positions.get(statement)?.parent;
  if (!statement || !(block?.type === 'BlockStatement')) return;
  work.retained.add(node);
  around(work, statement, start, end, 'return (', ');');
  const rest = block.body.slice(block.body.indexOf(statement as Statement) + 1);
  for (const one of rest) if (one.type !== 'FunctionDeclaration') work.replace(one, '');
};

const around = (work: Work, node: Node, start: number, end: number, before: string, after: string): void => {
  work.replace({ start: node.start ?? 0, end: start }, before);
  work.replace({ start: end, end: node.end ?? 0 }, after);
};
