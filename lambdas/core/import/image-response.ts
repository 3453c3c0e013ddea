import type { Node, Statement } from '@babel/types';
import type { Conversion } from './conversion.ts';
import { getCarrier, type ImageResponse } from './responses.ts';

/** Replaces an image response with its element. */
export const writeImage = (work: Conversion, response: ImageResponse): void => {
  const { element } = response;
  const { node, isBound } = getCarrier(work.tree, response);
  if (!isBound) {
    putAround(work, node, element, '(', ')');
    return;
  }
  // Return the element instead of the named image, and drop the code that uses the image.
  const statement = work.tree.positions.get(node)?.parent;
  const block = statement && work.tree.positions.get(statement)?.parent;
  if (!statement || block?.type !== 'BlockStatement') return;
  work.retained.add(node);
  putAround(work, statement, element, 'return (', ');');
  const rest = block.body.slice(block.body.indexOf(statement as Statement) + 1);
  for (const one of rest) if (one.type !== 'FunctionDeclaration') work.replace(one, '');
};

/** Replaces a node with an inner one and text around it. */
const putAround = (work: Conversion, { start, end }: Node, inner: Node, before: string, after: string): void => {
  work.replace({ start, end: inner.start }, before);
  work.replace({ start: inner.end, end }, after);
};
