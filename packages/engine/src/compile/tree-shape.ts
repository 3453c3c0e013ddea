import type { VElement, VNode } from '../vnode/vnode.ts';

/** Elements whose texts are read as more than letters: as paths of limited length, and as rules. */
const readers: ReadonlySet<string> = new Set(['svg', 'style']);

/**
 * Returns a key that two evaluated trees share if a render of one fails where that of the other does: their texts are
 * compared by whether they are empty, because letters that lay out fail no render, and the mint refuses too many.
 */
export const getTreeShape = (tree: VElement): string => JSON.stringify(toShape(tree));

const toShape = (node: VNode): unknown => {
  if (typeof node === 'string') return node.trim() === '' ? '' : 'text';
  if (readers.has(node.type)) return node;
  return { ...node, children: node.children.map(toShape) };
};
