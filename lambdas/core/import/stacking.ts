import type { Node } from '@babel/types';
import { isElement } from '../template/source/module.ts';
import { around, type SyntaxTree } from '../template/source/syntax-tree.ts';
import { isFunction } from '../template/source/variable-scopes.ts';
import type { Constants } from './constants.ts';
import type { Entry } from './entry.ts';
import type { Work } from './work.ts';

/** What satori takes every element for: later ones lie on top, and what is absolute stands in its parent. */
const rule = '* { position: relative }';

/** Gives an image a style sheet: inside its outermost element, or beside what is no such element. */
export const writeSheet = (work: Work, element: Node, css: string, constants: Pick<Constants, 'resolve'>): void => {
  const root = getBox(element, constants);
  const sheet = `<style>{${JSON.stringify(css)}}</style>`;
  const [open, close] = isElement(element) ? ['', ''] : ['{', '}'];
  if (root) work.insert(sheet, root.openingElement.end);
  else {
    work.insert(`<>${sheet}${open}`, element.start);
    work.insert(`${close}</>`, element.end);
  }
};

/** Lets elements lie over each other as they did where they came from, which differs only where something is positioned. */
export const stackInOrder = (work: Work, { fn, responses }: Entry, constants: Constants): void => {
  if (!/\babsolute\b/.test(work.tree.source)) return;
  const roots = responses.map(({ element }) => getBox(element, constants) ?? element);
  for (const root of new Set(responses.length === 0 ? returnedBy(work.tree, fn) : roots))
    writeSheet(work, root, rule, constants);
};

/** The outermost element of an image, if it is a tag that can hold a style sheet. */
const getBox = (element: Node, { resolve }: Pick<Constants, 'resolve'>) => {
  const root = resolve(element);
  if (root?.type !== 'JSXElement' || !root.closingElement) return undefined;
  const { name } = root.openingElement;
  return name.type === 'JSXIdentifier' && /^[a-z]/.test(name.name) && name.name !== 'svg' ? root : undefined;
};

/** The elements a function returns itself. */
const returnedBy = (tree: SyntaxTree, fn: Node): Node[] =>
  tree.nodes.filter((node) => {
    const parent = node.type === 'JSXElement' ? tree.positions.get(node)?.parent : undefined;
    if (parent?.type !== 'ReturnStatement' && parent !== fn) return false;
    return around(tree, node).find(({ parent }) => isFunction(parent))?.parent === fn;
  });
