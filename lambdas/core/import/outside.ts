import type { Node } from '@babel/types';
import { isAvailable } from '../template/lint/source/rules.ts';
import { isImportable, isTypeByUse } from '../template/source/imports.ts';
import { isElement } from '../template/source/module.ts';
import { around } from '../template/source/syntax-tree.ts';
import { type Binding, namesIn } from '../template/source/variable-scopes.ts';
import type { Parameters } from './parameters.ts';
import type { SourcePositions } from './positions.ts';
import type { Work } from './work.ts';

/** Nodes that need something templates do not have: other files, the network, the request. */
export interface Outside {
  /** Every such place that is still there; the functions that hold one count like one themselves. */
  readonly leaves: readonly Node[];
  /** Returns whether a function or constant beside the component cannot be used, because it contains such a node. */
  isLost(holder: Node | undefined): boolean;
}

/** Finds them, through functions and constants that use one: what loads a font or reads a file is not a template's. */
export const findOutside = (
  work: Work,
  positions: SourcePositions,
  parameters: Parameters,
  entry: Node,
  known: ReadonlySet<Node>,
): Outside => {
  const { tree, scopes } = work;
  const isForeign = (binding: Binding | undefined, name: string): boolean => {
    if (!binding) return !isAvailable(name) || name === 'Promise';
    const module = scopes.moduleOf(binding);
    if (module === undefined) return parameters.kinds.has(binding.identifier) || isAnswer(binding, entry, parameters);
    return !known.has(binding.declaration) && !isImportable(module) && !isTypeByUse(binding.identifier, tree, scopes);
  };
  const components = holdersWithElements(work, positions);
  // the names of each holder
  const held = Map.groupBy(
    new Set(scopes.references.flatMap(({ binding }) => binding ?? [])),
    ({ declaration }) => declaration,
  );

  const isGone = work.goneNow();
  const lost = new Set<Node>();
  const leaves: Node[] = [];
  const ahead: Node[] = [
    ...scopes.references.flatMap((one) =>
      work.isAlive(one) && isForeign(one.binding, one.node.name) ? [one.node] : [],
    ),
    ...tree.nodes.filter((node) => isLoading(node) && !isGone(node)),
  ];
  const seen = new Set<Node>();
  for (let leaf = ahead.pop(); leaf; leaf = ahead.pop()) {
    if (seen.has(leaf)) continue;
    seen.add(leaf);
    leaves.push(leaf);
    const { holder, point } = positions(leaf);
    if (point?.type === 'VariableDeclarator') ahead.push(...awaited(work, point));
    if (!holder || components.has(holder) || lost.has(holder)) continue;
    lost.add(holder);
    for (const binding of held.get(holder) ?? []) ahead.push(...getAlive(work, binding));
  }
  leaves.sort((one, other) => (one.start ?? 0) - (other.start ?? 0));
  return { leaves, isLost: (holder) => holder !== undefined && lost.has(holder) };
};

/** What comes from outside may be waited for once more: `await response.json()`. */
const awaited = (work: Work, { id }: Extract<Node, { type: 'VariableDeclarator' }>): Node[] =>
  namesIn(id).flatMap((name) => {
    const binding = work.scopes.bindingOf(name);
    return binding ? getAlive(work, binding).filter((use) => isAwaited(work, use)) : [];
  });

const isAwaited = ({ tree }: Work, use: Node): boolean =>
  around(tree, use).find(({ key }) => key !== 'object' && key !== 'callee')?.parent.type === 'AwaitExpression';

const getAlive = ({ scopes, isAlive }: Work, binding: Binding): Node[] =>
  scopes
    .referencesTo(binding)
    .filter(isAlive)
    .map(({ node }) => node);

/** Returns whether a name is the handler's response parameter, which does not become a variable. */
const isAnswer = ({ declaration, identifier }: Binding, entry: Node, { kinds, pattern }: Parameters): boolean =>
  declaration === entry && !kinds.has(identifier) && pattern === undefined;

/** Components are judged by what they hold: what uses one is no worse for it. */
const holdersWithElements = ({ tree }: Work, positions: SourcePositions): ReadonlySet<Node> =>
  new Set(tree.nodes.flatMap((node) => (isElement(node) ? (positions(node).holder ?? []) : [])));

/** `import.meta` and `import(...)`. */
const isLoading = (node: Node): boolean =>
  (node.type === 'MetaProperty' && node.meta.name === 'import') ||
  node.type === 'ImportExpression' ||
  (node.type === 'CallExpression' && node.callee.type === 'Import');
