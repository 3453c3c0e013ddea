import type { Node } from '@babel/types';
import type { Diagnostic } from '../../diagnostics/diagnostics.ts';
import { getOwn } from '../../get-own.ts';
import { splitWords } from '../../split-words.ts';
import { createMissingName, isHook, reactNames } from '../../template/source/imports.ts';
import { type FoundComponent, isReact } from '../../template/source/module.ts';
import {
  createDiagnosticAt,
  getAncestors,
  type Reference,
  type SyntaxTree,
  stripTypeAnnotations,
} from '../../template/source/syntax-tree.ts';
import { isFunction } from '../../template/source/variable-scopes.ts';

/** Global names in templates: those of the language, and those that the sandbox adds. */
const available: ReadonlySet<string> = new Set(
  splitWords(`
  undefined NaN Infinity globalThis arguments parseInt parseFloat isNaN isFinite
  encodeURIComponent decodeURIComponent encodeURI decodeURI escape unescape
  Object Array String Number Boolean BigInt Symbol Math JSON Date RegExp Reflect
  Map Set WeakMap WeakSet WeakRef FinalizationRegistry Proxy Promise Iterator Function
  ArrayBuffer SharedArrayBuffer DataView
  Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array
  Float16Array Float32Array Float64Array BigInt64Array BigUint64Array
  Error TypeError RangeError SyntaxError ReferenceError EvalError URIError AggregateError
  Intl URL URLSearchParams TextEncoder TextDecoder btoa atob structuredClone console React
`),
);

export const isAvailable = (name: string): boolean => available.has(name);

/** Explanations for unavailable names that templates often use. */
const reasons: Readonly<Record<string, string>> = {
  fetch: 'fetch is not available: a template renders what it is given as variables.',
  require: 'require is not available; templates may import react, next/image, clsx and tailwind-merge.',
  eval: 'eval is not available in templates.',
  process: 'process is not available in templates: take what it would give as a variable.',
};
const unavailableNames = new Set(
  splitWords(`
  window self document navigator location history localStorage sessionStorage process Buffer module exports global
  setTimeout setInterval setImmediate clearTimeout clearInterval clearImmediate queueMicrotask requestAnimationFrame
  performance Performance PerformanceEntry PerformanceMark PerformanceMeasure PerformanceObserver
  PerformanceObserverEntryList PerformanceResourceTiming crypto Crypto CryptoKey SubtleCrypto
  XMLHttpRequest WebSocket Worker Image Blob File FormData Headers Request Response EventSource URLPattern Navigator
  AbortController AbortSignal Event EventTarget CustomEvent CloseEvent MessageEvent DOMException DOMParser
  BroadcastChannel MessageChannel MessagePort ReadableStream ReadableStreamDefaultReader ReadableStreamBYOBReader
  ReadableStreamBYOBRequest ReadableByteStreamController ReadableStreamDefaultController WritableStream
  WritableStreamDefaultController WritableStreamDefaultWriter TransformStream TransformStreamDefaultController
  ByteLengthQueuingStrategy CountQueuingStrategy TextEncoderStream TextDecoderStream CompressionStream
  DecompressionStream WebAssembly Atomics DisposableStack AsyncDisposableStack SuppressedError __dirname __filename
`),
);

/** Reports everything that templates may not do, anywhere in the source. */
export const checkRules = (tree: SyntaxTree): Diagnostic[] => [
  ...tree.nodes.flatMap((node) => checkNode(node, tree)),
  ...checkNames(tree),
];

const namespaceMessage =
  'A namespace does not work in templates: write an object, or the functions and constants one by one.';

/** Returns whether a module declaration has values: `declare` and types leave nothing behind. */
const isNamespace = (node: Extract<Node, { type: 'TSModuleDeclaration' }>): boolean =>
  !node.declare && node.id.type === 'Identifier' && node.kind !== 'global' && hasValues(node.body);
const hasValues = (body: Node): boolean => {
  if (body.type === 'TSModuleDeclaration') return hasValues(body.body);
  const statements = body.type === 'TSModuleBlock' ? body.body : [];
  return statements.some((statement) => {
    const one = (statement.type === 'ExportNamedDeclaration' && statement.declaration) || statement;
    if (one.type === 'TSModuleDeclaration') return isNamespace(one);
    return !typeStatements.has(one.type) && !('declare' in one && one.declare === true);
  });
};
const typeStatements = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'EmptyStatement']);

