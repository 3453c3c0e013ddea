import type { Node, Statement } from '@babel/types';
import type { Diagnostic } from '../diagnostics/diagnostics.ts';
import { findPartitionPoint } from '../partition-point.ts';
import { getConstants } from '../template/source/constants.ts';
import type { Edit } from '../template/source/edits.ts';
import {
  type Binding,
  createDiagnosticAt,
  namesBeside,
  type Reference,
  type SyntaxTree,
} from '../template/source/syntax-tree.ts';
import { type FunctionNode, type Range, referencesWithin } from '../template/source/variable-scopes.ts';

/** A call in imported code that turns an element into an image. */
export interface ImageResponse {
  /** The complete call. */
  readonly node: Node;
  readonly element: Node;
  readonly options?: Node;
}

/** The function of imported code that becomes the component. */
export interface Entry {
  readonly fn: FunctionNode;
  /** The top-level statement that contains it. */
  readonly statement: Statement;
  readonly isDefault: boolean;
  /** Whether it handles requests, and is not the default export. */
  readonly isHandler: boolean;
  readonly responses: readonly ImageResponse[];
}

export type Conversion = ReturnType<typeof createConversion>;

/** Creates the state of a conversion: edits, remaining references, notes and errors. */
export const createConversion = (tree: SyntaxTree, { fn: entry, responses }: Entry) => {
  const alive = new Set(tree.references);
  const edits: Edit[] = [];
  const notes: Diagnostic[] = [];
  const errors: Diagnostic[] = [];
  const removed: Node[] = [];
  /** Returns the first of these names that the source does not use. */
  const freeName = namesBeside(tree);
  const isAlive = (reference: Reference): boolean => alive.has(reference);
  /** Drops the references inside a range that is replaced later. */
  const dropReferences = (range: Range): void => {
    for (const reference of referencesWithin(tree, range)) alive.delete(reference);
  };
  const replace = (range: Range, text: string): void => {
    edits.push({ start: range.start ?? 0, end: range.end ?? 0, text });
    dropReferences(range);
  };
  return {
    ...{ tree, edits, notes, errors, isAlive, dropReferences, freeName, responses, ...getConstants(tree) },
    entry,
    props: freeName('props', 'variables'),
    /** Declarations that contain the image, which stay even if nothing mentions them. */
    retained: new Set<Node>(),
    /** Replaces a range with text. References inside the range are dropped. */
    replace,
    /** Removes a statement. One that is the body of another, as in `if (!page) notFound()`, becomes an empty statement. */
    remove: (statement: Node): void => {
      if (/^(?:Expression|If|Try)S/.test(statement.type)) removed.push(statement);
      replace(statement, isBody(tree, statement) ? ';' : '');
    },
    removed,
    /** Inserts text at an offset; at the end by default. @param origin source offset of the text. */
    insert: (text: string, at: number | null = tree.source.length, origin = at ?? 0): void => {
      edits.push({ start: at ?? 0, end: at ?? 0, text, origin });
    },
    note: (node: Node, message: string): void => {
      notes.push(createDiagnosticAt(node, 'taken-over', message));
    },
    remaining: (binding: Binding): readonly Reference[] => tree.referencesTo(binding).filter(isAlive),
    /** Returns a function that checks whether a node is inside a range that has been replaced so far. */
    goneNow: () => findReplaced(edits),
  };
};

const isBody = ({ positions }: SyntaxTree, statement: Node): boolean =>
  /^(?:If|For\w*|While|DoWhile|Labeled|With)Statement$/.test(positions.get(statement)?.parent.type ?? '');

const findReplaced = (edits: readonly Edit[]): ((node: Node) => boolean) => {
  const ranges: Edit[] = [];
  for (const edit of edits.toSorted((one, other) => one.start - other.start || other.end - one.end))
    if (edit.end > (ranges.at(-1)?.end ?? -1)) ranges.push(edit);
  return ({ start, end }) => {
    const count = findPartitionPoint(ranges.length, (index) => (ranges[index] as Edit).start <= (start ?? 0));
    return (ranges[count - 1]?.end ?? -1) >= (end ?? 0);
  };
};
