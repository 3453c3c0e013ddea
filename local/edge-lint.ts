import { parse } from '@babel/parser';
import type { Node } from '@babel/types';
import { VISITOR_KEYS } from '@babel/types';
import { awsFacts } from '../lambdas/config/aws-facts.ts';

/** Maximum size of a CloudFront Function. */
const sourceBytes = awsFacts.edgeFunctionBytes.value;
const modules = ['cloudfront', 'crypto', 'querystring', 'buffer'];

/** Syntax that the runtime does not list (CloudFront developer guide, "JavaScript runtime 2.0 features"). */
const unknownSyntax = new Set<string>([
  ...['ClassDeclaration', 'ClassExpression', 'ForOfStatement', 'ObjectPattern', 'ArrayPattern', 'AssignmentPattern'],
  ...['SpreadElement', 'OptionalMemberExpression', 'OptionalCallExpression', 'YieldExpression', 'WithStatement'],
  ...['ExportNamedDeclaration', 'ExportDefaultDeclaration', 'ExportAllDeclaration', 'Import', 'ImportExpression'],
  ...['BigIntLiteral', 'ObjectMethod', 'MetaProperty', 'TaggedTemplateExpression'],
]);
/** Names that the runtime rejects or lacks. */
const unknownNames = new Set([
  ...['eval', 'Function', 'setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'fetch', 'process', 'require'],
  ...['URL', 'URLSearchParams', 'Intl', 'Map', 'Set', 'WeakMap', 'Proxy', 'Reflect'],
  ...['structuredClone', 'XMLHttpRequest', 'WebAssembly'],
]);

const getProblem = (node: Node, parent: Node | undefined): string | undefined => {
  const isAsyncClosure = node.type === 'ArrowFunctionExpression' && node.async;
  if (unknownSyntax.has(node.type)) return node.type;
  if (isAsyncClosure) return 'async closure';
  if (node.type === 'LogicalExpression' && node.operator === '??') return '??';
  if (node.type === 'AssignmentExpression' && ['??=', '||=', '&&='].includes(node.operator)) return node.operator;
  if (node.type === 'ImportDeclaration' && !modules.includes(node.source.value)) return `import ${node.source.value}`;
  if (node.type === 'ObjectProperty' && node.shorthand) return 'shorthand property';
  // in the terms of the runtime's documentation, an async argument
  if (node.type === 'AwaitExpression' && parent?.type === 'CallExpression') return 'await as an argument';
  const isProperty = parent?.type === 'MemberExpression' && parent.property === node && !parent.computed;
  if (node.type === 'Identifier' && !isProperty && unknownNames.has(node.name)) return node.name;
  return undefined;
};

const walk = function* (node: Node, parent?: Node): Generator<string> {
  const problem = getProblem(node, parent);
  if (problem) yield `line ${node.loc?.start.line}: ${problem}`;
  for (const key of VISITOR_KEYS[node.type] ?? []) {
    const child = (node as unknown as Record<string, Node | (Node | null)[] | null | undefined>)[key];
    for (const one of Array.isArray(child) ? child : [child]) if (one) yield* walk(one, node);
  }
};

/** Returns what CloudFront's JavaScript runtime 2.0 would reject in a source text; empty if nothing. */
export const edgeSourceProblems = (source: string): readonly string[] => {
  const bytes = Buffer.byteLength(source);
  const size = bytes > sourceBytes ? [`${bytes} bytes, more than ${sourceBytes}`] : [];
  return [...size, ...walk(parse(source, { sourceType: 'module' }).program)];
};
