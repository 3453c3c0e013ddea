import type { Node, Statement } from '@babel/types';
import { getKey, isMember, isWithin } from '../template/source/syntax-tree.ts';
import type { FunctionNode } from '../template/source/variable-scopes.ts';
import type { EntryPoint } from './context.ts';
import { once } from './once.ts';
import type { Program } from './program.ts';
import type { Values } from './values.ts';

export type Images = ReturnType<typeof createImages>;

/** Methods of an image that hand it on. */
const writes = /^(?:then|toFile|save|pipe|pipeTo|write\w*)$/;

/** Answers which statements of a function give its image, and under which conditions there is none. */
export const createImages = (program: Program, values: Values, entry: EntryPoint) => {
  const { ownNodes, between, functionAround, nodesIn } = program;
  const { getValue } = values;

  /** Returns the statements that hand an image to what is outside: `res.send(image)`, `ctx.body = image`. */
  const sentIn: (fn: FunctionNode) => ReadonlySet<Node> = once<FunctionNode, ReadonlySet<Node>>((fn) => {
    const isReturned = values.returnOf(fn).is === 'image';
    return new Set(isReturned ? [] : ownNodes(fn).filter((node) => node.type === 'ExpressionStatement' && sends(node)));
  }, new Set());
  const sends = ({ expression: whole }: Extract<Node, { type: 'ExpressionStatement' }>): boolean => {
    const expression = whole.type === 'AwaitExpression' ? whole.argument : whole;
    if (expression.type === 'AssignmentExpression')
      return isMember(expression.left) && getValue(expression.right).is === 'image';
    if (!/^(?:New|(?:Optional)?Call)Expression$/.test(expression.type) || !('arguments' in expression)) return false;
    if (expression.arguments.some((one) => getValue(one).is === 'image')) return true;
    const value = getValue(expression);
    const { callee } = expression;
    // `await sendPng(response, <Card />)`; in a loop that function is the template
    const fn = program.functionOf(callee);
    if (fn && value.is !== 'image') return sentIn(fn).size > 0 && !isInLoop(expression);
    return value.is === 'image' && value.from !== undefined && (!isMember(callee) || writes.test(getKey(callee) ?? ''));
  };
  const isInLoop = (node: Node): boolean =>
    between(node, functionAround(node)).some(({ parent }) => /^(?:For|While|DoWhile)/.test(parent.type));
  const isImageFunction = (fn: FunctionNode): boolean =>
    values.returnOf(fn).is === 'image' || (fn === entry.fn && entry.makesImage) || sentIn(fn).size > 0;
  /** Whether an image is made in a `catch`, and others are not. */
  const isRescue = (fn: FunctionNode, node: Node): boolean => {
    const isCaught = (one: Node) => between(one, fn).some(({ parent }) => parent.type === 'CatchClause');
    if (!isCaught(node)) return false;
    const isOther = (one: Node) =>
      one.type === 'ReturnStatement' &&
      one.argument != null &&
      (getValue(one.argument).is === 'image' || values.makesElements(fn)) &&
      !isCaught(one);
    return ownNodes(fn).some(isOther) || [...sentIn(fn)].some((one) => !isCaught(one));
  };
  /** Returns the statements that give the image of a function. */
  const answersOf = once<FunctionNode, readonly Node[]>(
    (fn) =>
      ownNodes(fn).filter((one) => {
        const isReturned = one.type === 'ReturnStatement' && one.argument && getValue(one.argument).is === 'image';
        return (isReturned || sentIn(fn).has(one)) && !isRescue(fn, one);
      }),
    [],
  );
  /** Whether a condition is one of the route, or one without which there is no image at all. */
  const isAssumed = ({ test, consequent, alternate }: Extract<Node, { type: 'IfStatement' }>): boolean => {
    if (nodesIn(test).some((one) => /^(?:Identifier|\w*Expression)$/.test(one.type) && getValue(one).is === 'route'))
      return true;
    const fn = functionAround(test);
    if (!fn || !isImageFunction(fn)) return false;
    const answers = answersOf(fn);
    const areIn = (branch: Statement | null | undefined) =>
      branch != null && answers.length > 0 && answers.every((one) => isWithin(one, branch));
    return areIn(consequent) || areIn(alternate);
  };
  /** Whether a function itself returns or hands on an image. */
  const hasAnswer = (fn: FunctionNode): boolean => fn.body.type !== 'BlockStatement' || answersOf(fn).length > 0;
  return { sentIn, isImageFunction, isRescue, isAssumed, hasAnswer };
};
