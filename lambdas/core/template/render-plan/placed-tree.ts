import { sourcePositionProperty } from '../../vnode/source-position.ts';
import type { VElement, VNode } from '../../vnode/vnode.ts';

/** Whether a tree with places is otherwise equal to the other one: only then do its places say something about that one. */
export const isSameTree = (placed: VElement, plain: VElement): boolean =>
  JSON.stringify(stripSourcePositions(placed)) === JSON.stringify(plain);

/** A tree without the places of its elements. */
const stripSourcePositions = (node: VNode): VNode => {
  if (typeof node === 'string') return node;
  const { [sourcePositionProperty]: _, ...props } = node.props;
  return { type: node.type, props, children: node.children.map(stripSourcePositions) };
};