const metaMessage = 'import.meta is not available: name the whole address, or take it as a variable.';

const checkNode = (node: Node, tree: SyntaxTree): Diagnostic[] => {
  switch (node.type) {
    case 'Import':
    case 'ImportExpression':
      return [createDiagnosticAt(node, 'import', 'import() does not work in templates; import at the top instead.')];
    case 'MetaProperty':
      return node.meta.name === 'import' ? [createDiagnosticAt(node, 'unavailable', metaMessage)] : [];
    case 'VariableDeclaration':
      return node.kind === 'using' || node.kind === 'await using'
        ? [createDiagnosticAt(node, 'syntax', `${node.kind} does not work in templates: write const.`)]
        : [];
    case 'TSModuleDeclaration':
      return isNamespace(node) && tree.positions.get(node)?.parent.type !== 'TSModuleDeclaration'
        ? [createDiagnosticAt(node, 'syntax', namespaceMessage)]
        : [];
    case 'ExportAllDeclaration':
    case 'TSExportAssignment':
    case 'TSImportEqualsDeclaration':
      return [createDiagnosticAt(node, 'import', 'Only `import ... from` and plain exports work in templates.')];
    case 'ExportNamedDeclaration':
      return node.source && node.exportKind !== 'type'
        ? [createDiagnosticAt(node, 'import', `"${node.source.value}" cannot be imported.`)]
        : [];
    case 'JSXOpeningElement':
      return node.name.type === 'JSXNamespacedName'
        ? [createDiagnosticAt(node, 'syntax', 'A tag with a colon in its name does not work in JSX.')]
        : [];
    case 'JSXAttribute':
      return checkAttribute(node, tree);
    case 'MemberExpression':
    case 'JSXMemberExpression':
      return checkReactMember(node, tree);
    case 'ClassDeclaration':
    case 'ClassExpression':
      return isReactComponent(node.superClass, tree)
        ? [createDiagnosticAt(node, 'class-component', 'Class components do not work in templates; write a function.')]
        : [];
    default:
      return [];
  }
};

const checkAttribute = (node: Extract<Node, { type: 'JSXAttribute' }>, tree: SyntaxTree): Diagnostic[] => {
  if (node.name.name !== 'dangerouslySetInnerHTML') return [];
  const parent = tree.positions.get(node)?.parent;
  const tag = parent?.type === 'JSXOpeningElement' && parent.name.type === 'JSXIdentifier' ? parent.name.name : '';
  if (tag === 'style') return [];
  const message = 'dangerouslySetInnerHTML works on <style> only; write the elements instead.';
  return [createDiagnosticAt(node, 'inner-html', message)];
};

const checkReactMember = (
  node: Extract<Node, { type: 'MemberExpression' | 'JSXMemberExpression' }>,
  tree: SyntaxTree,
): Diagnostic[] => {
  const { object, property } = node;
  const isNamed =
    property.type === 'JSXIdentifier' || (property.type === 'Identifier' && !('computed' in node && node.computed));
  // Class components are reported where they are declared.
  const isKnown = (name: string) => reactNames.has(name) || /^(?:Pure)?Component$/.test(name);
  return isNamed && isReact(object, tree) && !isKnown(property.name)
    ? [createMissingName(node, property.name, 'react')]
    : [];
};

const isReactComponent = (node: Node | null | undefined, tree: SyntaxTree): boolean => {
  if (node?.type === 'MemberExpression' && node.property.type === 'Identifier')
    return /^(Pure)?Component$/.test(node.property.name) && isReact(node.object, tree);
  return node?.type === 'Identifier' && /^(Pure)?Component$/.test(node.name);
};

/** Code that finds out with `typeof` whether a name exists can do without it. */
const checkNames = (tree: SyntaxTree): Diagnostic[] => {
  const isTested = ({ node }: Reference): boolean => {
    const parent = tree.positions.get(node)?.parent;
    return parent?.type === 'UnaryExpression' && parent.operator === 'typeof';
  };
  const tested = new Set(tree.references.filter(isTested).map(({ node }) => node.name));
  return tree.references.flatMap((reference) =>
    tested.has(reference.node.name) && !isLooseArguments(reference.node, tree) ? [] : checkName(reference, tree),
  );
};

