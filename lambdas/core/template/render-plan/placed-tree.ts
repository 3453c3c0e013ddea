import { placeProperty } from '../../vnode/place.ts';
import type { VElement, VNode } from '../../vnode/vnode.ts';

/** Whether a tree with places is otherwise equal to the other one: only then do its places say something about that one. */
export const isSameTree = (placed: VElement, plain: VElement): boolean =>
  JSON.stringify(withoutPlaces(placed)) === JSON.stringify(plain);

/** A tree without the places of its elements. */
const withoutPlaces = (node: VNode): VNode => {
  if (typeof node === 'string') return node;
  const { [placeProperty]: _, ...props } = node.props;
  return { type: node.type, props, children: node.children.map(withoutPlaces) };
};
