import type { ExportSpecifier, Identifier, JSXIdentifier, Node } from '@babel/types';
import { findPartitionPoint } from '../../partition-point.ts';
import {
  type Binding,
  getAncestors,
  isMember,
  type Reference,
  type SyntaxNodes,
  type SyntaxTree,
} from './syntax-tree.ts';

export type FunctionNode = Extract<
  Node,
  {
    type:
      | 'FunctionDeclaration'
      | 'FunctionExpression'
      | 'ArrowFunctionExpression'
      | 'ObjectMethod'
      | 'ClassMethod'
      | 'ClassPrivateMethod';
  }
>;
const functions = /^(?:(?:Arrow)?Function(?:Declaration|Expression)|ObjectMethod|Class(?:Private)?Method)$/;
export const isFunction = (node: Node): node is FunctionNode => functions.test(node.type);

/** Members of an enum are names inside it. */
const blocks =
  /^(?:Program|TSEnumDeclaration|(?:Block|For|ForIn|ForOf|Switch)Statement|StaticBlock|CatchClause|ClassExpression)$/;
const isScope = (node: Node) => blocks.test(node.type) || isFunction(node);

export const resolveNames = (tree: SyntaxNodes): Omit<SyntaxTree, keyof SyntaxNodes> => {
  const scopes = new Map<Node, Map<string, Binding>>();
  const declaring = new Set<Node>();
  const declare = (identifier: Identifier, declaration: Node, scope: Node) => {
    declaring.add(identifier);
    const names = scopes.get(scope) ?? new Map<string, Binding>();
    scopes.set(scope, names);
    // The first of several `var` declarations wins.
    if (!names.has(identifier.name))
      names.set(identifier.name, { name: identifier.name, identifier, declaration, scope });
  };
  const getScope = scopesAround(tree);
  for (const node of tree.nodes) declareNames(tree, node, getScope, declare);

  const bindingOf = (name: Node): Binding | undefined => {
    if (name.type !== 'Identifier' && name.type !== 'JSXIdentifier') return undefined;
    for (let scope = getScope(name); scope; scope = getScope(scope)) {
      const binding = scopes.get(scope)?.get(name.name);
      if (binding) return binding;
    }
    return undefined;
  };
  const references = tree.nodes
    .filter((node) => !declaring.has(node))
    .filter((node): node is Identifier | JSXIdentifier => isReference(tree, node))
    .map((node) => ({ node, binding: bindingOf(node) }))
    .toSorted((one, other) => (one.node.start ?? 0) - (other.node.start ?? 0));
  const byBinding = Map.groupBy(references, ({ binding }) => binding);
  const referencesTo = (binding: Binding) => byBinding.get(binding) ?? [];
  return {
    references,
    getScope,
    bindingOf,
    referencesTo,
    usesOf: (name) => {
      const binding = bindingOf(name);
      return binding && referencesTo(binding).map(({ node }) => node);
    },
    moduleOf: (binding) => {
      const statement = binding && tree.positions.get(binding.declaration)?.parent;
      return statement?.type === 'ImportDeclaration' ? statement.source.value : undefined;
    },
  };
};

/** Computes all scopes once, parents first: long chains of calls are deeply nested. */
const scopesAround = ({ nodes, positions }: SyntaxNodes): SyntaxTree['getScope'] => {
  const found = new Map<Node, Node | undefined>();
  for (const node of nodes) {
    const parent = positions.get(node)?.parent;
    found.set(node, parent && (isScope(parent) ? parent : found.get(parent)));
  }
  return (node) => found.get(node);
};

type Declare = (identifier: Identifier, declaration: Node, scope: Node) => void;

