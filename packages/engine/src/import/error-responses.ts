import type { Node, ReturnStatement, Statement, ThrowStatement, TryStatement } from '@babel/types';
import { getAncestors, isMember, isWithin } from '../template/source/syntax-tree.ts';
import { isFunction, referencesWithin } from '../template/source/variable-scopes.ts';
import type { Conversion } from './conversion.ts';
import type { RequestKinds } from './request-kinds.ts';

/**
 * Removes responses that are not images. `if (!title) return new Response(...)` is removed, so `title` becomes a
 * required variable. `try` statements that return an error response or an error image are unwrapped, so the error fails
 * the mint. Any other such response becomes a thrown error.
 */
export const removeErrorResponses = (work: Conversion, getKind: RequestKinds): void => {
  const own = ownStatements(work);
  const makesImage = imagesWithin(work);
  const isRefusal = (node: Node): node is ReturnStatement | ThrowStatement =>
    (node.type === 'ReturnStatement' || node.type === 'ThrowStatement') &&
    node.argument != null &&
    !makesImage(node.argument) &&
    isResponse(work, node.argument, node.type === 'ThrowStatement');
  const isUnwrapped = ({ block, handler }: TryStatement): boolean => {
    if (!handler) return makesImage(block);
    const isCaught = makesImage(handler) || endsIn(handler.body, isRefusal);
    // A `catch` that renders the only image stays.
    return (isCaught || makesImage(block)) && !work.responses.some((one) => isWithin(one.node, handler));
  };
  for (const node of own) if (node.type === 'TryStatement' && isUnwrapped(node)) unwrap(work, node);
  convertRoutes(work, getKind, makesImage);
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

/** Leaves of a condition on the request's path or method only what makes the image: a template is one route. */
const convertRoutes = (work: Conversion, getKind: RequestKinds, makesImage: (node: Node) => boolean): void => {
  const { tree } = work;
  const routes = [...tree.references.map(({ node }) => node), ...tree.nodes.filter((node) => isMember(node))].filter(
    (node) => getKind(node)?.is === 'route',
  );
  const isTest = ({ parent, key }: { parent: Node; key: string }) => parent.type === 'IfStatement' && key === 'test';
  const conditions = new Set(routes.map((node) => getAncestors(tree, node).find(isTest)?.parent));
  const images: Node[] = [];
  for (const node of ownStatements(work)) {
    if (node.type !== 'IfStatement' || !conditions.has(node)) continue;
    const [branch, other] = [node.consequent, node.alternate].filter((one) => one != null && makesImage(one));
    const [chosen, left] = images.length > 0 ? [undefined, branch] : [branch, other];
    if (left) work.note(left, 'Another path gives this image, and a template is one: give it a file of its own.');
    if (!chosen) {
      work.replace(node, ';');
      continue;
    }
    work.replace({ start: node.start, end: chosen.start }, '');
    work.replace({ start: chosen.end, end: node.end }, '');
    if (chosen.type !== 'IfStatement') images.push(chosen);
  }
};

/** Returns the nodes of the entry, except those of nested functions. */
const ownStatements = ({ tree, entry }: Conversion): Node[] => {
  const own = new Set<Node>([entry]);
  return tree.nodes.filter((node) => {
    const parent = tree.positions.get(node)?.parent;
    if (!parent || !own.has(parent) || (isFunction(node) && node !== entry)) return false;
    own.add(node);
    return true;
  });
};

/** Returns whether a node contains an element or creates an image. */
const imagesWithin = ({ tree, responses }: Conversion) => {
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
const isResponse = (work: Conversion, argument: Node, isThrown: boolean): boolean => {
  if (!/^(?:New|Call|OptionalCall|Await)Expression$/.test(argument.type)) return false;
  const first = referencesWithin(work.tree, argument).find(work.isAlive);
  if (!first) return false;
  return responseNames.test(first.node.name) || (isThrown && work.tree.moduleOf(first.binding) !== undefined);
};
