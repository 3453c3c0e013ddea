import type { Node, VariableDeclarator } from '@babel/types';
import type { Scopes } from '../source/scopes.ts';
import { bare, type SyntaxTree } from '../source/syntax-tree.ts';

/** Where a value is read in the end, and what is put in its place where it is missing. */
export interface FollowedUses {
  readonly uses: readonly Node[];
  /** Of `title = title ?? 'x'`: from there on the value is there. */
  readonly fallback?: Node;
}

/**
 * Follows a value through the names it is given: `const heading = title`, and `const query = { title }` of which only members
 * are read. Each name is followed once.
 */
export const followUses = (tree: SyntaxTree, scopes: Scopes, uses: readonly Node[]): FollowedUses => {
  const found: Node[] = [];
  const seen = new Set<Node>();
  let fallback: Node | undefined;
  const ahead = uses.toReversed();
  for (let use = ahead.pop(); use; use = ahead.pop()) {
    if (seen.has(use)) continue;
    seen.add(use);
    const given = givenFallback(tree, use);
    if (given === 'target') continue;
    fallback ??= given;
    const names = namedUses(tree, scopes, use);
    if (names) ahead.push(...names.toReversed());
    else found.push(use);
  }
  return { uses: found, ...(fallback && { fallback }) };
};

/** What stands around a node, through type annotations. */
const outside = (tree: SyntaxTree, node: Node) => {
  let child = node;
  let place = tree.places.get(child);
  while (place && bare(place.parent) !== place.parent && bare(place.parent) === bare(child)) {
    child = place.parent;
    place = tree.places.get(child);
  }
  return place && { ...place, child };
};

/** The uses of the name a value is given, or undefined where it is used itself. */
const namedUses = (tree: SyntaxTree, scopes: Scopes, use: Node): readonly Node[] | undefined => {
  const place = outside(tree, use);
  if (!place) return undefined;
  const { parent, key, child } = place;
  if (parent.type === 'VariableDeclarator' && key === 'init' && isConstant(tree, parent))
    return usesOfName(scopes, parent);
  // `post = props.post!`: whatever else the name may hold, it holds this
  if (parent.type === 'AssignmentExpression' && key === 'right' && child.type === 'TSNonNullExpression') {
    const { left } = parent;
    const binding = left.type === 'Identifier' ? scopes.bindingAt(left.name, left) : undefined;
    return binding && scopes.referencesTo(binding).map(({ node }) => node);
  }
  if (parent.type !== 'ObjectProperty' || key !== 'value' || parent.value !== child) return undefined;
  const object = tree.places.get(parent)?.parent;
  const declarator = object && outside(tree, object)?.parent;
  if (declarator?.type !== 'VariableDeclarator' || !isConstant(tree, declarator)) return undefined;
  const name = nameOf(parent);
  const members = usesOfName(scopes, declarator)?.map((one) => memberOf(tree, one));
  if (name === undefined || !members?.every((one) => one !== undefined)) return undefined;
  return members.filter((one) => one.name === name).map((one) => one.node);
};

const isConstant = (tree: SyntaxTree, declarator: VariableDeclarator): boolean => {
  const declaration = tree.places.get(declarator)?.parent;
  return (
    declaration?.type === 'VariableDeclaration' && declaration.kind === 'const' && declarator.id.type === 'Identifier'
  );
};

const usesOfName = (scopes: Scopes, { id }: VariableDeclarator): readonly Node[] | undefined => {
  const binding = id.type === 'Identifier' ? scopes.bindingAt(id.name, id) : undefined;
  return binding && scopes.referencesTo(binding).map(({ node }) => node);
};

const nameOf = (property: Node): string | undefined => {
  if (!('key' in property) || ('computed' in property && property.computed)) return undefined;
  const key = property.key as Node;
  return key.type === 'Identifier' ? key.name : key.type === 'StringLiteral' ? key.value : undefined;
};

/** `query.title` where `query` stands. */
const memberOf = (tree: SyntaxTree, use: Node): { name: string; node: Node } | undefined => {
  const place = tree.places.get(use);
  const parent = place?.parent;
  if (place?.key !== 'object' || parent?.type !== 'MemberExpression' || parent.property.type !== 'Identifier')
    return undefined;
  return parent.computed ? undefined : { name: parent.property.name, node: parent };
};

/**
 * What a variable is given where it is missing, by a statement of the component itself: `title = title ?? 'x'`, `title ??= 'x'`.
 * `target` for the name that is only written to.
 */
const givenFallback = (tree: SyntaxTree, use: Node): Node | 'target' | undefined => {
  const place = tree.places.get(use);
  if (place?.parent.type === 'AssignmentExpression' && place.key === 'left') {
    const { operator, right } = place.parent;
    return /^(?:\?\?|\|\|)=$/.test(operator) && isUnconditional(tree, place.parent) ? right : 'target';
  }
  const assignment = place?.parent.type === 'LogicalExpression' ? tree.places.get(place.parent)?.parent : undefined;
  if (assignment?.type !== 'AssignmentExpression' || assignment.operator !== '=' || place?.key !== 'left')
    return undefined;
  const isOwn = assignment.left.type === 'Identifier' && use.type === 'Identifier' && assignment.left.name === use.name;
  const value = place.parent;
  if (!isOwn || value.type !== 'LogicalExpression' || value.operator === '&&') return undefined;
  return isUnconditional(tree, assignment) ? value.right : undefined;
};

const isUnconditional = (tree: SyntaxTree, assignment: Node): boolean => {
  const statement = tree.places.get(assignment)?.parent;
  const block = statement?.type === 'ExpressionStatement' ? tree.places.get(statement)?.parent : undefined;
  const owner = block?.type === 'BlockStatement' ? tree.places.get(block)?.parent : undefined;
  return owner !== undefined && /Function/.test(owner.type);
};
