import { parse } from '@babel/parser';
import type { Node, Program } from '@babel/types';
import { splitWords } from '../../split-words.ts';
import { truncate } from '../../truncate.ts';
import type { DiagnosticCode } from '../lint/source/diagnostic-codes.ts';
import type { Diagnostic, Position } from '../lint/source/diagnostics.ts';
import { findFatalProblems, findSyntaxProblems, grammar, type ParserError } from './syntax-problems.ts';

/** A parsed source and its indexes. */
export interface SyntaxTree {
  readonly source: string;
  readonly program: Program;
  /** All nodes except types, parents first. */
  readonly nodes: readonly Node[];
  /** The parent of each node, and the property that contains the node. */
  readonly positions: ReadonlyMap<Node, SourcePosition>;
  /** Names used in types: an import that only types use does not exist at run time. */
  readonly typeNames: ReadonlySet<string>;
  /** Top-level interfaces and type aliases by name; the first of equal names. */
  readonly types: ReadonlyMap<string, Node>;
}

export interface SourcePosition {
  readonly parent: Node;
  readonly key: string;
}

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
    const tree = getTree(source, file.program);
    if (getSourcePosition) relocate(tree, getSourcePosition);
    return { tree, problems: findSyntaxProblems(source, errors) };
  } catch (error) {
    if (error instanceof SyntaxError) return { problems: findFatalProblems(source, error as unknown as ParserError) };
    const message = 'The code nests too deeply to be read.';
    if (error instanceof RangeError) return { problems: [{ line: 1, column: 1, code: 'too-deep', message }] };
    throw error;
  }
};

/** Changes the positions of all nodes to those in another source. Offsets are unchanged. */
const relocate = ({ nodes }: SyntaxTree, getSourcePosition: (position: Position) => Position): void => {
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
  TSEnumDeclaration TSEnumBody TSEnumMember TSParameterProperty TSExportAssignment TSImportEqualsDeclaration
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
const getTree = (source: string, program: Program): SyntaxTree => {
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

/** Returns a function that returns the first of some names that the source does not use. */
export const namesBeside = ({ nodes }: SyntaxTree) => {
  const used = new Set(
    nodes.flatMap((node) => (node.type === 'Identifier' || node.type === 'JSXIdentifier' ? [node.name] : [])),
  );
  return (...wanted: readonly [string, ...string[]]): string => {
    let name = wanted.find((one) => !used.has(one)) ?? wanted[0];
    while (used.has(name)) name += '_';
    return name;
  };
};

/** Yields the ancestors of a node, innermost first. */
export function* getAncestors(
  { positions }: SyntaxTree,
  node: Node,
): Generator<SourcePosition & { readonly child: Node }> {
  for (
    let child = node, position = positions.get(child);
    position;
    child = position.parent, position = positions.get(child)
  ) {
    yield { ...position, child };
  }
}

/** Returns whether a node is, or is inside, another node. */
export const isWithin = (name: Node, outer: Node): boolean =>
  (name.start ?? 0) >= (outer.start ?? 0) && (name.end ?? 0) <= (outer.end ?? 0);

type Annotated = Extract<
  Node,
  { type: 'TSAsExpression' | 'TSSatisfiesExpression' | 'TSNonNullExpression' | 'TSInstantiationExpression' }
>;
const isAnnotated = (node: Node): node is Annotated => /^TS(?:As|Satisfies|NonNull|Instantiation)E/.test(node.type);

/** Returns an expression without type annotations around it. */
export const stripTypeAnnotations = (node: Node): Node =>
  isAnnotated(node) ? stripTypeAnnotations(node.expression) : node;

/** Returns the parent of a node, skipping type annotations. */
export const getContext = (tree: SyntaxTree, node: Node): (SourcePosition & { readonly child: Node }) | undefined =>
  getAncestors(tree, node).find(({ parent }) => !isAnnotated(parent));

export type Member = Extract<Node, { type: 'MemberExpression' | 'OptionalMemberExpression' }>;
export const isMember = (node: Node | undefined): node is Member =>
  node?.type === 'MemberExpression' || node?.type === 'OptionalMemberExpression';

/** Returns the literal name of a property or member. */
export const getKey = (node: Node): string | undefined => {
  const key = isMember(node) ? node.property : 'key' in node ? (node.key as Node) : undefined;
  if (key?.type === 'StringLiteral') return key.value;
  return key?.type === 'Identifier' && !('computed' in node && node.computed) ? key.name : undefined;
};

/** Returns the member that is read from an expression: for `author` in `author.name`, `name`. */
export const getMemberRead = (tree: SyntaxTree, node: Node): { name: string; node: Member } | undefined => {
  const { parent, key } = tree.positions.get(node) ?? {};
  const name = isMember(parent) && key === 'object' ? getKey(parent) : undefined;
  return isMember(parent) && name !== undefined ? { name, node: parent } : undefined;
};

/** Returns the source of a node. */
export const getText = ({ source }: SyntaxTree, { start, end }: Node): string => source.slice(start ?? 0, end ?? 0);

/** Returns the source of a node on one line, shortened for a message. */
export const getExcerpt = ({ source }: SyntaxTree, { start, end }: Node, space = ' '): string => {
  const from = start ?? 0;
  // Bounds the work: the excerpt is much shorter.
  return truncate(source.slice(from, Math.min(end ?? from, from + 500)).replaceAll(/\s+/g, space), 60);
};

/** Returns the start of a node. */
export const positionAt = (node: Node): Position => ({
  line: node.loc?.start.line ?? 1,
  column: (node.loc?.start.column ?? 0) + 1,
});

/** Returns a diagnostic at the start of a node. */
export const createDiagnosticAt = (node: Node, code: DiagnosticCode, message: string): Diagnostic => ({
  ...positionAt(node),
  code,
  message,
});

const skipped = /(?:\s+|\/\/.*|\/\*[\s\S]*?\*\/)*/y;

/** Returns the offset after any white space and comments at an offset. */
export const getEndOfSpace = (source: string, from: number): number => {
  skipped.lastIndex = from;
  skipped.test(source);
  return skipped.lastIndex;
};
