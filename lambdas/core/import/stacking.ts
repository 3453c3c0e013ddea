import type { Node } from '@babel/types';
import { isElement } from '../template/source/module.ts';
import { getAncestors, type SyntaxTree } from '../template/source/syntax-tree.ts';
import { isFunction } from '../template/source/variable-scopes.ts';
import type { Constants } from './constants.ts';
import type { Conversion } from './conversion.ts';
import type { Entry } from './entry.ts';

/** satori treats every element as positioned: later ones are on top, and absolute ones are relative to their parent. */
const rule = '* { position: relative }';

/** Adds a style sheet to an image: inside its outermost element, or beside a component. */
export const writeSheet = (
  work: Conversion,
  element: Node,
  css: string,
  constants: Pick<Constants, 'resolve'>,
): void => {
  const root = getBox(element, constants);
  const sheet = `<style>{${JSON.stringify(css)}}</style>`;
  const [open, close] = isElement(element) ? ['', ''] : ['{', '}'];
  if (root) work.insert(sheet, root.openingElement.end);
  else {
    work.insert(`<>${sheet}${open}`, element.start);
    work.insert(`${close}</>`, element.end);
  }
};

/** Makes elements stack as in the original. Only necessary if something is positioned. */
export const stackInOrder = (work: Conversion, { fn, responses }: Entry, constants: Constants): void => {
  if (!/\babsolute\b/.test(work.tree.source)) return;
  const roots = responses.map(({ element }) => getBox(element, constants) ?? element);
  for (const root of new Set(responses.length === 0 ? returnedBy(work.tree, fn) : roots))
    writeSheet(work, root, rule, constants);
};

/** Returns the outermost element of an image, if it is a tag that can contain a style sheet. */
const getBox = (element: Node, { resolve }: Pick<Constants, 'resolve'>) => {
  const root = resolve(element);
  if (root?.type !== 'JSXElement' || !root.closingElement) return undefined;
  const { name } = root.openingElement;
  return name.type === 'JSXIdentifier' && /^[a-z]/.test(name.name) && name.name !== 'svg' ? root : undefined;
};

/** Returns the elements that a function itself returns. */
const returnedBy = (tree: SyntaxTree, fn: Node): Node[] =>
  tree.nodes.filter((node) => {
    const parent = node.type === 'JSXElement' ? tree.positions.get(node)?.parent : undefined;
    if (parent?.type !== 'ReturnStatement' && parent !== fn) return false;
    return getAncestors(tree, node).find(({ parent }) => isFunction(parent))?.parent === fn;
  });
