import { hasWordLongerThan, treeLimits } from '../vnode/tree-limits.ts';
import type { VElement, VNode } from '../vnode/vnode.ts';

/**
 * Rejects trees for which layout would crash or take minutes. Minting applies the same limits, so no minted tree is
 * rejected.
 *
 * @returns a sentence for the template's author; undefined if the tree may be rendered.
 */
export const getRejectionReason = (tree: VElement): string | undefined => {
  let nodes = 0;
  let characters = 0;
  const open: [node: VNode, depth: number, isVisible: boolean][] = [[tree, 0, true]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, depth, isVisible] = next;
    nodes += 1;
    if (nodes > treeLimits.nodes) return `The tree has more than ${treeLimits.nodes} elements and texts.`;
    if (depth > treeLimits.depth) return `Elements are nested deeper than ${treeLimits.depth}.`;
    if (typeof node !== 'string')
      for (const child of node.children) open.push([child, depth + 1, isVisible && node.type !== 'style']);
    else if (isVisible) {
      characters += node.length;
      if (hasWordLongerThan(treeLimits.wordCharacters, node))
        return `A word of more than ${treeLimits.wordCharacters} characters cannot be broken into lines.`;
    }
  }
  if (characters <= treeLimits.textCharacters) return undefined;
  return `The text has ${characters} characters; ${treeLimits.textCharacters} are the most.`;
};
