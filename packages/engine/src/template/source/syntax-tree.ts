import type { Identifier, JSXIdentifier, Node, Program } from '@babel/types';
import type { DiagnosticCode } from '../../diagnostics/diagnostic-codes.ts';
import type { Diagnostic, Position } from '../../diagnostics/diagnostics.ts';
import { truncate } from '../../truncate.ts';

/** A parsed source and its indexes. */
export interface SyntaxNodes {
  readonly source: string;
  readonly program: Program;
  /** All nodes except types, parents first. */
  readonly nodes: readonly Node[];
  /** The parent of each node, and the property that contains the node. */
  readonly positions: ReadonlyMap<Node, SourcePosition>;
  /** Names used in types: an import that only types use does not exist at run time. */
  readonly typeNames: ReadonlySet<string>;
  /** Interfaces and type aliases by name; of equal names a top-level one, then the first. */
  readonly types: ReadonlyMap<string, Node>;
}

/** A parsed source, its indexes, and the meaning of its names. */
export interface SyntaxTree extends SyntaxNodes {
  /** In source order. */
  readonly references: readonly Reference[];
  /** Returns the innermost scope around a node; undefined for the program. */
  getScope(node: Node): Node | undefined;
  /** Returns the binding of a name; undefined for other nodes and undeclared names. */
  bindingOf(name: Node): Binding | undefined;
  referencesTo(binding: Binding): readonly Reference[];
  /** Returns all identifiers that read or write the binding of a name; undefined if there is none. */
  usesOf(name: Node): readonly Node[] | undefined;
  /** Returns the module from which a name is imported. */
  moduleOf(binding: Binding | undefined): string | undefined;
}

/** A declared name. */
export interface Binding {
  readonly name: string;
  readonly identifier: Identifier;
  /** The declarator, function, class or import specifier, or the function that has it as a parameter. */
  readonly declaration: Node;
  readonly scope: Node;
}

/** An identifier that reads or writes a name. */
export interface Reference {
  readonly node: Identifier | JSXIdentifier;
  /** Undefined for names that the source does not declare. */
  readonly binding: Binding | undefined;
}

export interface SourcePosition {
  readonly parent: Node;
  readonly key: string;
}

/** Returns a function that returns the first of some names that the source does not use. */
export const namesBeside = ({ nodes }: Pick<SyntaxTree, 'nodes'>) => {
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
  { positions }: Pick<SyntaxTree, 'positions'>,
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

export const getText = ({ source }: SyntaxTree, { start, end }: Node): string => source.slice(start ?? 0, end ?? 0);

/** Returns the source of a node on one line, shortened for a message. */
export const getExcerpt = ({ source }: SyntaxTree, { start, end }: Node, space = ' '): string => {
  const from = start ?? 0;
  // Bounds the work: the excerpt is much shorter.
  return truncate(source.slice(from, Math.min(end ?? from, from + 500)).replaceAll(/\s+/g, space), 60);
};

export const positionAt = (node: Node): Position => ({
  line: node.loc?.start.line ?? 1,
  column: (node.loc?.start.column ?? 0) + 1,
});

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
