import type { Node } from '@babel/types';
import { type SyntaxTree, stripTypeAnnotations } from '../template/source/syntax-tree.ts';
import { isFunction } from '../template/source/variable-scopes.ts';

/** Where a node of imported code is. */
export interface Surroundings {
  /** Whether it is inside the function that becomes the component. */
  readonly isInEntry: boolean;
  /** Whether it is inside a nested function of the component. */
  readonly isNested: boolean;
  /** The innermost function or constant outside the component that contains it. */
  readonly holder?: Node;
  /** The statement that receives its value: a declaration, an assignment or an expression statement. */
  readonly point?: Node;
}

export type SurroundingsLookup = (node: Node) => Surroundings;

const outermost: Surroundings = { isInEntry: false, isNested: false };

/** Visits every node once, parents first. */
export const getSurroundings = (tree: SyntaxTree, entry: Node): SurroundingsLookup => {
  const found = new Map<Node, Surroundings>();
  const getSurroundings: SurroundingsLookup = (node) => found.get(node) ?? outermost;
  for (const node of tree.nodes) {
    const parent = tree.positions.get(node)?.parent;
    const isEntry = node === entry;
    const around = parent ? getSurroundings(parent) : outermost;
    found.set(node, isEntry ? { ...outermost, isInEntry: true } : within(around, node));
  }
  return getSurroundings;
};

const within = (around: Surroundings, node: Node): Surroundings => {
  if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration')
    return { ...withoutPoint(around), holder: node, isNested: true };
  if (node.type === 'VariableDeclarator') return declared(around, node);
  if (isFunction(node)) return around.isNested ? around : { ...around, isNested: true };
  if (node.type.startsWith('JSX')) return withoutPoint(around);
  if (node.type === 'ExpressionStatement' && around.isInEntry && !around.isNested)
    return { ...withoutPoint(around), point: node };
  return /Statement$/.test(node.type) && !around.isNested ? withoutPoint(around) : around;
};

/** Returns the same object if nothing changes, because there is one for each node. */
const withoutPoint = (here: Surroundings): Surroundings => {
  if (!here.point) return here;
  const { point: _, ...rest } = here;
  return rest;
};

const declared = (here: Surroundings, node: Extract<Node, { type: 'VariableDeclarator' }>): Surroundings => {
  const isHolder = !here.isInEntry || (node.init && isFunction(stripTypeAnnotations(node.init)));
  if (isHolder) return { ...withoutPoint(here), holder: node };
  return here.isNested ? here : { ...withoutPoint(here), point: node };
};
