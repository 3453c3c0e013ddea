import type { Node } from '@babel/types';
import { isAvailable } from '../lint/source/rules.ts';
import { isImportable, isTypeByUse } from '../template/source/imports.ts';
import { isElement } from '../template/source/module.ts';
import {
  type Binding,
  getAncestors,
  getMemberRead,
  getText,
  isWithin,
  type SyntaxTree,
  stripTypeAnnotations,
} from '../template/source/syntax-tree.ts';
import { findNames, isFunction } from '../template/source/variable-scopes.ts';
import type { Conversion } from './conversion.ts';
import type { Parameters } from './parameters.ts';

/** Where a node of imported code is. */
export interface Surroundings {
  /** Whether it is inside the function that becomes the component. */
  readonly isInEntry: boolean;
  /** Whether it is inside a nested function of the component. */
  readonly isNested: boolean;
  /** The innermost function or constant outside the component that contains it. */
  readonly holder?: Node;
  /** The statement that receives its value: a declaration, an assignment or an expression statement. */
  readonly point?: Node | undefined;
}

export type SurroundingsLookup = (node: Node) => Surroundings;

const outermost: Surroundings = { isInEntry: false, isNested: false };

/** Visits every node once, parents first. */
export const getSurroundings = (tree: SyntaxTree, entry: Node): SurroundingsLookup => {
  const found = new Map<Node, Surroundings>();
  const lookUp: SurroundingsLookup = (node) => found.get(node) ?? outermost;
  for (const node of tree.nodes) {
    const parent = tree.positions.get(node)?.parent;
    const around = parent ? lookUp(parent) : outermost;
    found.set(node, node === entry ? { ...outermost, isInEntry: true } : within(around, node));
  }
  return lookUp;
};

const within = (around: Surroundings, node: Node): Surroundings => {
  const { isInEntry, isNested } = around;
  const free = { ...around, point: undefined };
  if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration')
    return { ...free, holder: node, isNested: true };
  if (node.type === 'VariableDeclarator') {
    if (!isInEntry || (node.init && isFunction(stripTypeAnnotations(node.init)))) return { ...free, holder: node };
    return isNested ? around : { ...free, point: node };
  }
  if (isFunction(node)) return { ...around, isNested: true };
  if (node.type === 'ExpressionStatement' && isInEntry && !isNested) return { ...free, point: node };
  return node.type.startsWith('JSX') || (/Statement$/.test(node.type) && !isNested) ? free : around;
};

/** Nodes that need something templates do not have: other files, the network, the request. */
export interface ExternalNodes {
  /** All such nodes that have not been removed. Uses of functions that contain one count too. */
  readonly leaves: readonly Node[];
  /** Returns the node by which a constant that a leaf names is lost. */
  getCause(leaf: Node): Node | undefined;
  /** Returns whether a function or constant outside the component is unusable, because it contains such a node. */
  isLost(holder: Node | undefined): boolean;
}

/** Finds these nodes, including uses of functions and constants that contain one. */
export const findExternalNodes = (
  work: Conversion,
  positions: SurroundingsLookup,
  parameters: Parameters,
  known: ReadonlySet<Node>,
): ExternalNodes => {
  const { tree } = work;
  const isForeign = (binding: Binding | undefined, name: string): boolean => {
    if (!binding) return !isAvailable(name);
    const module = tree.moduleOf(binding);
    if (module === undefined)
      return parameters.kinds.has(binding.identifier) || isAround(binding) || isAnswer(binding, work.entry, parameters);
    return !known.has(binding.declaration) && !isImportable(module) && !isTypeByUse(binding.identifier, tree);
  };
  /** A name of a function around the component, which is no part of the template. */
  const isAround = ({ scope }: Binding) =>
    scope.type !== 'Program' && scope !== work.entry && isWithin(work.entry, scope);
  const components = holdersWithElements(work, positions);
  // The names that each holder declares.
  const bindingsByHolder = Map.groupBy(
    new Set(tree.references.flatMap(({ binding }) => binding ?? [])),
    ({ declaration }) => declaration,
  );

  const isGone = work.goneNow();
  const lost = new Map<Node, Node>();
  const leaves: Node[] = [];
  const queue: Node[] = [
    ...tree.references.flatMap((one) => (work.isAlive(one) && isForeign(one.binding, one.node.name) ? [one.node] : [])),
    ...tree.nodes.filter((node) => isLoading(node) && !isGone(node)),
  ];
  const seen = new Set<Node>();
  for (let leaf = queue.pop(); leaf; leaf = queue.pop()) {
    if (seen.has(leaf)) continue;
    seen.add(leaf);
    leaves.push(leaf);
    const { holder, point } = positions(leaf);
    if (point?.type === 'VariableDeclarator') queue.push(...usesOutside(work, point));
    if (!holder || components.has(holder) || lost.has(holder)) continue;
    lost.set(holder, leaf);
    for (const binding of bindingsByHolder.get(holder) ?? []) queue.push(...getUses(work, binding));
  }
  leaves.sort((one, other) => (one.start ?? 0) - (other.start ?? 0));
  return {
    leaves,
    isLost: (holder) => holder !== undefined && lost.has(holder),
    getCause: (leaf) => {
      const { declaration } = tree.bindingOf(leaf) ?? {};
      return declaration?.type === 'VariableDeclarator' ? lost.get(declaration) : undefined;
    },
  };
};

