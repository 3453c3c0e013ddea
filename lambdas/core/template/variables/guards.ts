import type { Node } from '@babel/types';
import { isFunction } from '../source/scopes.ts';
import { around, bare, isWithin, type SyntaxTree } from '../source/syntax-tree.ts';

const wrappers = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'ParenthesizedExpression']);

/** A node's place, seen through the type annotations around it. */
const placeOf = (tree: SyntaxTree, node: Node) => {
  for (const { parent, key, child } of around(tree, node))
    if (!wrappers.has(parent.type)) return { parent, key, child };
  return undefined;
};

const isNothing = (node: Node): boolean => {
  const value = bare(node);
  return value.type === 'NullLiteral' || (value.type === 'Identifier' && value.name === 'undefined');
};

/** Asked about rather than used: `x && ...`, `x ? ...`, `!x`, `x ?? ...`, `x?.y`, `x != null`, `Boolean(x)`. */
const isAsked = (tree: SyntaxTree, use: Node): boolean => {
  const place = placeOf(tree, use);
  if (!place) return false;
  const { parent, key, child } = place;
  switch (parent.type) {
    case 'OptionalMemberExpression':
    case 'OptionalCallExpression':
      return parent.optional && (key === 'object' || key === 'callee');
    case 'LogicalExpression':
      return key === 'left' || isAsked(tree, parent);
    case 'ConditionalExpression':
      return key === 'test' || isAsked(tree, parent);
    case 'IfStatement':
      return key === 'test';
    case 'UnaryExpression':
      return parent.operator === '!' || parent.operator === 'typeof';
    case 'BinaryExpression':
      return /^[!=]==?$/.test(parent.operator) && isNothing(parent.left === child ? parent.right : parent.left);
    case 'CallExpression':
      return parent.callee.type === 'Identifier' && parent.callee.name === 'Boolean';
    default:
      return false;
  }
};

/** The condition a node only runs under, if its parent is one. */
const conditionOf = ({ parent, key }: { parent: Node; key: string }): Node | undefined => {
  if (parent.type === 'LogicalExpression' && key === 'right') return parent.left;
  const isBranch = key === 'consequent' || key === 'alternate';
  if (isBranch && (parent.type === 'ConditionalExpression' || parent.type === 'IfStatement')) return parent.test;
  return undefined;
};

const leaves = (statement: Node): boolean =>
  statement.type === 'ReturnStatement' ||
  (statement.type === 'BlockStatement' && statement.body.some((inner) => inner.type === 'ReturnStatement'));

/** Tests of the `if (...) return` statements a node only runs after. */
const earlierReturns = (parent: Node, child: Node): Node[] => {
  if (parent.type !== 'BlockStatement') return [];
  const earlier = parent.body.slice(0, parent.body.indexOf(child as (typeof parent.body)[number]));
  return earlier.flatMap((statement) =>
    statement.type === 'IfStatement' && leaves(statement.consequent) ? [statement.test] : [],
  );
};

/**
 * Whether a variable is never needed: each of its uses asks whether it is there, or only runs where that was asked
 * (docs/templates.md#variables).
 *
 * @param uses every place the variable is read; at least one, or nothing was ever asked.
 */
export const isGuarded = (tree: SyntaxTree, uses: readonly Node[]): boolean =>
  uses.length > 0 && unguardedUses(tree, uses).length === 0;

/** The uses of a variable that neither ask whether it is there nor only run where that was asked. */
export const unguardedUses = (tree: SyntaxTree, uses: readonly Node[]): Node[] => {
  const mentions = (condition: Node) => uses.some((use) => isWithin(tree, use, condition));
  const isBehind = (use: Node): boolean => {
    for (const { parent, key, child } of around(tree, use)) {
      const condition = conditionOf({ parent, key });
      if (condition && mentions(condition)) return true;
      if (earlierReturns(parent, child).some(mentions)) return true;
    }
    return false;
  };
  return uses.filter((use) => !isAsked(tree, use) && !isBehind(use));
};

/** What stands in for a variable that is not there, over all its uses: the right sides of `??` and `||`. */
export const fallbacksOf = (tree: SyntaxTree, uses: readonly Node[]): Node[] =>
  uses.flatMap((use) => {
    const place = placeOf(tree, use);
    if (place?.parent.type !== 'LogicalExpression' || place.key !== 'left' || place.parent.operator === '&&') return [];
    return [place.parent.right];
  });

/** Whether a function reads its parameters by `arguments`. */
export const isReadAsArguments = (tree: SyntaxTree, name: Node, fn: Node): boolean => {
  const owner = around(tree, name).find(
    ({ parent }) => isFunction(parent) && parent.type !== 'ArrowFunctionExpression',
  );
  return owner?.parent === fn;
};
