import { parse } from '@babel/parser';
import type { Node, Program } from '@babel/types';
import type { Diagnostic, Position } from '../../diagnostics/diagnostics.ts';
import { splitWords } from '../../split-words.ts';
import { findFatalProblems, findSyntaxProblems, grammar, type ParserError } from './syntax-problems.ts';
import type { SourcePosition, SyntaxNodes, SyntaxTree } from './syntax-tree.ts';
import { resolveNames } from './variable-scopes.ts';

export interface Parsed {
  /** Absent if the source could not be parsed. */
  readonly tree?: SyntaxTree;
  readonly problems: readonly Diagnostic[];
}

/** Offsets of a file in a source, and the line where it begins. */
export interface FilePart {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/**
 * Parses JSX or TSX, continuing after errors if possible, so that all of them can be reported.
 *
 * @param getSourcePosition converts positions of a generated source to those of its original. @default no conversion
 * @param part the file of a source of several that is parsed; positions and offsets are those of the source. @default all
 */
export const parseTemplate = (
  source: string,
  getSourcePosition?: (position: Position) => Position,
  part: FilePart = { start: 0, end: source.length, line: 1 },
): Parsed => {
  try {
    const { start: startIndex, end, line: startLine } = part;
    const place = { startIndex, startLine, startColumn: 0 };
    const file = parse(source.slice(startIndex, end), { ...grammar, ...place, errorRecovery: true });
    const errors = (file.errors ?? []) as unknown as ParserError[];
    const nodes = indexNodes(source, file.program);
    const tree = { ...nodes, ...resolveNames(nodes) };
    if (getSourcePosition) relocate(tree, getSourcePosition);
    return { tree, problems: findSyntaxProblems(source, errors) };
  } catch (error) {
    if (error instanceof SyntaxError)
      return { problems: findFatalProblems(blankAround(source, part), error as unknown as ParserError) };
    // the parser fails at some mistakes in parameters instead of reporting them
    if (error instanceof TypeError)
      return { problems: [{ line: part.line, column: 1, code: 'syntax', message: unplaced }] };
    return { problems: [tooDeep(error)] };
  }
};

const unplaced =
  'The code has a mistake that the parser cannot place, usually a comma or a name that is missing in the parameters of a function.';

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
/** Returns a source in which everything outside of a file is blank. */
const blankAround = (source: string, { start, end }: FilePart): string =>
  blank(source.slice(0, start)) + source.slice(start, end) + blank(source.slice(end));

/** Returns the diagnostic for code whose nesting exhausts the stack. @throws every other error */
export const tooDeep = (error: unknown): Diagnostic => {
  if (!(error instanceof RangeError)) throw error;
  return { line: 1, column: 1, code: 'too-deep', message: 'The code nests too deeply to be read.' };
};

/** Changes the positions of all nodes to those in another source. Offsets are unchanged. */
const relocate = ({ nodes }: SyntaxNodes, getSourcePosition: (position: Position) => Position): void => {
  for (const { loc } of nodes) {
    if (!loc) continue;
    const { line, column } = getSourcePosition({ line: loc.start.line, column: loc.start.column + 1 });
    loc.start.line = line;
    loc.start.column = column - 1;
  }
};

/** TypeScript nodes that contain code. All others are types. */
const codeInTypeScript = new Set(
  splitWords(`
  TSAsExpression TSSatisfiesExpression TSNonNullExpression TSTypeAssertion TSInstantiationExpression
  TSEnumDeclaration TSEnumBody TSEnumMember TSModuleDeclaration TSParameterProperty TSExportAssignment TSImportEqualsDeclaration
`),
);
const isType = (node: Node) =>
  (node.type.startsWith('TS') && !codeInTypeScript.has(node.type)) || ('declare' in node && node.declare === true);
const unwalked = new Set(['loc', 'extra', 'leadingComments', 'innerComments', 'trailingComments', 'errors', 'range']);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Returns the child nodes in source order. */
const getChildren = (node: Node): { child: Node; key: string }[] =>
  Object.entries(node).flatMap(([key, value]) => {
    if (unwalked.has(key)) return [];
    const inside: readonly unknown[] = Array.isArray(value) ? value : [value];
    return inside.filter(isNode).map((child) => ({ child, key }));
  });

/** Not recursive, because a long chain of `+` would exhaust the stack. */
const indexNodes = (source: string, program: Program): SyntaxNodes => {
  const nodes: Node[] = [];
  const positions = new Map<Node, SourcePosition>();
  const typeNames = new Set<string>();
  const nested = new Map<string, Node>();
  const queue: { node: Node; isInType: boolean }[] = [{ node: program, isInType: false }];
  for (let next = queue.pop(); next; next = queue.pop()) {
    const { node, isInType } = next;
    if (isInType && node.type === 'Identifier') typeNames.add(node.name);
    if (!isInType) nodes.push(node);
    if (isNamedType(node) && !nested.has(node.id.name)) nested.set(node.id.name, node);
    const inside = getChildren(node).map(({ child, key }) => {
      positions.set(child, { parent: node, key });
      return { node: child, isInType: isInType || isType(child) };
    });
    queue.push(...inside.reverse());
  }
  return { source, program, nodes, positions, typeNames, types: new Map([...nested, ...getTypes(program)]) };
};

const isNamedType = (
  node: Node,
): node is Extract<Node, { type: 'TSInterfaceDeclaration' | 'TSTypeAliasDeclaration' }> =>
  node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration';

const getTypes = ({ body }: Program): Map<string, Node> => {
  const types = new Map<string, Node>();
  for (const statement of body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared && isNamedType(declared) && !types.has(declared.id.name)) types.set(declared.id.name, declared);
  }
  return types;
};
