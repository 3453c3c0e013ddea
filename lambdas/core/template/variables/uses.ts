import type { Node } from '@babel/types';
import { getContext, getKey, getMemberRead, type SyntaxTree } from '../source/syntax-tree.ts';
import type { Scopes } from '../source/variable-scopes.ts';

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

/** The uses of the name a value is given, or undefined where it is used itself. */
const namedUses = (tree: SyntaxTree, scopes: Scopes, use: Node): readonly Node[] | undefined => {
  const context = getContext(tree, use);
  if (!context) return undefined;
  const { parent, key, child } = context;
  if (key === 'init') return usesOfConstant(tree, scopes, parent);
  // `post = props.post!`: whatever else the name may hold, it holds this
  if (parent.type === 'AssignmentExpression' && key === 'right' && child.type === 'TSNonNullExpression')
    return scopes.usesOf(parent.left);
  if (parent.type !== 'ObjectProperty' || key !== 'value') return undefined;
  const object = tree.positions.get(parent)?.parent;
  const holder = object && getContext(tree, object)?.parent;
  const members = holder && usesOfConstant(tree, scopes, holder)?.map((one) => getMemberRead(tree, one));
  const name = getKey(parent);
  if (name === undefined || !members?.every((one) => one !== undefined)) return undefined;
  return members.filter((one) => one.name === name).map((one) => one.node);
};

const usesOfConstant = (tree: SyntaxTree, scopes: Scopes, declarator: Node): readonly Node[] | undefined => {
  const declaration = tree.positions.get(declarator)?.parent;
  return declarator.type === 'VariableDeclarator' &&
    declaration?.type === 'VariableDeclaration' &&
    declaration.kind === 'const'
    ? scopes.usesOf(declarator.id)
    : undefined;
};

/**
 * What a variable is given where it is missing, by a statement of the component itself: `title = title ?? 'x'`, `title ??= 'x'`.
 * `target` for the name that is only written to.
 */
const givenFallback = (tree: SyntaxTree, use: Node): Node | 'target' | undefined => {
  const { parent, key } = tree.positions.get(use) ?? {};
  if (key !== 'left') return undefined;
  if (parent?.type === 'AssignmentExpression')
    return /^(?:\?\?|\|\|)=$/.test(parent.operator) && isUnconditional(tree, parent) ? parent.right : 'target';
  const assignment = parent && tree.positions.get(parent)?.parent;
  if (parent?.type !== 'LogicalExpression' || parent.operator === '&&') return undefined;
  if (assignment?.type !== 'AssignmentExpression' || assignment.operator !== '=') return undefined;
  const isOwn = assignment.left.type === 'Identifier' && use.type === 'Identifier' && assignment.left.name === use.name;
  return isOwn && isUnconditional(tree, assignment) ? parent.right : undefined;
};

const isUnconditional = (tree: SyntaxTree, assignment: Node): boolean => {
  const statement = tree.positions.get(assignment)?.parent;
  const block = statement?.type === 'ExpressionStatement' ? tree.positions.get(statement)?.parent : undefined;
  const owner = block?.type === 'BlockStatement' ? tree.positions.get(block)?.parent : undefined;
  return owner !== undefined && /Function/.test(owner.type);
};
