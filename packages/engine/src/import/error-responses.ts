import type { Node, ReturnStatement, Statement, ThrowStatement, TryStatement } from '@babel/types';
import { getAncestors, isWithin } from '../template/source/syntax-tree.ts';
import { isFunction, referencesWithin } from '../template/source/variable-scopes.ts';
import type { Conversion } from './conversion.ts';
import type { Entry } from './entry.ts';

/**
 * Removes responses that are not images. `if (!title) return new Response(...)` is removed, so `title` becomes a
 * required variable. `try` statements that return an error response or an error image are unwrapped, so the error fails
 * the mint. Any other such response becomes a thrown error.
 */
export const removeErrorResponses = (work: Conversion, { fn, responses }: Entry): void => {
  const own = ownStatements(work, fn);
  const makesImage = imagesWithin(work, responses);
  const isRefusal = (node: Node): node is ReturnStatement | ThrowStatement =>
    (node.type === 'ReturnStatement' || node.type === 'ThrowStatement') &&
    node.argument != null &&
    !makesImage(node.argument) &&
    isResponse(work, node.argument);
  for (const node of own) {
    if (node.type !== 'TryStatement') continue;
    const { block, handler } = node;
    const isCaught = handler != null && (makesImage(handler) || endsIn(handler.body, isRefusal));
    // A `catch` that renders the only image stays.
    const isNeeded = handler != null && responses.some((one) => isWithin(one.node, handler));
    if ((isCaught || makesImage(block)) && !isNeeded) unwrap(work, node);
  }
  const isUnreachable = work.goneNow();
  for (const node of own) {
    const isGuard = node.type === 'IfStatement' && !node.alternate && endsIn(node.consequent, isRefusal);
    if (isGuard && !isUnreachable(node) && !makesImage(node.consequent)) work.remove(node);
  }
  const isGone = work.goneNow();
  for (const node of own)
    if (isRefusal(node) && !isGone(node))
      work.replace(node, "throw new Error('There is no image for these variables.');");
};

/** Returns the nodes of a function, except those of nested functions. */
const ownStatements = (work: Conversion, fn: Node): Node[] => {
  const own = new Set<Node>([fn]);
  return work.tree.nodes.filter((node) => {
    const parent = work.tree.positions.get(node)?.parent;
    if (!parent || !own.has(parent) || (isFunction(node) && node !== fn)) return false;
    own.add(node);
    return true;
  });
};

/** Returns whether a node contains an element or creates an image. */
const imagesWithin = ({ tree }: Conversion, responses: Entry['responses']) => {
  const made = [...responses.map(({ node }) => node), ...tree.nodes.filter(({ type }) => /^JSX(?:E|F)/.test(type))];
  const holders = new Set<Node>();
  for (const node of made) {
    holders.add(node);
    for (const { parent } of getAncestors(tree, node)) {
      if (holders.has(parent)) break;
      holders.add(parent);
    }
  }
  return (node: Node): boolean => holders.has(node);
};

const unwrap = (work: Conversion, { start, block, handler, end }: TryStatement): void => {
  work.replace({ start, end: block.start }, '');
  if (handler || (end ?? 0) > (block.end ?? 0)) work.replace({ start: block.end, end }, '');
};

const endsIn = (statement: Statement, isRefusal: (node: Node) => boolean): boolean => {
  const last = statement.type === 'BlockStatement' ? statement.body.at(-1) : statement;
  return last !== undefined && isRefusal(last);
};

const responseNames = /^(?:Response|NextResponse|redirect|permanentRedirect|notFound|res|response|next|c|ctx|context)$/;

/** Returns whether an expression is a response: `new Response(...)`, `redirect(...)`, `res.status(404).end()`. */
const isResponse = (work: Conversion, argument: Node): boolean => {
  if (!/^(?:New|Call|OptionalCall|Await)Expression$/.test(argument.type)) return false;
  const first = referencesWithin(work.tree, argument).find(work.isAlive);
  return first !== undefined && responseNames.test(first.node.name);
};
