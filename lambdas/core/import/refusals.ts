import type { Node, ReturnStatement, Statement, TryStatement } from '@babel/types';
import { isFunction } from '../template/source/scopes.ts';
import { isWithin } from '../template/source/syntax-tree.ts';
import type { Entry } from './entry.ts';
import type { Work } from './work.ts';

/** The parts of a handler that return something other than an image. */
export interface Refusals {
  /** `try` statements that are gone around what they held. */
  readonly unwrapped: ReadonlySet<Node>;
}

/**
 * Removes responses that are not images. `if (!title) return new Response(...)` is removed, so `title` becomes a
 * required variable. `try` statements that return an error response or an error image are unwrapped, so the error fails
 * the mint. Any other such response becomes a thrown error.
 */
export const dropRefusals = (work: Work, { fn, responses }: Entry): Refusals => {
  const own = ownStatements(work, fn);
  const makesImage = imagesWithin(
    work,
    responses.map(({ node }) => node),
  );
  const isRefusal = (node: Node): node is ReturnStatement =>
    node.type === 'ReturnStatement' &&
    node.argument != null &&
    !makesImage(node.argument) &&
    answers(work, node.argument);
  const tries = own.filter((node) => node.type === 'TryStatement');
  const unwrapped = new Set<Node>();
  for (const statement of tries) {
    const { block, handler } = statement;
    const isCaught = handler != null && (makesImage(handler) || endsIn(handler.body, isRefusal));
    if (!isCaught && !makesImage(block)) continue;
    // keep a `catch` that renders the only image
    if (handler && responses.some(({ node }) => isWithin(node, handler))) continue;
    unwrapped.add(statement);
    unwrap(work, statement);
  }
  const isUnreachable = work.goneNow();
  for (const node of own) {
    if (isUnreachable(node)) continue;
    if (
      node.type === 'IfStatement' &&
      !node.alternate &&
      endsIn(node.consequent, isRefusal) &&
      !makesImage(node.consequent)
    )
      work.replace(node, '');
  }
  const isGone = work.goneNow();
  for (const node of own)
    if (isRefusal(node) && !isGone(node)) work.replace(node, `throw new Error(${getReason(work, node)});`);
  return { unwrapped };
};

/** The nodes of a function, without those of functions in it. */
const ownStatements = (work: Work, fn: Node): Node[] => {
  const own = new Set<Node>([fn]);
  return work.tree.nodes.filter((node) => {
    const parent = work.tree.positions.get(node)?.parent;
    if (!parent || !own.has(parent) || (isFunction(node) && node !== fn)) return false;
    own.add(node);
    return true;
  });
};

/** Whether a node holds an element, or one of the places that make the image. */
const imagesWithin = (work: Work, responses: readonly Node[]) => {
  const starts = [
    ...responses,
    ...work.tree.nodes.filter(({ type }) => type === 'JSXElement' || type === 'JSXFragment'),
  ]
    .map(({ start }) => start ?? 0)
    .toSorted((one, other) => one - other);
  return ({ start, end }: Node): boolean => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) < (start ?? 0)) low = middle + 1;
      else high = middle;
    }
    return (starts[low] ?? Number.POSITIVE_INFINITY) < (end ?? 0);
  };
};

const unwrap = (work: Work, { start, block, handler, end }: TryStatement): void => {
  work.replace({ start: start ?? 0, end: block.start ?? 0 }, '');
  if (handler || (end ?? 0) > (block.end ?? 0)) work.replace({ start: block.end ?? 0, end: end ?? 0 }, '');
};

const endsIn = (statement: Statement, isRefusal: (node: Node) => boolean): boolean => {
  const last = statement.type === 'BlockStatement' ? statement.body.at(-1) : statement;
  return last !== undefined && isRefusal(last);
};

const helpers = /^(?:Response|NextResponse|redirect|permanentRedirect|notFound|res|response|next|c|ctx|context)$/;

/** `new Response(...)`, `redirect(...)`, `res.status(404).end()`. */
const answers = (work: Work, argument: Node): boolean => {
  const [first] = work.aliveIn(argument.start ?? 0, argument.end ?? 0);
  const isCall = /^(?:New|Call|OptionalCall|Await)Expression$/.test(argument.type);
  return isCall && first !== undefined && helpers.test(first.node.name);
};

const getReason = ({ tree }: Work, { start, end, argument }: ReturnStatement): string => {
  const text = tree.source.slice(argument?.start ?? start ?? 0, end ?? 0);
  const [, found = 'There is no image for these variables.'] = /["'`]([^"'`\n$\\]{3,200})["'`]/.exec(text) ?? [];
  return JSON.stringify(found);
};
