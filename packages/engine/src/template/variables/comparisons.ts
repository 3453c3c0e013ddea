import type { BinaryExpression, IfStatement, Node } from '@babel/types';
import type { Json } from '../../json.ts';
import type { Constants } from '../source/constants.ts';
import { getContext, getKey, isMember, type SyntaxTree, stripTypeAnnotations } from '../source/syntax-tree.ts';

/** Texts that stand for a value that is not there. */
const nothings = /^(?:|undefined|null|NaN|none|error)$/i;
const equality = /^[!=]==?$/;
/** Maximum number of names of a comparison that are followed. */
const maxDepth = 3;

/**
 * Returns the value of the comparisons of a use with which most is drawn: `public` for `x !== 'public'` before a return
 * and for `x === 'public' && ...`, the first of a `switch` or a list. Undefined for `x === 'gone'` before the return of
 * something else. For a number any number, as a comparison with one says no more.
 */
export const getComparedValue = (tree: SyntaxTree, constants: Constants, use: Node): Json | undefined => {
  const { parent, key, child } = getContext(tree, use) ?? {};
  if (parent?.type === 'SwitchStatement' && key === 'discriminant') {
    const tests = parent.cases.flatMap(({ test }) => (test ? [test] : []));
    return tests.map((one) => toSample(constants.getConstant(one))).find((one) => one !== undefined);
  }
  if (parent?.type === 'BinaryExpression' && equality.test(parent.operator)) {
    const { left, right, operator } = parent as BinaryExpression;
    const value = toSample(constants.getConstant(left === child ? right : left));
    return typeof value === 'string' && !isShownWhen(tree, parent, operator.startsWith('=')) ? undefined : value;
  }
  const callee =
    parent?.type === 'CallExpression' && key === 'arguments' ? stripTypeAnnotations(parent.callee) : undefined;
  if (!parent || !isMember(callee) || getKey(callee) !== 'includes') return undefined;
  const list = constants.resolve(callee.object);
  const [first] = list?.type === 'ArrayExpression' ? list.elements : [];
  const value = first ? toSample(constants.getConstant(first)) : undefined;
  return isShownWhen(tree, parent, true) ? value : undefined;
};

const toSample = (value: Json | undefined): Json | undefined => {
  if (typeof value === 'number') return 1;
  return typeof value === 'boolean' || (typeof value === 'string' && !nothings.test(value)) ? value : undefined;
};

/** Returns whether more is drawn where a comparison has the outcome that means equality than where it has the other. */
const isShownWhen = (tree: SyntaxTree, comparison: Node, outcome: boolean): boolean =>
  leavesOut(tree, comparison, !outcome) || (outcome && !leavesOut(tree, comparison, outcome));

/** Returns whether something is left out where a test has an outcome. */
const leavesOut = (tree: SyntaxTree, test: Node, outcome: boolean, depth = 0): boolean => {
  const { parent, key } = getContext(tree, test) ?? {};
  switch (parent?.type) {
    case 'UnaryExpression':
      return parent.operator === '!' && leavesOut(tree, parent, !outcome, depth);
    case 'LogicalExpression':
      return leavesOut(tree, parent, outcome, depth);
    case 'ConditionalExpression':
      return key === 'test' && isNothing(outcome ? parent.consequent : parent.alternate);
    case 'IfStatement':
      return key === 'test' && endsEarly(tree, parent, outcome);
    case 'VariableDeclarator':
      return depth < maxDepth && (tree.usesOf(parent.id) ?? []).some((use) => leavesOut(tree, use, outcome, depth + 1));
    default:
      return false;
  }
};

const isNothing = (node: Node | null | undefined): boolean => {
  const value = node && stripTypeAnnotations(node);
  return (
    !value ||
    value.type === 'NullLiteral' ||
    (value.type === 'BooleanLiteral' && !value.value) ||
    (value.type === 'StringLiteral' && value.value === '') ||
    (value.type === 'Identifier' && value.name === 'undefined')
  );
};

const getLast = (statement: Node | null | undefined): Node | undefined =>
  statement?.type === 'BlockStatement' ? statement.body.at(-1) : (statement ?? undefined);

/** Returns whether a branch throws, or returns before a statement that returns something too. */
const endsEarly = (tree: SyntaxTree, statement: IfStatement, outcome: boolean): boolean => {
  const last = getLast(outcome ? statement.consequent : statement.alternate);
  if (last?.type === 'ThrowStatement') return true;
  if (last?.type !== 'ReturnStatement') return false;
  const after = getLast(tree.positions.get(statement)?.parent);
  return isNothing(last.argument) || (after?.type === 'ReturnStatement' && !isNothing(after.argument));
};
