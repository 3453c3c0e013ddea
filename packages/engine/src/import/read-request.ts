import type { Identifier, Node, ObjectPattern, VariableDeclarator } from '@babel/types';
import { prototypeKeys } from '../prototype-keys.ts';
import {
  getKey,
  getText,
  isMember,
  isWithin,
  type SyntaxTree,
  stripTypeAnnotations,
} from '../template/source/syntax-tree.ts';
import { referencesWithin } from '../template/source/variable-scopes.ts';
import { getMembers, type MemberTypes } from '../template/variables/prop-types.ts';
import { truncate } from '../truncate.ts';
import { variableName } from '../variable-name.ts';
import type { Conversion } from './conversion.ts';
import { yieldsConstant } from './external-nodes.ts';
import type { RequestKind } from './parameters.ts';
import type { RequestKinds } from './request-kinds.ts';
import { isMentioned } from './unused.ts';

/** Returns a function that computes something of a file once. */
const ofTree = <T>(compute: (tree: SyntaxTree) => T): ((tree: SyntaxTree) => T) => {
  const known = new WeakMap<SyntaxTree, T>();
  return (tree) => {
    const value = known.get(tree) ?? compute(tree);
    known.set(tree, value);
    return value;
  };
};

/**
 * Replaces what is read from a request with members of the component's props.
 *
 * @returns a function that writes the patterns of props, with the names that are left
 */
export const readRequest = (work: Conversion, getKind: RequestKinds): (() => void) => {
  const { entry } = work;
  const patterns: (() => void)[] = [];
  for (const node of work.tree.nodes) {
    if (!isWithin(node, entry)) continue;
    const text = textFor(work, node, getKind);
    if (text !== undefined) work.replace(node, text);
    if (node.type === 'VariableDeclarator') patterns.push(readPattern(work, node, getKind));
  }
  for (const { node } of referencesWithin(work.tree, entry)) {
    const text = node.type === 'Identifier' ? nameText(work, node, getKind) : undefined;
    if (text !== undefined) work.replace(node, text);
  }
  return () => {
    for (const write of patterns) write();
  };
};

const textFor = (work: Conversion, node: Node, getKind: RequestKinds): string | undefined => {
  if (node.type === 'CallExpression' || node.type === 'OptionalCallExpression') return callText(work, node, getKind);
  const key = isMember(node) ? getKey(node) : undefined;
  const kind = isMember(node) && key !== undefined ? getKind(node.object) : undefined;
  if (kind?.is !== 'record' || key === undefined || yieldsConstant(work.tree, node)) return undefined;
  return memberText(work, node, key, kind.defaults.get(key));
};

/** Returns the text for a name that refers to one variable or to all of them, and is not assigned to. */
const nameText = (work: Conversion, node: Identifier, getKind: RequestKinds): string | undefined => {
  const { parent, key } = work.tree.positions.get(node) ?? {};
  const kind = getKind(node);
  if ((parent?.type === 'AssignmentExpression' && key === 'left') || !kind) return undefined;
  if (yieldsConstant(work.tree, node)) return undefined;
  const before = parent?.type === 'ObjectProperty' && parent.shorthand ? `${node.name}: ` : '';
  if (kind.is === 'record') return `${before}${work.props}`;
  if (kind.is !== 'variable') return undefined;
  const fallback = kind.fallback && getText(work.tree, kind.fallback);
  return `${before}${memberText(work, node, kind.name, fallback)}`;
};

/** @param fallback source text of the default; null for a value that is only compared. */
const memberText = (
  work: Conversion,
  node: Node,
  key: string,
  fallback: string | undefined = getNothing(work, node),
): string => {
  const member = `${work.props}.${getVariable(work, node, key)}`;
  return fallback === undefined ? member : `(${member} ?? ${fallback})`;
};

/** `searchParams.get('theme') === 'dark'`: what is not sent is null. */
const getNothing = ({ tree }: Conversion, node: Node): 'null' | undefined => {
  const { parent } = tree.positions.get(node) ?? {};
  const isCompared = parent?.type === 'BinaryExpression' && /^[!=]==?$/.test(parent.operator);
  // what is dereferenced elsewhere has to be sent
  return isCompared && !getDereferenced(tree).has(getText(tree, node)) ? 'null' : undefined;
};

/** Longest expression that is compared with others, in characters: chains of members can be as long as the source. */
const longestRead = 200;

