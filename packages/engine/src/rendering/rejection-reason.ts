import { hasWordLongerThan, type TreeLimits, treeLimits } from '../vnode/tree-limits.ts';
import type { VElement, VNode } from '../vnode/vnode.ts';

/**
 * Rejects trees for which layout would crash or take minutes. Minting applies the same limits, so no minted tree is
 * rejected.
 *
 * @returns a sentence for the template's author; undefined if the tree may be rendered.
 */
export const getRejectionReason = (tree: VElement, limits: TreeLimits = treeLimits): string | undefined => {
  let nodes = 0;
  let characters = 0;
  const open: [node: VNode, depth: number, isVisible: boolean][] = [[tree, 0, true]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, depth, isVisible] = next;
    nodes += 1;
    if (nodes > limits.nodes) return `The tree has more than ${limits.nodes} elements and texts.`;
    if (depth > limits.depth) return `Elements are nested deeper than ${limits.depth}.`;
    if (typeof node !== 'string')
      for (const child of node.children) open.push([child, depth + 1, isVisible && node.type !== 'style']);
    else if (isVisible) {
      characters += node.length;
      if (hasWordLongerThan(limits.wordCharacters, node))
        return `A word of more than ${limits.wordCharacters} characters cannot be broken into lines.`;
    }
  }
  if (characters <= limits.textCharacters) return undefined;
  return `The text has ${characters} characters; ${limits.textCharacters} are the most.`;
};
