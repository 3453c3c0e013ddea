import type { Node } from '@babel/types';
import { getContext, getKey, getMemberRead, type SyntaxTree } from '../source/syntax-tree.ts';

/** The final uses of a value, and its fallback. */
export interface FollowedUses {
  readonly uses: readonly Node[];
  /** The fallback of `title = title ?? 'x'`, after which the value is always present. */
  readonly fallback?: Node;
}

/**
 * Follows a value through its names: `const heading = title`, and `const query = { title }` if only members are read.
 * Each name is followed once.
 */
export const followUses = (tree: SyntaxTree, uses: readonly Node[]): FollowedUses => {
  const found: Node[] = [];
  const seen = new Set<Node>();
  let fallback: Node | undefined;
  const queue = uses.toReversed();
  for (let use = queue.pop(); use; use = queue.pop()) {
    if (seen.has(use)) continue;
    seen.add(use);
    const given = getAssignedFallback(tree, use);
    if (given === 'target') continue;
    fallback ??= given;
    const names = namedUses(tree, use);
    if (names) queue.push(...names.toReversed());
    else found.push(use);
  }
  return { uses: found, ...(fallback && { fallback }) };
};

/** Returns the uses of the name to which a value is assigned; undefined if the value itself is used. */
const namedUses = (tree: SyntaxTree, use: Node): readonly Node[] | undefined => {
  const context = getContext(tree, use);
  if (!context) return undefined;
  const { parent, key, child } = context;
  if (key === 'init') return usesOfConstant(tree, parent);
  // `post = props.post!`: the name may contain other values too, but contains this one.
  if (parent.type === 'AssignmentExpression' && key === 'right' && child.type === 'TSNonNullExpression')
    return tree.usesOf(parent.left);
  if (parent.type !== 'ObjectProperty' || key !== 'value') return undefined;
  const object = tree.positions.get(parent)?.parent;
  const holder = object && getContext(tree, object)?.parent;
  const members = holder && usesOfConstant(tree, holder)?.map((one) => getMemberRead(tree, one));
  const name = getKey(parent);
  if (name === undefined || !members?.every((one) => one !== undefined)) return undefined;
  return members.filter((one) => one.name === name).map((one) => one.node);
};

const usesOfConstant = (tree: SyntaxTree, declarator: Node): readonly Node[] | undefined => {
  const declaration = tree.positions.get(declarator)?.parent;
  return declarator.type === 'VariableDeclarator' &&
    declaration?.type === 'VariableDeclaration' &&
    declaration.kind === 'const'
    ? tree.usesOf(declarator.id)
    : undefined;
};

/**
 * Returns the fallback that a statement of the component assigns to a variable: `title = title ?? 'x'`,
 * `title ??= 'x'`. Returns `target` for a name that is only written.
 */
const getAssignedFallback = (tree: SyntaxTree, use: Node): Node | 'target' | undefined => {
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
