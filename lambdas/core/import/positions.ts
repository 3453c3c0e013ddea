import type { Node } from '@babel/types';
import { isFunction } from '../template/source/scopes.ts';
import { bare, type SyntaxTree } from '../template/source/syntax-tree.ts';

/** What stands around a node of foreign code. */
export interface Surroundings {
  /** It stands in the function that becomes the component. */
  readonly isInEntry: boolean;
  /** It stands in a function inside that one. */
  readonly isNested: boolean;
  /** It only runs under a condition, in a loop, or in a `try`. */
  readonly isConditional: boolean;
  /** The innermost function or constant beside the component that holds it. */
  readonly holder?: Node;
  /** Where what it computes gets a name: a declaration or an assignment of the component, or a statement of its own. */
  readonly point?: Node;
  readonly isInElement: boolean;
}

export type SourcePositions = (node: Node) => Surroundings;

const outermost: Surroundings = { isInEntry: false, isNested: false, isConditional: false, isInElement: false };
const conditions = /^(?:If|Try|For|ForIn|ForOf|While|DoWhile|Switch)Statement$|^CatchClause$/;
const holders = new Set(['FunctionDeclaration', 'ClassDeclaration']);

/** Looks at every node once, from the outside in. */
export const positionsIn = (tree: SyntaxTree, entry: Node, unwrapped: ReadonlySet<Node>): SourcePositions => {
  const found = new Map<Node, Surroundings>();
  const getSourcePosition: SourcePositions = (node) => found.get(node) ?? outermost;
  for (const node of tree.nodes) {
    const parent = tree.positions.get(node)?.parent;
    found.set(node, parent ? within(getSourcePosition(parent), node, parent, entry, unwrapped) : outermost);
  }
  return getSourcePosition;
};

const within = (
  around: Surroundings,
  node: Node,
  parent: Node,
  entry: Node,
  unwrapped: ReadonlySet<Node>,
): Surroundings => {
  if (node === entry) return { ...outermost, isInEntry: true };
  const isConditional = around.isConditional || (conditions.test(parent.type) && !unwrapped.has(parent));
  const here = isConditional === around.isConditional ? around : { ...around, isConditional };
  if (holders.has(node.type)) return { ...withoutPoint(here), holder: node, isNested: true };
  if (node.type === 'VariableDeclarator') return declared(here, node);
  if (isFunction(node)) return here.isNested ? here : { ...here, isNested: true };
  if (node.type.startsWith('JSX'))
    return here.isInElement && !here.point ? here : { ...withoutPoint(here), isInElement: true };
  if (node.type === 'ExpressionStatement' && around.isInEntry && !around.isNested)
    return { ...withoutPoint(here), point: node };
  return /Statement$/.test(node.type) && !around.isNested ? withoutPoint(here) : here;
};

/** The same object wherever nothing changes: there is one for each node. */
const withoutPoint = (here: Surroundings): Surroundings => {
  if (!here.point) return here;
  const { point: _, ...rest } = here;
  return rest;
};

const declared = (here: Surroundings, node: Extract<Node, { type: 'VariableDeclarator' }>): Surroundings => {
  const isHolder = !here.isInEntry || (node.init && isFunction(bare(node.init)));
  if (isHolder) return { ...withoutPoint(here), holder: node };
  return here.isNested ? here : { ...withoutPoint(here), point: node };
};
