import type { CallExpression, IfStatement, Node } from '@babel/types';
import {
  getAncestors,
  getContext,
  type SourcePosition,
  type SyntaxTree,
  stripTypeAnnotations,
} from '../source/syntax-tree.ts';
import { isFunction } from '../source/variable-scopes.ts';

const isNothing = (node: Node): boolean => {
  const value = stripTypeAnnotations(node);
  return value.type === 'NullLiteral' || (value.type === 'Identifier' && value.name === 'undefined');
};

/** Returns whether a use only checks for presence: `x && ...`, `x ? ...`, `!x`, `x ?? ...`, `x?.y`, `x != null`. */
const isCheck = (tree: SyntaxTree, use: Node): boolean => {
  const context = getContext(tree, use);
  if (!context) return false;
  const { parent, key, child } = context;
  switch (parent.type) {
    case 'OptionalMemberExpression':
    case 'OptionalCallExpression':
      return parent.optional && (key === 'object' || key === 'callee');
    case 'LogicalExpression':
      return key === 'left' || isCheck(tree, parent);
    case 'ConditionalExpression':
      return key === 'test' || isCheck(tree, parent);
    case 'IfStatement':
      return key === 'test';
    case 'UnaryExpression':
      return parent.operator === '!' || parent.operator === 'typeof';
    case 'BinaryExpression':
      return /^[!=]==?$/.test(parent.operator) && isNothing(parent.left === child ? parent.right : parent.left);
    case 'CallExpression':
      // `Number(x) || 1` is 1 if `x` is missing.
      return (
        isCallOf(parent, 'Boolean') || (isCallOf(parent, 'Number') && getFallback(tree, parent, '||') !== undefined)
      );
    default:
      return false;
  }
};

const isCallOf = ({ callee }: CallExpression, name: string): boolean =>
  callee.type === 'Identifier' && callee.name === name;

/** Returns the fallback of an expression: the right side of `??` or `||`. */
const getFallback = (tree: SyntaxTree, node: Node, ...operators: readonly string[]): Node | undefined => {
  const { parent, key } = getContext(tree, node) ?? {};
  return parent?.type === 'LogicalExpression' && key === 'left' && operators.includes(parent.operator)
    ? parent.right
    : undefined;
};

/** Returns the condition under which a node runs, if its parent is conditional. */
const getCondition = ({ parent, key }: SourcePosition): Node | undefined => {
  if (parent.type === 'LogicalExpression' && key === 'right') return parent.left;
  const isBranch = key === 'consequent' || key === 'alternate';
  if (isBranch && (parent.type === 'ConditionalExpression' || parent.type === 'IfStatement')) return parent.test;
  return undefined;
};

const returnsEarly = (statement: Node): boolean =>
  statement.type === 'ReturnStatement' ||
  (statement.type === 'BlockStatement' && statement.body.some((inner) => inner.type === 'ReturnStatement'));

/** Nodes that contain uses of a variable. */
interface Mentioned {
  /** Every node that contains a use. */
  readonly nodes: ReadonlySet<Node>;
  /** By block, the end of the first `if (...) return` in it whose test contains a use. */
  readonly returns: ReadonlyMap<Node, number>;
}

/** Visits each ancestor of the uses once. */
const mentionedBy = (tree: SyntaxTree, uses: readonly Node[]): Mentioned => {
  const nodes = new Set<Node>();
  const returns = new Map<Node, number>();
  for (const use of uses) {
    nodes.add(use);
    for (const { parent, key } of getAncestors(tree, use)) {
      const block = key === 'test' && parent.type === 'IfStatement' ? tree.positions.get(parent)?.parent : undefined;
      if (block?.type === 'BlockStatement' && returnsEarly((parent as IfStatement).consequent))
        returns.set(block, Math.min(returns.get(block) ?? Number.POSITIVE_INFINITY, parent.end ?? 0));
      if (nodes.has(parent)) break;
      nodes.add(parent);
    }
  }
  return { nodes, returns };
};

/**
 * Returns whether a variable is optional because every use either checks that it is present or only runs after such a
 * check (docs/templates.md#variables).
 *
 * @param uses every node that reads the variable; false if it is empty.
 */
export const isGuarded = (tree: SyntaxTree, uses: readonly Node[]): boolean =>
  uses.length > 0 && findUnguardedUses(tree, uses).length === 0;

/** Returns the uses of a variable that neither check that it is present nor run after such a check. */
export const findUnguardedUses = (tree: SyntaxTree, uses: readonly Node[]): Node[] => {
  const { nodes, returns } = mentionedBy(tree, uses);
  const isBehindAt = (position: SourcePosition & { child: Node }): boolean => {
    const condition = getCondition(position);
    const firstReturn = returns.get(position.parent) ?? Number.POSITIVE_INFINITY;
    return (condition !== undefined && nodes.has(condition)) || firstReturn <= (position.child.start ?? 0);
  };
  // The result of a node applies to all nodes inside it.
  const known = new Map<Node, boolean>();
  const isBehind = (use: Node): boolean => {
    const inside: Node[] = [];
    let answer: boolean | undefined;
    for (const position of getAncestors(tree, use)) {
      inside.push(position.child);
      answer = isBehindAt(position) ? true : known.get(position.parent);
      if (answer !== undefined) break;
    }
    for (const node of inside) known.set(node, answer === true);
    return answer === true;
  };
  return uses.filter((use) => !isCheck(tree, use) && !isBehind(use));
};

/** Returns the fallbacks of a variable in its uses: the right sides of `??` and `||`, also after a call with it. */
export const getFallbacks = (tree: SyntaxTree, uses: readonly Node[]): Node[] =>
  uses.flatMap((use) => {
    const parent = getContext(tree, use)?.parent;
    return getFallback(tree, parent?.type === 'CallExpression' ? parent : use, '??', '||') ?? [];
  });

/** Returns whether `arguments` refers to the parameters of a function. */
export const isReadAsArguments = ({ getScope }: SyntaxTree, name: Node, fn: Node): boolean => {
  let scope = getScope(name);
  while (scope && (!isFunction(scope) || scope.type === 'ArrowFunctionExpression')) scope = getScope(scope);
  return scope === fn;
};
