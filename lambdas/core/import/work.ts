import type { Node } from '@babel/types';
import type { Diagnostic } from '../template/lint/source/diagnostics.ts';
import { type Binding, firstFrom, type Reference, type Scopes } from '../template/source/scopes.ts';
import { isWithin, type SourcePosition, type SyntaxTree } from '../template/source/syntax-tree.ts';
import type { Edit } from './edits.ts';

/** State of a conversion: edits, remaining references, notes and errors. */
export interface Work {
  readonly tree: SyntaxTree;
  readonly scopes: Scopes;
  readonly edits: Edit[];
  readonly notes: Diagnostic[];
  readonly errors: Diagnostic[];
  /** Declarations that hold the image, whether their names are mentioned or not. */
  readonly retained: Set<Node>;
  /** Replaces a range by text. References inside the range are dropped. */
  replace(range: { readonly start?: number | null; readonly end?: number | null }, text: string, origin?: number): void;
  /** Drops the references inside a range, which is replaced later. */
  dropReferences(range: { readonly start?: number | null; readonly end?: number | null }): void;
  isAlive(reference: Reference): boolean;
  /** Returns the first of these names that the source does not use. */
  freeName(...wanted: readonly [string, ...string[]]): string;
  /** References inside a range that are still there. */
  aliveIn(start: number, end: number): readonly Reference[];
  /** Returns a function that checks whether a node is inside a range that is replaced at this time. */
  goneNow(): (node: Node) => boolean;
  /** How often a name is still mentioned outside of its own declaration. */
  mentions(binding: Binding): number;
  /** Returns and clears the bindings that lost a reference since the last call. */
  takeUnmentioned(): Binding[];
}

export const beginWork = (tree: SyntaxTree, scopes: Scopes): Work => {
  const { references } = scopes;
  const count = new Map<Binding, number>();
  for (const { node, binding } of references)
    if (binding && isMention(tree, node, binding)) count.set(binding, (count.get(binding) ?? 0) + 1);
  const index = new Map(references.map((reference, at) => [reference, at]));
  // of each reference the next one that is alive: itself, or one after it
  const next = references.map((_, at) => at);
  next.push(references.length);
  const aliveFrom = (from: number): number => {
    let at = from;
    while (next[at] !== at) {
      const after = next[at] as number;
      next[at] = next[after] as number;
      at = after;
    }
    return at;
  };
  let unmentioned: Binding[] = [];
  const drop = (start: number, end: number) => {
    for (let at = aliveFrom(firstFrom(references, start)); at < references.length; at = aliveFrom(at)) {
      const { node, binding } = references[at] as Reference;
      if ((node.start ?? 0) >= end) return;
      next[at] = at + 1;
      if (!binding || !isMention(tree, node, binding)) continue;
      const left = (count.get(binding) ?? 0) - 1;
      count.set(binding, left);
      unmentioned.push(binding);
    }
  };
  const edits: Edit[] = [];
  const used = new Set(
    tree.nodes.flatMap((node) => (node.type === 'Identifier' || node.type === 'JSXIdentifier' ? [node.name] : [])),
  );
  return {
    tree,
    scopes,
    freeName: (...wanted) => {
      let name = wanted.find((one) => !used.has(one)) ?? wanted[0];
      while (used.has(name)) name += '_';
      return name;
    },
    edits,
    notes: [],
    errors: [],
    retained: new Set(),
    replace: ({ start, end }, text, origin) => {
      const range = { start: start ?? 0, end: end ?? 0 };
      edits.push({ ...range, text, ...(origin !== undefined && { origin }) });
      drop(range.start, range.end);
    },
    dropReferences: ({ start, end }) => drop(start ?? 0, end ?? 0),
    isAlive: (reference) => {
      const at = index.get(reference) ?? 0;
      return next[at] === at;
    },
    aliveIn: (start, end) => {
      const found: Reference[] = [];
      for (let at = aliveFrom(firstFrom(references, start)); at < references.length; at = aliveFrom(at + 1)) {
        const reference = references[at] as Reference;
        if ((reference.node.start ?? 0) >= end) break;
        found.push(reference);
      }
      return found;
    },
    goneNow: () => standsIn(edits),
    mentions: (binding) => count.get(binding) ?? 0,
    takeUnmentioned: () => {
      const taken = unmentioned;
      unmentioned = [];
      return taken;
    },
  };
};

/**
 * Returns whether a reference counts as a use: references inside the name's own declaration, and assignments to it, do
 * not.
 */
const isMention = (tree: SyntaxTree, node: Node, binding: Binding): boolean =>
  !isWithin(node, binding.declaration) && givingStatement(tree, node) === undefined;

/** The statement that only gives a name something: `fonts.push(...)`, `title = ...`. */
export const givingStatement = (tree: SyntaxTree, name: Node): Node | undefined => {
  const position = tree.positions.get(name);
  if (!position) return undefined;
  const isTarget = position.parent.type === 'AssignmentExpression' && position.key === 'left';
  const given = isTarget ? position.parent : pushed(tree, position);
  const statement = given && tree.positions.get(given)?.parent;
  return statement?.type === 'ExpressionStatement' ? statement : undefined;
};

const pushed = (tree: SyntaxTree, { parent, key }: SourcePosition): Node | undefined => {
  if (parent.type !== 'MemberExpression' || key !== 'object' || parent.property.type !== 'Identifier') return undefined;
  const call = tree.positions.get(parent);
  return parent.property.name === 'push' && call?.key === 'callee' ? call.parent : undefined;
};

const standsIn = (edits: readonly Edit[]): ((node: Node) => boolean) => {
  const ranges: Edit[] = [];
  for (const edit of edits.toSorted((one, other) => one.start - other.start || other.end - one.end))
    if (edit.end > (ranges.at(-1)?.end ?? -1)) ranges.push(edit);
  return ({ start, end }) => {
    let [low, high] = [0, ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranges[middle] as Edit).start <= (start ?? 0)) low = middle + 1;
      else high = middle;
    }
    return (ranges[low - 1]?.end ?? -1) >= (end ?? 0);
  };
};
