import type { Node } from '@babel/types';
import { findPartitionPoint } from '../partition-point.ts';
import type { Diagnostic } from '../template/lint/source/diagnostics.ts';
import type { Edit } from '../template/source/edits.ts';
import { createDiagnosticAt, getMemberRead, isWithin, type SyntaxTree } from '../template/source/syntax-tree.ts';
import { type Binding, firstFrom, type Reference, type Scopes } from '../template/source/variable-scopes.ts';

/** A node, or a range of the source. */
export interface Range {
  readonly start?: number | null | undefined;
  readonly end?: number | null | undefined;
}

/** State of a conversion: edits, remaining references, notes and errors. */
export interface Conversion {
  readonly tree: SyntaxTree;
  readonly scopes: Scopes;
  readonly edits: Edit[];
  readonly notes: Diagnostic[];
  readonly errors: Diagnostic[];
  /** Declarations that contain the image, which stay even if nothing mentions them. */
  readonly retained: Set<Node>;
  /** Replaces a range with text. References inside the range are dropped. */
  replace(range: Range, text: string): void;
  /** Inserts text at an offset; at the end by default. @param origin source offset of the text. */
  insert(text: string, at?: number | null, origin?: number): void;
  /** Drops the references inside a range that is replaced later. */
  dropReferences(range: Range): void;
  isAlive(reference: Reference): boolean;
  /** Adds a note about the conversion of a node. */
  note(node: Node, message: string): void;
  /** Returns the first of these names that the source does not use. */
  freeName(...wanted: readonly [string, ...string[]]): string;
  /** Returns a function that checks whether a node is inside a range that has been replaced so far. */
  goneNow(): (node: Node) => boolean;
  /** Returns the number of remaining mentions of a name outside its own declaration. */
  mentions(binding: Binding): number;
  /** Returns and clears the bindings that lost a reference since the last call. */
  takeUnmentioned(): Binding[];
}

export const createConversion = (tree: SyntaxTree, scopes: Scopes): Conversion => {
  const { references } = scopes;
  const { length } = tree.source;
  const alive = new Set(references);
  const count = new Map<Binding, number>();
  for (const { node, binding } of references)
    if (binding && isMention(tree, node, binding)) count.set(binding, (count.get(binding) ?? 0) + 1);
  let unmentioned: Binding[] = [];
  const dropReferences = ({ start, end }: Range) => {
    for (let at = firstFrom(references, start ?? 0); at < references.length; at += 1) {
      const reference = references[at] as Reference;
      const { node, binding } = reference;
      if ((node.start ?? 0) >= (end ?? 0)) return;
      if (!alive.delete(reference) || !binding || !isMention(tree, node, binding)) continue;
      count.set(binding, (count.get(binding) ?? 0) - 1);
      unmentioned.push(binding);
    }
  };
  const edits: Edit[] = [];
  const notes: Diagnostic[] = [];
  const write = ({ start, end }: Range, text: string, origin?: number) => {
    edits.push({ start: start ?? 0, end: end ?? 0, text, ...(origin !== undefined && { origin }) });
  };
  const used = new Set(
    tree.nodes.flatMap((node) => (node.type === 'Identifier' || node.type === 'JSXIdentifier' ? [node.name] : [])),
  );
  return {
    tree,
    scopes,
    edits,
    notes,
    errors: [],
    retained: new Set(),
    replace: (range, text) => {
      write(range, text);
      dropReferences(range);
    },
    insert: (text, at = length, origin) => write({ start: at, end: at }, text, origin),
    dropReferences,
    isAlive: (reference) => alive.has(reference),
    note: (node, message) => notes.push(createDiagnosticAt(node, 'taken-over', message)),
    freeName: (...wanted) => {
      let name = wanted.find((one) => !used.has(one)) ?? wanted[0];
      while (used.has(name)) name += '_';
      return name;
    },
    goneNow: () => findReplaced(edits),
    mentions: (binding) => count.get(binding) ?? 0,
    takeUnmentioned: () => {
      const result = unmentioned;
      unmentioned = [];
      return result;
    },
  };
};

/** Returns whether a reference counts as a mention: those inside the name's own declaration and assignments do not. */
const isMention = (tree: SyntaxTree, node: Node, binding: Binding): boolean =>
  !isWithin(node, binding.declaration) && getAssignmentStatement(tree, node) === undefined;

/** Returns the statement that only assigns to a name: `fonts.push(...)`, `title = ...`. */
export const getAssignmentStatement = (tree: SyntaxTree, name: Node): Node | undefined => {
  const { parent, key } = tree.positions.get(name) ?? {};
  const member = getMemberRead(tree, name);
  const call = member?.name === 'push' ? tree.positions.get(member.node) : undefined;
  const isTarget = parent?.type === 'AssignmentExpression' && key === 'left';
  const given = isTarget ? parent : call?.key === 'callee' ? call.parent : undefined;
  const statement = given && tree.positions.get(given)?.parent;
  return statement?.type === 'ExpressionStatement' ? statement : undefined;
};

const findReplaced = (edits: readonly Edit[]): ((node: Node) => boolean) => {
  const ranges: Edit[] = [];
  for (const edit of edits.toSorted((one, other) => one.start - other.start || other.end - one.end))
    if (edit.end > (ranges.at(-1)?.end ?? -1)) ranges.push(edit);
  return ({ start, end }) => {
    const count = findPartitionPoint(ranges.length, (index) => (ranges[index] as Edit).start <= (start ?? 0));
    return (ranges[count - 1]?.end ?? -1) >= (end ?? 0);
  };
};
