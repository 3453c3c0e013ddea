import { treeLimits } from '../vnode/limits.ts';
import type { VElement, VNode } from '../vnode/vnode.ts';

/**
 * Why a tree is not given to the layout library, which ends its process on some trees and takes minutes over others.
 *
 * @returns a sentence for the template's author; undefined when it may be drawn.
 */
export const undrawable = (tree: VElement): string | undefined => {
  let nodes = 0;
  let characters = 0;
  const visit = (node: VNode, depth: number): string | undefined => {
    if (typeof node === 'string') {
      characters += node.length;
      const word = longestWord(node);
      return word > treeLimits.wordCharacters
        ? `A word of ${word} characters cannot be broken into lines; ${treeLimits.wordCharacters} are the most.`
        : undefined;
    }
    nodes += 1;
    if (depth > treeLimits.depth) return `Elements are nested deeper than ${treeLimits.depth}.`;
    for (const child of node.children) {
      const reason = visit(child, depth + 1);
      if (reason !== undefined) return reason;
      if (nodes > treeLimits.nodes) return `The tree has more than ${treeLimits.nodes} elements.`;
    }
    return undefined;
  };
  const reason = visit(tree, 1);
  if (reason !== undefined) return reason;
  if (characters > treeLimits.textCharacters) {
    return `The text has ${characters} characters; ${treeLimits.textCharacters} are the most.`;
  }
  return undefined;
};

/** Where a line may break: white space, hyphens, and between characters of scripts that are written without spaces. */
const breaks =
  /[\s\u200b\u2010-\u2014-]|[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}]/u;

const longestWord = (text: string): number => {
  if (text.length <= treeLimits.wordCharacters) return 0;
  return text.split(breaks).reduce((longest, word) => Math.max(longest, word.length), 0);
};
