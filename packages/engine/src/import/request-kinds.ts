import type { Node, ObjectExpression } from '@babel/types';
import { getOwn } from '../get-own.ts';
import {
  type Binding,
  getKey,
  getText,
  isMember,
  type SyntaxTree,
  stripTypeAnnotations,
} from '../template/source/syntax-tree.ts';
import type { Conversion } from './conversion.ts';
import { type Parameters, type RequestKind, record } from './parameters.ts';

export type RequestKinds = (expression: Node) => RequestKind | undefined;

/** Returns a function that determines which part of the request an expression is, through names, members and calls. */
export const requestKinds = ({ tree, resolve }: Conversion, parameters: Parameters): RequestKinds => {
  const defaultsOf = readSchemas(tree, resolve);
  const cache = new Map<Node, RequestKind | undefined>();
  const getKind: RequestKinds = (expression) => {
    const node = stripTypeAnnotations(expression);
    if (cache.has(node)) return cache.get(node);
    // Ends circular references.
    cache.set(node, undefined);
    const kind = computeKind(node);
    cache.set(node, kind);
    return kind;
  };
  const computeKind = (node: Node): RequestKind | undefined => {
    switch (node.type) {
      case 'Identifier':
        return named(node);
      case 'AwaitExpression':
        return getKind(node.argument);
      case 'LogicalExpression':
        return node.operator === '&&' ? undefined : getWhole(getKind(node.left));
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        return getMember(getKind(node.object), getKey(node));
      case 'ObjectExpression':
        return isQuery(node) ? { is: 'search' } : undefined;
      case 'NewExpression':
        return constructed(node.callee, node.arguments[0]);
      case 'CallExpression':
      case 'OptionalCallExpression':
        return called(stripTypeAnnotations(node.callee), node.arguments[0]);
      default:
        return undefined;
    }
  };
  /** `{ title: searchParams.get('title') ?? undefined }` */
  const isQuery = ({ properties }: ObjectExpression): boolean =>
    properties.every((one) => {
      let value = one.type === 'ObjectProperty' ? stripTypeAnnotations(one.value) : one;
      if (value.type === 'LogicalExpression') value = stripTypeAnnotations(value.left);
      const callee = value.type === 'CallExpression' ? value.callee : undefined;
      return isMember(callee) && getKey(callee) === 'get' && getKind(callee.object)?.is === 'search';
    });
  const named = (node: Extract<Node, { type: 'Identifier' }>): RequestKind | undefined => {
    const binding = tree.bindingOf(node);
    if (!binding) return undefined;
    const parameter = parameters.kinds.get(binding.identifier);
    if (parameter || cache.has(binding.identifier)) return parameter ?? cache.get(binding.identifier);
    cache.set(binding.identifier, undefined);
    const kind = declaredAs(binding);
    cache.set(binding.identifier, kind);
    return kind;
  };
  const declaredAs = ({ declaration, identifier }: Binding): RequestKind | undefined => {
    if (declaration.type !== 'VariableDeclarator' || !declaration.init) return undefined;
    if (declaration.id.type === 'Identifier') return getWhole(getKind(declaration.init));
    if (declaration.id.type !== 'ObjectPattern') return undefined;
    const property = declaration.id.properties.find((one) => one.type === 'ObjectProperty' && one.value === identifier);
    const key = property && getKey(property);
    const whole = getKind(declaration.init);
    return whole?.is === 'record' ? undefined : getWhole(getMember(whole, key));
  };
  const constructed = (callee: Node, argument: Node | undefined): RequestKind | undefined => {
    if (callee.type !== 'Identifier' || tree.bindingOf(callee) || !argument) return undefined;
    const kind = getKind(argument)?.is;
    if (callee.name === 'URL') return kind === 'url' ? { is: 'url' } : undefined;
    return callee.name === 'URLSearchParams' && kind !== undefined ? { is: 'search' } : undefined;
  };
  const called = (callee: Node, argument: Node | undefined): RequestKind | undefined => {
    const given = argument && getKind(argument);
    // Functions of Nuxt and h3: `getQuery(event)`.
    if (
      callee.type === 'Identifier' &&
      given?.is === 'context' &&
      /^(?:get\w*Query|getRouterParams|readBody)$/.test(callee.name)
    )
      return record;
    if (!isMember(callee)) return undefined;
    const name = getKey(callee) ?? '';
    if (name === 'fromEntries' && given?.is === 'search') return record;
    if (given?.is === 'record' || given?.is === 'search') return parsed(name, callee.object);
    const owner = getKind(callee.object)?.is;
    if (owner === 'request' && name === 'valid') return { is: 'record', defaults: validated(argument) };
    return getResult(owner, name, argument);
  };
  /** Returns the defaults of `zValidator('query', schema)` for `c.req.valid('query')`. */
  const validated = (target: Node | undefined): ReadonlyMap<string, string> => {
    for (const node of tree.nodes) {
      if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') continue;
      const [first, schema] = node.arguments;
      const isSame =
        first?.type === 'StringLiteral' && target?.type === 'StringLiteral' && first.value === target.value;
      if (isSame && schema && /Validator$/.test(node.callee.name)) return defaultsOf(schema);
    }
    return new Map();
  };
  const parsed = (method: string, schema: Node): RequestKind | undefined => {
    if (!/^(?:safeP|p)arse(?:Async)?$/.test(method)) return undefined;
    return { is: method.startsWith('safe') ? 'parsed' : 'record', defaults: defaultsOf(schema) };
  };
  return getKind;
};

