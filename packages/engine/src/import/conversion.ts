import type { Node } from '@babel/types';
import type { Diagnostic } from '../diagnostics/diagnostics.ts';
import type { Constants } from '../template/source/constants.ts';
import type { Edit } from '../template/source/edits.ts';
import { createDiagnosticAt, type namesBeside, type SyntaxTree } from '../template/source/syntax-tree.ts';
import type { Range } from '../template/source/variable-scopes.ts';

/** A call in imported code that turns an element into an image. */
export interface ImageResponse {
  /** The call or `new` expression. */
  readonly node: Node;
  readonly element: Node;
  readonly options?: Node;
}

export type Conversion = ReturnType<typeof createConversion>;

/** What the conversion of a source has found so far; its files share it. */
export interface Findings {
  readonly edits: Edit[];
  readonly notes: Diagnostic[];
  readonly errors: Diagnostic[];
  /** Statements that were removed. */
  readonly removed: Node[];
  /** Declarations of functions that the conversion adds. */
  readonly helpers: Set<string>;
}

/** Returns the edits of one file of a source. @param free returns the first of some names that the source does not use */
export const createConversion = (
  tree: SyntaxTree,
  findings: Findings,
  constants: Constants,
  free: ReturnType<typeof namesBeside>,
) => {
  const { edits, notes, errors, removed, helpers } = findings;
  const replace = ({ start, end }: Range, text: string): void => {
    edits.push({ start: start ?? 0, end: end ?? 0, text });
  };
  const lineEndsIn = ({ start, end }: Range): string =>
    tree.source.slice(start ?? 0, end ?? 0).replaceAll(/[^\n]/g, '');
  return {
    ...{ tree, edits, notes, errors, removed, replace, ...constants },
    /** Replaces an expression. Its line ends are kept in brackets: `as`, `!` and others may not begin a line. */
    replaceExpression: (node: Range, text: string): void => {
      const ends = lineEndsIn(node);
      replace(node, ends === '' ? text : `(${text}${ends})`);
    },
    /** Leaves of an expression only a part of it, in brackets. @param before what stands before the part @param after what follows it */
    unwrap: (node: Range, part: Range, before = '(', after = ')'): void => {
      replace({ start: node.start, end: part.start }, before);
      const rest = { start: part.end, end: node.end };
      replace(rest, lineEndsIn(rest) + after);
    },
    /** Removes a statement. One that is the body of another, as in `if (!page) notFound()`, becomes an empty statement. */
    remove: (statement: Node): void => {
      if (/^(?:Expression|If|Try)S/.test(statement.type)) removed.push(statement);
      replace(statement, isBody(tree, statement) ? ';' : '');
    },
    /** Inserts text at an offset. @param origin source offset of the text. */
    insert: (text: string, at: number | null | undefined, origin = at ?? 0): void => {
      edits.push({ start: at ?? 0, end: at ?? 0, text, origin });
    },
    note: (node: Node, message: string): void => {
      const found = createDiagnosticAt(node, 'taken-over', message);
      if (!notes.some((one) => one.line === found.line && one.message === message)) notes.push(found);
    },
    /** Adds a function, once. @returns its name */
    helper: (wanted: string, text: string): string => {
      const name = free(wanted);
      helpers.add(`const ${name} = ${text};`);
      return name;
    },
    refuse: (node: Node, message: string): void => {
      if (!errors.some((one) => one.message === message)) errors.push(createDiagnosticAt(node, 'import', message));
    },
  };
};

const isBody = ({ positions }: SyntaxTree, statement: Node): boolean =>
  /^(?:If|For\w*|While|DoWhile|Labeled|With)Statement$/.test(positions.get(statement)?.parent.type ?? '');