const declareNames = (tree: SyntaxNodes, node: Node, getScope: SyntaxTree['getScope'], declare: Declare): void => {
  const scopeAround = (isHoisted = false): Node => {
    let scope = getScope(node);
    while (isHoisted && scope && scope.type !== 'Program' && !isFunction(scope)) scope = getScope(scope);
    return scope ?? tree.program;
  };
  const declareAll = (pattern: Node, declaration: Node, scope: Node): void => {
    for (const name of findNames(pattern)) declare(name, declaration, scope);
  };
  switch (node.type) {
    case 'VariableDeclaration':
      for (const declarator of node.declarations)
        declareAll(declarator.id, declarator, scopeAround(node.kind === 'var'));
      break;
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
    case 'TSEnumDeclaration':
      if (node.id) declare(node.id, node, scopeAround());
      break;
    case 'TSEnumMember':
      if (node.id.type === 'Identifier') declare(node.id, node, scopeAround());
      break;
    case 'FunctionExpression':
    case 'ClassExpression':
      if (node.id) declare(node.id, node, node);
      break;
    case 'CatchClause':
      if (node.param) declareAll(node.param, node, node);
      break;
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
      declare(node.local, node, tree.program);
  }
  if (isFunction(node)) for (const parameter of node.params) declareAll(parameter, node, node);
};

/** Returns the identifiers that a pattern declares, in order. */
export const findNames = (pattern: Node): Identifier[] => {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern];
    case 'AssignmentPattern':
      return findNames(pattern.left);
    case 'RestElement':
      return findNames(pattern.argument);
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element ? findNames(element) : []));
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        findNames(property.type === 'ObjectProperty' ? property.value : property),
      );
    case 'TSParameterProperty':
      return findNames(pattern.parameter);
    default:
      return [];
  }
};

/** Identifiers that are not variables, by type and property of their parent. */
const nameKeys: Readonly<Record<string, readonly string[]>> = {
  LabeledStatement: ['label'],
  BreakStatement: ['label'],
  ContinueStatement: ['label'],
  MetaProperty: ['meta', 'property'],
  PrivateName: ['id'],
  ExportSpecifier: ['exported'],
  ImportSpecifier: ['imported', 'local'],
  ImportDefaultSpecifier: ['local'],
  ImportNamespaceSpecifier: ['local'],
  TSEnumMember: ['id'],
  TSEnumDeclaration: ['id'],
  TSModuleDeclaration: ['id'],
  JSXAttribute: ['name'],
  JSXNamespacedName: ['namespace', 'name'],
  JSXMemberExpression: ['property'],
  JSXClosingElement: ['name'],
};
const keyed = new Set(['ObjectProperty', 'ObjectMethod', 'ClassProperty', 'ClassMethod', 'ClassAccessorProperty']);

/** `export type { A }` and `export { A } from '...'` do not refer to run-time names of this module. */
const isExportedValue = (tree: SyntaxNodes, specifier: ExportSpecifier): boolean => {
  const statement = tree.positions.get(specifier)?.parent;
  if (statement?.type !== 'ExportNamedDeclaration' || statement.source) return false;
  return statement.exportKind !== 'type' && specifier.exportKind !== 'type';
};

/** Returns whether a JSX name is the first part of a closing tag, as in `</Icons.Star>`. */
const isInClosing = (tree: SyntaxNodes, node: Node): boolean => {
  const whole = getAncestors(tree, node).find(({ parent }) => parent.type !== 'JSXMemberExpression');
  return whole?.parent.type === 'JSXClosingElement';
};

const isReference = (tree: SyntaxNodes, node: Node): boolean => {
  const position = tree.positions.get(node);
  if (!position) return false;
  const { parent, key } = position;
  if (nameKeys[parent.type]?.includes(key)) return false;
  if (parent.type === 'ExportSpecifier') return isExportedValue(tree, parent);
  if (node.type === 'JSXIdentifier') {
    const isTag = parent.type === 'JSXOpeningElement' && /^[a-z]/.test(node.name);
    return !isTag && !isInClosing(tree, node);
  }
  if (node.type !== 'Identifier') return false;
  if (isMember(parent)) return key === 'object' || parent.computed;
  if (keyed.has(parent.type) && key === 'key') return 'computed' in parent && parent.computed === true;
  return true;
};

/** A node, or a range of the source. */
export interface Range {
  readonly start?: number | null | undefined;
  readonly end?: number | null | undefined;
}

/** Yields the references inside a range. */
export function* referencesWithin(
  { references }: Pick<SyntaxTree, 'references'>,
  { start, end }: Range,
): Generator<Reference> {
  const getStart = (index: number) => references[index]?.node.start ?? 0;
  let index = findPartitionPoint(references.length, (at) => getStart(at) < (start ?? 0));
  for (; index < references.length && getStart(index) < (end ?? 0); index += 1) yield references[index] as Reference;
}
