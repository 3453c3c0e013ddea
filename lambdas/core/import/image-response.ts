import type { Node, Statement } from '@babel/types';
import { getCarrier, type ImageResponse } from './responses.ts';
import type { Work } from './work.ts';

/** Puts the element in the place of the image that was made of it. */
export const writeImage = (work: Work, response: ImageResponse): void => {
  const { element } = response;
  const { node, isBound } = getCarrier(work.tree, response);
  if (!isBound) {
    putAround(work, node, element, '(', ')');
    return;
  }
  // what was kept in a name is returned instead, and what was done with it is not
  const statement = work.tree.positions.get(node)?.parent;
  const block = statement && work.tree.positions.get(statement)?.parent;
  if (!statement || block?.type !== 'BlockStatement') return;
  work.retained.add(node);
  putAround(work, statement, element, 'return (', ');');
  const rest = block.body.slice(block.body.indexOf(statement as Statement) + 1);
  for (const one of rest) if (one.type !== 'FunctionDeclaration') work.replace(one, '');
};

/** Leaves of a node one inside it, with text around that. */
const putAround = (work: Work, { start, end }: Node, inner: Node, before: string, after: string): void => {
  work.replace({ start, end: inner.start }, before);
  work.replace({ start: inner.end, end }, after);
};
