import { parse } from '@babel/parser';
import type { Node, Program } from '@babel/types';
import { shortened } from '../../shortened.ts';
import { splitWords } from '../../split-words.ts';
import type { DiagnosticCode } from '../lint/source/diagnostic-codes.ts';
import type { Diagnostic, Position } from '../lint/source/diagnostics.ts';
import { fatalProblems, grammar, type ParserError, syntaxProblems } from './syntax-problems.ts';

/** A parsed source with what walking it needs. */
export interface SyntaxTree {
  readonly source: string;
  readonly program: Program;
  /** Every node of code, parents before children; types are left out. */
  readonly nodes: readonly Node[];
  /** A node's parent, and the parent's property that holds it. */
  readonly positions: ReadonlyMap<Node, SourcePosition>;
  /** Names that types mention: an import used only by them is no import at run time. */
  readonly typeNames: ReadonlySet<string>;
  /** The interfaces and aliases declared at the top, by name; of equal names the first. */
  readonly types: ReadonlyMap<string, Node>;
}

export interface SourcePosition {
  readonly parent: Node;
  readonly key: string;
}

export interface Parsed {
  /** Absent when the source could not be read to its end. */
  readonly tree?: SyntaxTree;
  readonly problems: readonly Diagnostic[];
}

/**
 * Parses JSX or TSX, going on after an error where that makes sense, so that all of them can be reported.
 *
 * @param placeOf for a source that was made of another one: where its places stand there. @default where they are
 */
export const parseTemplate = (source: string, getSourcePosition?: (position: Position) => Position): Parsed => {
  try {
    const file = parse(source, { ...grammar, errorRecovery: true });
    const errors = (file.errors ?? []) as unknown as ParserError[];
    const tree = getTree(source, file.program);
    if (getSourcePosition) relocate(tree, getSourcePosition);
    return { tree, problems: syntaxProblems(source, errors) };
  } catch (error) {
    if (error instanceof SyntaxError) return { problems: fatalProblems(source, error as unknown as ParserError) };
    const message = 'The code nests too deeply to be read.';
    if (error instanceof RangeError) return { problems: [{ line: 1, column: 1, code: 'too-deep', message }] };
    throw error;
  }
};

/** Lets every node say where it stands in another source; its offsets stay those of its own. */
const relocate = ({ nodes }: SyntaxTree, getSourcePosition: (position: Position) => Position): void => {
  for (const { loc } of nodes) {
    if (!loc) continue;
    const { line, column } = getSourcePosition({ line: loc.start.line, column: loc.start.column + 1 });
    loc.start.line = line;
    loc.start.column = column - 1;
  }
};

/** TypeScript nodes that hold code; all others hold types and vanish. */
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

/** Nodes directly under a node, in source order. */
const getChildren = (node: Node): { child: Node; key: string }[] =>
  Object.entries(node).flatMap(([key, value]) => {
    if (unwalked.has(key)) return [];
    const inside: readonly unknown[] = Array.isArray(value) ? value : [value];
    return inside.filter(isNode).map((child) => ({ child, key }));
  });

/** Walks with a list of its own instead of the stack, which a long chain of `+` would exhaust. */
const getTree = (source: string, program: Program): SyntaxTree => {
  const nodes: Node[] = [];
  const positions = new Map<Node, SourcePosition>();
  const typeNames = new Set<string>();
  const ahead: { node: Node; isInType: boolean }[] = [{ node: program, isInType: false }];
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    const { node, isInType } = next;
    if (isInType && node.type === 'Identifier') typeNames.add(node.name);
    if (!isInType) nodes.push(node);
    const inside = getChildren(node).map(({ child, key }) => {
      positions.set(child, { parent: node, key });
      return { node: child, isInType: isInType || isType(child) };
    });
    ahead.push(...inside.reverse());
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

/** The nodes around a node, innermost first. */
export function* around({ positions }: SyntaxTree, node: Node): Generator<SourcePosition & { readonly child: Node }> {
  for (
    let child = node, position = positions.get(child);
    position;
    child = position.parent, position = positions.get(child)
  ) {
    yield { ...position, child };
  }
}

/** Whether a name is, or stands inside, another node. */
export const isWithin = (name: Node, outer: Node): boolean =>
  (name.start ?? 0) >= (outer.start ?? 0) && (name.end ?? 0) <= (outer.end ?? 0);

type Annotated = Extract<
  Node,
  { type: 'TSAsExpression' | 'TSSatisfiesExpression' | 'TSNonNullExpression' | 'TSInstantiationExpression' }
>;
const isAnnotated = (node: Node): node is Annotated => /^TS(?:As|Satisfies|NonNull|Instantiation)E/.test(node.type);

/** An expression without the type annotations around it. */
export const bare = (node: Node): Node => (isAnnotated(node) ? bare(node.expression) : node);

/** What a node stands in, through the type annotations around it. */
export const getContext = (tree: SyntaxTree, node: Node): (SourcePosition & { readonly child: Node }) | undefined =>
  around(tree, node).find(({ parent }) => !isAnnotated(parent));

export type Member = Extract<Node, { type: 'MemberExpression' | 'OptionalMemberExpression' }>;
export const isMember = (node: Node | undefined): node is Member =>
  node?.type === 'MemberExpression' || node?.type === 'OptionalMemberExpression';

/** Name of a property, a member or a property of a pattern, where it is written out. */
export const getKey = (node: Node): string | undefined => {
  const key = isMember(node) ? node.property : 'key' in node ? (node.key as Node) : undefined;
  if (key?.type === 'StringLiteral') return key.value;
  return key?.type === 'Identifier' && !('computed' in node && node.computed) ? key.name : undefined;
};

/** The member that is read of an expression: of `author` in `author.name` its name and the whole. */
export const getMemberRead = (tree: SyntaxTree, node: Node): { name: string; node: Member } | undefined => {
  const { parent, key } = tree.positions.get(node) ?? {};
  const name = isMember(parent) && key === 'object' ? getKey(parent) : undefined;
  return isMember(parent) && name !== undefined ? { name, node: parent } : undefined;
};

/** The source of a node. */
export const getText = ({ source }: SyntaxTree, { start, end }: Node): string => source.slice(start ?? 0, end ?? 0);

/** The source of a node, on one line and shortened for a message. */
export const getExcerpt = ({ source }: SyntaxTree, { start, end }: Node, space = ' '): string => {
  const from = start ?? 0;
  // what is quoted is shorter by far
  return shortened(source.slice(from, Math.min(end ?? from, from + 500)).replaceAll(/\s+/g, space), 60);
};

/** Where a node starts. */
export const positionAt = (node: Node): Position => ({
  line: node.loc?.start.line ?? 1,
  column: (node.loc?.start.column ?? 0) + 1,
});

/** A diagnostic at the start of a node. */
export const diagnosticAt = (node: Node, code: DiagnosticCode, message: string): Diagnostic => ({
  ...positionAt(node),
  code,
  message,
});

const skipped = /(?:\s+|\/\/.*|\/\*[\s\S]*?\*\/)*/y;

/** Position after the white space and comments that stand at a place of a source; the place itself where there are none. */
export const afterSpace = (source: string, from: number): number => {
  skipped.lastIndex = from;
  skipped.test(source);
  return skipped.lastIndex;
};