const getResult = (
  owner: RequestKind['is'] | undefined,
  method: string,
  argument: Node | undefined,
): RequestKind | undefined => {
  if (owner === 'search' && method === 'entries') return { is: 'search' };
  if (
    owner === 'request' &&
    (/^(?:json|formData|parseBody)$/.test(method) || (!argument && /^(?:query|param)$/.test(method)))
  )
    return record;
  return owner === 'url' ? { is: 'url' } : undefined;
};

/** Excludes single variables, to which a name cannot refer. */
const getWhole = (kind: RequestKind | undefined) => (kind?.is === 'variable' ? undefined : kind);

const members: Readonly<Record<string, Readonly<Record<string, RequestKind>>>> = {
  request: { url: { is: 'url' }, nextUrl: { is: 'url' }, query: record, body: record, method: { is: 'route' } },
  context: {
    ...{ params: record, searchParams: record, props: record, query: record, env: record },
    ...{ queryStringParameters: record, pathParameters: record },
    ...{ request: { is: 'request' }, req: { is: 'request' }, url: { is: 'url' }, context: { is: 'context' } },
  },
  url: { searchParams: { is: 'search' }, search: { is: 'url' }, href: { is: 'url' }, pathname: { is: 'route' } },
};

const getMember = (kind: RequestKind | undefined, key: string | undefined): RequestKind | undefined => {
  if (!kind || key === undefined) return undefined;
  if (kind.is === 'parsed') return key === 'data' ? { is: 'record', defaults: kind.defaults } : undefined;
  const kinds = members[kind.is];
  return kinds && getOwn(kinds, key);
};

/** Maximum number of chained calls to follow. */
const maxCalls = 50;

/**
 * Returns a function that returns the defaults that a schema of the file declares, as in
 * `z.object({ title: z.string().default('x') })`: their source texts by name.
 */
const readSchemas = (tree: SyntaxTree, resolve: Conversion['resolve']) => {
  const cache = new Map<Node, ReadonlyMap<string, string>>();
  const read = (schema: Node): ReadonlyMap<string, string> => {
    const found = new Map<string, string>();
    for (const { callee, argument } of getChain(resolve(schema), resolve)) {
      if ((callee !== 'object' && callee !== 'extend') || argument?.type !== 'ObjectExpression') continue;
      for (const property of argument.properties) {
        const name = getKey(property);
        const fallback = property.type === 'ObjectProperty' ? getFallback(property.value) : undefined;
        if (name !== undefined && fallback !== undefined && !found.has(name)) found.set(name, fallback);
      }
    }
    return found;
  };
  const getFallback = (type: Node): string | undefined => {
    const calls = getChain(type, resolve);
    const given = calls.find(({ callee }) => callee === 'default')?.argument;
    // what a function makes of the text is unknown
    if (calls.some(({ callee }) => /^(?:transform|pipe)$/.test(callee))) return undefined;
    if (given) return getText(tree, given);
    return calls.some(({ callee }) => /^(?:optional|nullish|nullable)$/.test(callee)) ? 'undefined' : undefined;
  };
  return (schema: Node): ReadonlyMap<string, string> => {
    const defaults = cache.get(schema) ?? read(schema);
    cache.set(schema, defaults);
    return defaults;
  };
};

/** Returns the calls of `z.string().max(3).default('x')`, last first. */
const getChain = (expression: Node | undefined, resolve: Conversion['resolve']) => {
  const calls: { callee: string; argument: Node | undefined }[] = [];
  let node = expression && stripTypeAnnotations(expression);
  while (node?.type === 'CallExpression' && calls.length < maxCalls) {
    const callee = stripTypeAnnotations(node.callee);
    if (callee.type !== 'MemberExpression') break;
    const [argument] = node.arguments;
    calls.push({ callee: getKey(callee) ?? '', argument: argument && stripTypeAnnotations(argument) });
    const object = stripTypeAnnotations(callee.object);
    node = object.type === 'Identifier' ? resolve(object) : object;
  }
  return calls;
};
