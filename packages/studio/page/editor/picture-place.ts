import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

/** Where a picture stands in code: as its address in a quoted text, or as an element among elements. */
export type PicturePlace = 'address' | 'element';

const quoted = new Set(['String', 'TemplateString', 'JSXAttributeValue']);
const amongElements = new Set(['JSXElement', 'JSXText']);
const modules = new Set(['ImportDeclaration', 'ExportDeclaration', 'DynamicImport']);

/** Returns what a picture is written as at the selection; undefined where it would break the code. */
export const getPicturePlace = (state: EditorState): PicturePlace | undefined => {
  const { from, to } = state.selection.main;
  const tree = syntaxTree(state);
  const around = tree.resolveInner(from);
  const end = tree.resolveInner(to);
  if (around.from !== end.from || around.to !== end.to) return undefined;
  if (amongElements.has(around.name)) return 'element';
  return quoted.has(around.name) && !modules.has(around.parent?.name ?? '') ? 'address' : undefined;
};