/** Returns the uses of external data that are awaited again, `await response.json()`, or asked for a value. */
const usesOutside = (work: Conversion, { id }: Extract<Node, { type: 'VariableDeclarator' }>): Node[] =>
  findNames(id).flatMap((name) => {
    const binding = work.tree.bindingOf(name);
    return binding
      ? getUses(work, binding).filter((use) => isAwaited(work, use) || yieldsConstant(work.tree, use))
      : [];
  });

/** Methods of what a mint can send, and of dates. */
const dataMethods = new Set(
  [String, Number, Boolean, Array, Date, Object].flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype)),
);

/**
 * Returns whether a value is one that a mint cannot send, of which the code keeps a result in a constant, which a mint
 * can send. It has a method that no data has, `const host = headers.get('host')`, or is the bytes of a file,
 * `const logo = Uint8Array.from(file).buffer`.
 */
export const yieldsConstant = (tree: SyntaxTree, node: Node): boolean => {
  const user = getAsker(tree, node) ?? getReader(tree, node);
  const around = user && getAncestors(tree, user).find(({ parent: { type } }) => !/Expression$/.test(type));
  return around?.parent.type === 'VariableDeclarator';
};

/** Returns the call of a method that no data has. */
const getAsker = (tree: SyntaxTree, node: Node): Node | undefined => {
  let read = getMemberRead(tree, node);
  for (let next = read; next; next = getMemberRead(tree, next.node)) read = next;
  const use = read && !dataMethods.has(read.name) ? tree.positions.get(read.node) : undefined;
  return use?.key === 'callee' ? use.parent : undefined;
};

/** Returns what reads the bytes of a file: `Buffer.from(file)`, `file.buffer`. */
const getReader = (tree: SyntaxTree, node: Node): Node | undefined => {
  const { parent } = tree.positions.get(node) ?? {};
  const isMade =
    (parent?.type === 'CallExpression' || parent?.type === 'NewExpression') &&
    /^(?:Uint8Array|Buffer)(?:\.from)?$/.test(getText(tree, parent.callee));
  return isMade || getMemberRead(tree, node)?.name === 'buffer' ? parent : undefined;
};

const isAwaited = ({ tree }: Conversion, use: Node): boolean =>
  getAncestors(tree, use).find(({ key }) => key !== 'object' && key !== 'callee')?.parent.type === 'AwaitExpression';

const getUses = (work: Conversion, binding: Binding): Node[] => work.remaining(binding).map(({ node }) => node);

/** Returns whether a name is the handler's response parameter, which does not become a variable. */
const isAnswer = ({ scope, identifier }: Binding, entry: Node, { kinds, pattern }: Parameters): boolean =>
  scope === entry && !kinds.has(identifier) && pattern === undefined;

/** Returns the holders that contain elements. What uses such a component is not lost with it. */
const holdersWithElements = ({ tree }: Conversion, positions: SurroundingsLookup): ReadonlySet<Node> =>
  new Set(tree.nodes.flatMap((node) => (isElement(node) ? (positions(node).holder ?? []) : [])));

/** `import.meta` and `import(...)`. */
const isLoading = (node: Node): boolean =>
  (node.type === 'MetaProperty' && node.meta.name === 'import') ||
  node.type === 'ImportExpression' ||
  (node.type === 'CallExpression' && node.callee.type === 'Import');
