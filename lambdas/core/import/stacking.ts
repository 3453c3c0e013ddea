import type { JSXElement, Node } from '@babel/types';
import { isFunction } from '../template/source/scopes.ts';
import { around, bare, type SyntaxTree } from '../template/source/syntax-tree.ts';
import type { Constants } from './constants.ts';
import type { Entry } from './entry.ts';
import type { Work } from './work.ts';

/** What satori takes every element for: later ones lie on top, and what is absolute stands in its parent. */
const rule = '* { position: relative }';
const getElement = (css: string): string => `<style>{${JSON.stringify(css)}}</style>`;

/** Gives an image a style sheet: inside its outermost element, or beside what is no such element. */
export const writeSheet = (work: Work, element: Node, css: string, { resolve }: Pick<Constants, 'resolve'>): void => {
  const root = resolve(element);
  const insert = (at: number, text: string) => work.edits.push({ start: at, end: at, text });
  if (root?.type === 'JSXElement' && root.closingElement && isBox(root))
    return void insert(root.openingElement.end ?? 0, getElement(css));
  const isElement = bare(element).type.startsWith('JSX');
  insert(element.start ?? 0, `<>${getElement(css)}${isElement ? '' : '{'}`);
  insert(element.end ?? 0, `${isElement ? '' : '}'}</>`);
};

/** Lets elements lie over each other as they did where they came from, which differs only where something is positioned. */
export const stackInOrder = (work: Work, { fn, responses }: Entry, { resolve }: Constants): void => {
  if (!/\babsolute\b/.test(work.tree.source)) return;
  const roots = new Set<Node>();
  for (const { element } of responses) {
    const root = resolve(element);
    if (root?.type === 'JSXElement' && root.closingElement && isBox(root)) roots.add(root);
    else writeSheet(work, element, rule, { resolve });
  }
  if (responses.length === 0) for (const root of returnedBy(work.tree, fn)) roots.add(root);
  for (const root of roots) writeSheet(work, root, rule, { resolve });
};

const isBox = ({ openingElement: { name } }: JSXElement): boolean =>
  name.type === 'JSXIdentifier' && /^[a-z]/.test(name.name) && name.name !== 'svg';

/** The elements a function returns itself. */
const returnedBy = (tree: SyntaxTree, fn: Node): Node[] =>
  tree.nodes.filter((node) => {
    if (node.type !== 'JSXElement') return false;
    const [position] = around(tree, node).take(1);
    if (position?.parent.type !== 'ReturnStatement' && position?.parent !== fn) return false;
    return around(tree, node).find(({ parent }) => isFunction(parent))?.parent === fn;
  });
