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
  let position = tree.positions.get(child);
  while (position && bare(position.parent) !== position.parent && bare(position.parent) === bare(child)) {
    child = position.parent;
    position = tree.positions.get(child);
  }
  return position && { ...position, child };
};

/** The uses of the name a value is given, or undefined where it is used itself. */
const namedUses = (tree: SyntaxTree, scopes: Scopes, use: Node): readonly Node[] | undefined => {
  const position = outside(tree, use);
  if (!position) return undefined;
  const { parent, key, child } = position;
  if (parent.type === 'VariableDeclarator' && key === 'init' && isConstant(tree, parent))
    return usesOfName(scopes, parent);
  // `post = props.post!`: whatever else the name may hold, it holds this
  if (parent.type === 'AssignmentExpression' && key === 'right' && child.type === 'TSNonNullExpression') {
    const { left } = parent;
    const binding = left.type === 'Identifier' ? scopes.bindingAt(left.name, left) : undefined;
    return binding && scopes.referencesTo(binding).map(({ node }) => node);
  }
  if (parent.type !== 'ObjectProperty' || key !== 'value' || parent.value !== child) return undefined;
  const object = tree.positions.get(parent)?.parent;
  const declarator = object && outside(tree, object)?.parent;
  if (declarator?.type !== 'VariableDeclarator' || !isConstant(tree, declarator)) return undefined;
  const name = getName(parent);
  const members = usesOfName(scopes, declarator)?.map((one) => getMember(tree, one));
  if (name === undefined || !members?.every((one) => one !== undefined)) return undefined;
  return members.filter((one) => one.name === name).map((one) => one.node);
};

const isConstant = (tree: SyntaxTree, declarator: VariableDeclarator): boolean => {
  const declaration = tree.positions.get(declarator)?.parent;
  return (
    declaration?.type === 'VariableDeclaration' && declaration.kind === 'const' && declarator.id.type === 'Identifier'
  );
};

const usesOfName = (scopes: Scopes, { id }: VariableDeclarator): readonly Node[] | undefined => {
  const binding = id.type === 'Identifier' ? scopes.bindingAt(id.name, id) : undefined;
  return binding && scopes.referencesTo(binding).map(({ node }) => node);
};

const getName = (property: Node): string | undefined => {
  if (!('key' in property) || ('computed' in property && property.computed)) return undefined;
  const key = property.key as Node;
  return key.type === 'Identifier' ? key.name : key.type === 'StringLiteral' ? key.value : undefined;
};

/** `query.title` where `query` stands. */
const getMember = (tree: SyntaxTree, use: Node): { name: string; node: Node } | undefined => {
  const position = tree.positions.get(use);
  const parent = position?.parent;
  if (position?.key !== 'object' || parent?.type !== 'MemberExpression' || parent.property.type !== 'Identifier')
    return undefined;
  return parent.computed ? undefined : { name: parent.property.name, node: parent };
};

/**
 * What a variable is given where it is missing, by a statement of the component itself: `title = title ?? 'x'`, `title ??= 'x'`.
 * `target` for the name that is only written to.
 */
const givenFallback = (tree: SyntaxTree, use: Node): Node | 'target' | undefined => {
  const position = tree.positions.get(use);
  if (position?.parent.type === 'AssignmentExpression' && position.key === 'left') {
    const { operator, right } = position.parent;
    return /^(?:\?\?|\|\|)=$/.test(operator) && isUnconditional(tree, position.parent) ? right : 'target';
  }
  const assignment =
    position?.parent.type === 'LogicalExpression' ? tree.positions.get(position.parent)?.parent : undefined;
  if (assignment?.type !== 'AssignmentExpression' || assignment.operator !== '=' || position?.key !== 'left')
    return undefined;
  const isOwn = assignment.left.type === 'Identifier' && use.type === 'Identifier' && assignment.left.name === use.name;
  const value = position.parent;
  if (!isOwn || value.type !== 'LogicalExpression' || value.operator === '&&') return undefined;
  return isUnconditional(tree, assignment) ? value.right : undefined;
};

const isUnconditional = (tree: SyntaxTree, assignment: Node): boolean => {
  const statement = tree.positions.get(assignment)?.parent;
  const block = statement?.type === 'ExpressionStatement' ? tree.positions.get(statement)?.parent : undefined;
  const owner = block?.type === 'BlockStatement' ? tree.positions.get(block)?.parent : undefined;
  return owner !== undefined && /Function/.test(owner.type);
};
