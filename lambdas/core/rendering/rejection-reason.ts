import { treeLimits } from '../vnode/tree-limits.ts';
import type { VElement, VNode } from '../vnode/vnode.ts';
import { hasWordLongerThan } from '../vnode/words.ts';

/**
 * Rejects trees for which layout would crash or take minutes. Minting applies the same limits, so no minted tree is
 * rejected.
 *
 * @returns a sentence for the template's author; undefined if the tree may be rendered.
 */
export const getRejectionReason = (tree: VElement): string | undefined => {
  let nodes = 0;
  let characters = 0;
  const visit = (node: VNode, depth: number, isVisible: boolean): string | undefined => {
    nodes += 1;
    if (nodes > treeLimits.nodes) return `The tree has more than ${treeLimits.nodes} elements and texts.`;
    if (depth > treeLimits.depth) return `Elements are nested deeper than ${treeLimits.depth}.`;
    if (typeof node === 'string') {
      if (!isVisible) return undefined;
      characters += node.length;
      return hasWordLongerThan(treeLimits.wordCharacters, node)
        ? `A word of more than ${treeLimits.wordCharacters} characters cannot be broken into lines.`
        : undefined;
    }
    for (const child of node.children) {
      const reason = visit(child, depth + 1, isVisible && node.type !== 'style');
      if (reason !== undefined) return reason;
    }
    return undefined;
  };
  const reason = visit(tree, 0, true);
  if (reason !== undefined) return reason;
  if (characters > treeLimits.textCharacters) {
    return `The text has ${characters} characters; ${treeLimits.textCharacters} are the most.`;
  }
  return undefined;
};