const checkName = ({ node, binding }: Reference, tree: SyntaxTree): Diagnostic[] => {
  const { name } = node;
  const isLoose = isLooseArguments(node, tree);
  if (binding || (available.has(name) && !isLoose)) return [];
  if (isHook(name) && !reactNames.has(name)) return [createMissingName(node, name, 'react')];
  const isUnavailable = unavailableNames.has(name);
  const reason = getOwn(reasons, name);
  const message = reason ?? (isUnavailable ? `${name} is not available in templates.` : `${name} is not defined.`);
  return [createDiagnosticAt(node, reason || isUnavailable ? 'unavailable' : 'undefined-name', message)];
};

/** Returns whether a name is `arguments` outside a function, where it would refer to the script's own. */
const isLooseArguments = (node: Reference['node'], tree: SyntaxTree): boolean =>
  node.name === 'arguments' &&
  !getAncestors(tree, node).some(({ parent }) => isFunction(parent) && parent.type !== 'ArrowFunctionExpression');

/** Reports what a component must not be. */
export const checkComponent = ({ fn, takesRef }: FoundComponent): Diagnostic[] => {
  const problems: Diagnostic[] = [];
  if (fn.generator)
    problems.push(createDiagnosticAt(fn, 'no-component', 'The component is a generator; it must return elements.'));
  if (isHandler(fn)) return [...problems, createDiagnosticAt(fn, 'no-component', handlerMessage)];
  const extra = fn.params[takesRef ? 2 : 1];
  const second = 'A component takes one parameter, its props; there is nothing to pass as a second.';
  if (extra) problems.push(createDiagnosticAt(extra, 'second-parameter', second));
  const [first] = fn.params;
  const pattern = first?.type === 'AssignmentPattern' ? first.left : first;
  const list = 'Variables have names: take them as { title, author }, not as a list.';
  if (pattern?.type === 'ArrayPattern') problems.push(createDiagnosticAt(pattern, 'array-parameter', list));
  return problems;
};

const handlerMessage =
  'This answers a request and is not a template; write `export default function Card({ title }) { return <div>{title}</div>; }`, with what it reads of the request as props.';

/** Returns whether a function is a request handler: `handler(req)`, `(req, res)`. */
const isHandler = (fn: FoundComponent['fn']): boolean => {
  const [first, second] = fn.params.map((parameter) => (parameter.type === 'Identifier' ? parameter.name : ''));
  const isNamed = fn.type === 'FunctionDeclaration' && fn.id?.name === 'handler';
  return /^_?req(?:uest)?$/.test(first ?? '') && (isNamed || /^_?res(?:ponse)?$/.test(second ?? ''));
};

/** Reports elements that are a separate statement, so that they have no effect. */
export const lintReturn = (tree: SyntaxTree): Diagnostic[] =>
  tree.nodes.flatMap((node) => {
    if (node.type !== 'ExpressionStatement') return [];
    const { type } = stripTypeAnnotations(node.expression);
    if (type !== 'JSXElement' && type !== 'JSXFragment') return [];
    return [createDiagnosticAt(node, 'not-returned', 'This element is made and dropped: write return before it.')];
  });

/** Reports uses of the clock and of random numbers. */
export const lintClockAndChance = (tree: SyntaxTree): Diagnostic[] =>
  tree.references.flatMap(({ node, binding }) => {
    if (binding || (node.name !== 'Date' && node.name !== 'Math')) return [];
    const use = getUse(node, tree);
    const clock = 'The clock stands at the start of the day of minting, in UTC: each day has an image of its own.';
    if (use === 'clock') return [createDiagnosticAt(node, 'clock', clock)];
    const chance = 'Math.random() gives the same numbers for the same variables, so that the image stays the same.';
    return use === 'chance' ? [createDiagnosticAt(node, 'chance', chance)] : [];
  });

const getUse = (node: Node, tree: SyntaxTree): 'clock' | 'chance' | undefined => {
  const [first, second] = getAncestors(tree, node).take(2);
  const parent = first?.parent;
  if (parent?.type === 'NewExpression' && first?.key === 'callee')
    return parent.arguments.length === 0 ? 'clock' : undefined;
  if (parent?.type === 'CallExpression' && first?.key === 'callee') return 'clock';
  if (parent?.type !== 'MemberExpression' || second?.parent.type !== 'CallExpression') return undefined;
  const member = parent.property.type === 'Identifier' ? parent.property.name : '';
  return member === 'now' ? 'clock' : member === 'random' ? 'chance' : undefined;
};
