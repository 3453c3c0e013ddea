import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

/** Returns the offsets of the elements around a position, the innermost first. */
export const elementsAround = (state: EditorState, position: number): number[] => {
  const starts: number[] = [];
  for (let node = syntaxTree(state).resolveInner(position, 1).node; node; ) {
    if (node.name === 'JSXElement') starts.push(node.from);
    const { parent } = node;
    if (!parent) break;
    node = parent;
  }
  return starts;
};