/** Returns the texts of the expressions whose members are read without asking whether they are there. */
const getDereferenced = ofTree(
  (tree) =>
    new Set(
      tree.nodes.flatMap((node) => {
        if (node.type !== 'MemberExpression') return [];
        const { start, end } = node.object;
        return (end ?? 0) - (start ?? 0) > longestRead ? [] : [getText(tree, node.object)];
      }),
    ),
);

/** Joins words of letters and digits: `og-title` becomes `ogTitle`. */
export const joinWords = (text: string): string =>
  text
    .split(/\W+/)
    .filter((word) => word !== '')
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');

/** Returns a variable name that a mint can send: `og-title` becomes `ogTitle`. */
const getVariable = (work: Conversion, node: Node, key: string): string => {
  if (variableName.test(key) && !prototypeKeys.has(key) && !/^\d/.test(key)) return key;
  const name = joinWords(key);
  const variable = name === '' || /^\d/.test(name) ? `value${name}` : name;
  work.note(node, `"${truncate(key, 60)}" is the variable ${truncate(variable, 60)} here.`);
  return variable;
};

type Call = Extract<Node, { type: 'CallExpression' | 'OptionalCallExpression' }>;

const callText = (work: Conversion, node: Call, getKind: RequestKinds): string | undefined => {
  const callee = stripTypeAnnotations(node.callee);
  const [argument, second] = node.arguments;
  const isContext = argument && getKind(argument)?.is === 'context';
  if (isContext && callee.type === 'Identifier' && callee.name === 'getRouterParam' && second?.type === 'StringLiteral')
    return memberText(work, node, second.value);
  if (!isMember(callee) || argument?.type !== 'StringLiteral') return undefined;
  const owner = getKind(callee.object)?.is;
  const method = getKey(callee);
  if (owner !== 'search' && !(owner === 'request' && (method === 'query' || method === 'param'))) return undefined;
  const yieldsConstant = owner === 'search' && method === 'get' && getAskedFor(work.tree).has(argument.value);
  const member = memberText(work, node, argument.value, yieldsConstant ? 'null' : undefined);
  if (method === 'get' || owner === 'request') return member;
  if (method === 'has') return `(${member} != null)`;
  return method === 'getAll' ? `(${member} ?? [])` : undefined;
};

/** Returns the names that the file asks for, as in `.has('title')`: they may be missing. */
const getAskedFor = ofTree(
  ({ nodes }) =>
    new Set(
      nodes.flatMap((node) => {
        if (node.type !== 'CallExpression' || !isMember(node.callee) || getKey(node.callee) !== 'has') return [];
        const [argument] = node.arguments;
        return argument?.type === 'StringLiteral' ? [argument.value] : [];
      }),
    ),
);

/** Makes `const { title } = Object.fromEntries(...)` destructure the props. */
const readPattern = (work: Conversion, { id, init }: VariableDeclarator, getKind: RequestKinds): (() => void) => {
  const kind = id.type === 'ObjectPattern' && init ? getKind(init) : undefined;
  if (kind?.is !== 'record' || id.type !== 'ObjectPattern' || !init) return () => {};
  const types = getMembers(work.tree, id.typeAnnotation ?? getTypeOf(init));
  work.replace(init, work.props);
  return () => writePattern(work, id, kind, types);
};

/** Returns the type that an expression is given: `query as Query`, `getQuery<Query>(event)`. */
const getTypeOf = (init: Node): Node | null | undefined => {
  if ('typeAnnotation' in init) return init.typeAnnotation;
  return 'typeParameters' in init && init.typeParameters && 'params' in init.typeParameters
    ? init.typeParameters.params[0]
    : undefined;
};

type RecordKind = Extract<RequestKind, { readonly is: 'record' | 'parsed' }>;

/** Leaves out the names that nothing reads any more: a mint need not send them. */
const writePattern = (work: Conversion, { properties }: ObjectPattern, kind: RecordKind, types: MemberTypes): void => {
  const hasRest = properties.some(({ type }) => type === 'RestElement');
  for (const [index, property] of properties.entries()) {
    if (property.type !== 'ObjectProperty' || property.value.type !== 'Identifier') continue;
    if (!hasRest && !isMentioned(work, property.value)) {
      work.replace({ start: property.start, end: properties[index + 1]?.start ?? property.end }, '');
      continue;
    }
    const name = getKey(property) ?? '';
    const fallback = kind.defaults.get(name) ?? (types.get(name)?.isOptional ? 'undefined' : undefined);
    if (fallback !== undefined) work.insert(` = ${fallback}`, property.end);
  }
};
