import type { Node, ObjectProperty, VariableDeclarator } from '@babel/types';
import { getKey, isMember, isWithin, type Reference, type SyntaxTree } from '../template/source/syntax-tree.ts';
import { findNames } from '../template/source/variable-scopes.ts';
import type { Conversion } from './conversion.ts';

/**
 * Removes what the component does not reach: loaders, exports for the framework, and what only these used. Of a constant
 * object whose members are read one by one, the others become `undefined`: of `Icons = { logo: Logo, search: Search }`,
 * `Search` may come from an unsupported package.
 */
export const dropUnused = (work: Conversion): void => {
  const { tree } = work;
  const isGone = work.goneNow();
  const declarations = new Set(tree.nodes.filter((node) => isDroppable(work, node) && !isGone(node)));
  const members = new Map([...declarations].map((node) => [node, getMembers(node)]));
  const assignments = findAssignments(work, declarations);
  const properties = [...members.values()].flatMap((own) => [...own.values()]);
  const parts = new Set<Node>([...declarations, ...properties]);
  const owned = referencesByOwner(work, parts, assignments);

  const getMentioned = ({ node, binding }: Reference): readonly Node[] => {
    const declaration = binding?.declaration;
    if (!declaration || !declarations.has(declaration) || isAssigned(tree, node)) return [];
    const own = members.get(declaration) ?? new Map<string, Node>();
    const name = getMemberRead(tree, node);
    return [declaration, ...(name === undefined ? own.values() : [own.get(name) ?? declaration])];
  };
  const reached = new Set<Node | undefined>([undefined]);
  // A set is iterated in the order of insertion, including what is inserted meanwhile.
  for (const owner of reached)
    for (const reference of owned.get(owner) ?? []) for (const part of getMentioned(reference)) reached.add(part);

  for (const [statement, node] of assignments) if (!reached.has(node)) work.remove(statement);
  for (const node of declarations) if (!reached.has(node)) drop(work, node);
  for (const one of properties) if (!reached.has(one) && owned.has(one)) work.replace(one.value, 'undefined');
};

const isDroppable = ({ tree, entry, retained }: Conversion, node: Node): boolean => {
  if (retained.has(node) || isWithin(entry, node)) return false;
  if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') return node.id != null;
  if (node.type !== 'VariableDeclarator') return false;
  const declaration = tree.positions.get(node)?.parent;
  const around = declaration && tree.positions.get(declaration)?.parent.type;
  const isOptions = around === 'ExportNamedDeclaration' && findNames(node.id).some(({ name }) => name === 'options');
  return !isOptions && !around?.startsWith('For');
};

/** Returns the properties of a constant object by name; none if it has methods, spreads or computed names. */
const getMembers = (node: Node): ReadonlyMap<string, ObjectProperty> => {
  const object = node.type === 'VariableDeclarator' && node.id.type === 'Identifier' ? node.init : undefined;
  const isPlain = (one: Node): one is ObjectProperty =>
    one.type === 'ObjectProperty' && !one.shorthand && getKey(one) !== undefined;
  if (object?.type !== 'ObjectExpression' || !object.properties.every(isPlain)) return new Map();
  return new Map(object.properties.map((property) => [getKey(property) ?? '', property]));
};

/** Returns the name of the member that is only read from an object, also as a tag: `Icons.logo`, `<Icons.logo />`. */
const getMemberRead = (tree: SyntaxTree, name: Node): string | undefined => {
  const { parent, key } = tree.positions.get(name) ?? {};
  if (parent?.type === 'JSXMemberExpression') return parent.property.name;
  const use = isMember(parent) && key === 'object' ? tree.positions.get(parent) : undefined;
  const isWritten = use?.key === 'left' || use?.parent.type === 'UpdateExpression';
  return parent && use && !isWritten ? getKey(parent) : undefined;
};

/** Returns the statements that only assign to a declared name, `fonts.push(...)` or `title = ...`, with its declaration. */
const findAssignments = ({ tree }: Conversion, declarations: ReadonlySet<Node>): ReadonlyMap<Node, Node> => {
  const found = new Map<Node, Node>();
  for (const { node, binding } of tree.references) {
    const statement = binding && declarations.has(binding.declaration) ? getAssignment(tree, node) : undefined;
    if (binding && statement) found.set(statement, binding.declaration);
  }
  return found;
};

const getAssignment = (tree: SyntaxTree, name: Node): Node | undefined => {
  const { parent, key } = tree.positions.get(name) ?? {};
  const isPush = isMember(parent) && key === 'object' && getKey(parent) === 'push';
  const call = isPush ? tree.positions.get(parent) : undefined;
  const isTarget = parent?.type === 'AssignmentExpression' && key === 'left';
  const given = isTarget ? parent : call?.key === 'callee' ? call.parent : undefined;
  const statement = given && tree.positions.get(given)?.parent;
  return statement?.type === 'ExpressionStatement' ? statement : undefined;
};

/** Returns whether code that is left reads a name. */
export const isMentioned = (work: Conversion, name: Node): boolean => {
  const binding = work.tree.bindingOf(name);
  const isOther = (use: Node) => !isWithin(use, binding?.declaration as Node) && !isAssigned(work.tree, use);
  return binding !== undefined && work.remaining(binding).some(({ node }) => isOther(node));
};

const isAssigned = (tree: SyntaxTree, name: Node): boolean => getAssignment(tree, name) !== undefined;

/** Groups the remaining references by the innermost part around them. Visits every node once, parents first. */
const referencesByOwner = (
  { tree, isAlive }: Conversion,
  parts: ReadonlySet<Node>,
  assignments: ReadonlyMap<Node, Node>,
): ReadonlyMap<Node | undefined, readonly Reference[]> => {
  const owners = new Map<Node, Node | undefined>();
  for (const node of tree.nodes) {
    const parent = tree.positions.get(node)?.parent;
    owners.set(node, parts.has(node) ? node : (assignments.get(node) ?? (parent && owners.get(parent))));
  }
  return Map.groupBy(tree.references.filter(isAlive), ({ node }) => owners.get(node));
};

const drop = ({ tree, replace, remove }: Conversion, node: Node): void => {
  const parent = tree.positions.get(node)?.parent;
  const statement = node.type === 'VariableDeclarator' && parent ? parent : node;
  if (statement.type === 'VariableDeclaration' && statement.declarations.length > 1) {
    const { init } = node as VariableDeclarator;
    if (init) replace(init, 'undefined');
    return;
  }
  const outer = tree.positions.get(statement)?.parent;
  remove(outer?.type === 'ExportNamedDeclaration' ? outer : statement);
};
