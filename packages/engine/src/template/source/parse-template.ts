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

/**
 * Parses JSX or TSX, continuing after errors if possible, so that all of them can be reported.
 *
 * @param getSourcePosition converts positions of a generated source to those of its original. @default no conversion
 */
export const parseTemplate = (source: string, getSourcePosition?: (position: Position) => Position): Parsed => {
  try {
    const file = parse(source, { ...grammar, errorRecovery: true });
    const errors = (file.errors ?? []) as unknown as ParserError[];
    const nodes = indexNodes(source, file.program);
    const tree = { ...nodes, ...resolveNames(nodes) };
    if (getSourcePosition) relocate(tree, getSourcePosition);
    return { tree, problems: findSyntaxProblems(source, errors) };
  } catch (error) {
    if (error instanceof SyntaxError) return { problems: findFatalProblems(source, error as unknown as ParserError) };
    return { problems: [tooDeep(error)] };
  }
};

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
  const queue: { node: Node; isInType: boolean }[] = [{ node: program, isInType: false }];
  for (let next = queue.pop(); next; next = queue.pop()) {
    const { node, isInType } = next;
    if (isInType && node.type === 'Identifier') typeNames.add(node.name);
    if (!isInType) nodes.push(node);
    const inside = getChildren(node).map(({ child, key }) => {
      positions.set(child, { parent: node, key });
      return { node: child, isInType: isInType || isType(child) };
    });
    queue.push(...inside.reverse());
  }
  return { source, program, nodes, positions, typeNames, types: getTypes(program) };
};

const getTypes = ({ body }: Program): Map<string, Node> => {
  const types = new Map<string, Node>();
  for (const statement of body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    const isTypes = declared?.type === 'TSInterfaceDeclaration' || declared?.type === 'TSTypeAliasDeclaration';
    if (isTypes && !types.has(declared.id.name)) types.set(declared.id.name, declared);
  }
  return types;
};
