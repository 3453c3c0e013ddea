import type { Node } from '@babel/types';
import { getOwn } from '../get-own.ts';
import { getKey, isMember, stripTypeAnnotations } from '../template/source/syntax-tree.ts';
import type { Binding, Scopes } from '../template/source/variable-scopes.ts';
import { type Parameters, type RequestKind, record } from './parameters.ts';
import type { Schemas } from './schemas.ts';

export type RequestKinds = (expression: Node) => RequestKind | undefined;

/** Returns a function that determines which part of the request an expression is, through names, members and calls. */
export const requestKinds = (scopes: Scopes, parameters: Parameters, schemas: Schemas): RequestKinds => {
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
      case 'NewExpression':
        return constructed(node.callee, node.arguments[0]);
      case 'CallExpression':
      case 'OptionalCallExpression':
        return called(stripTypeAnnotations(node.callee), node.arguments[0]);
      default:
        return undefined;
    }
  };
  const named = (node: Extract<Node, { type: 'Identifier' }>): RequestKind | undefined => {
    const binding = scopes.bindingOf(node);
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
    if (callee.type !== 'Identifier' || scopes.bindingOf(callee) || !argument) return undefined;
    const kind = getKind(argument)?.is;
    if (callee.name === 'URL') return kind === 'address' || kind === 'url' ? { is: 'url' } : undefined;
    if (callee.name !== 'URLSearchParams') return undefined;
    return kind === undefined ? undefined : { is: 'search' };
  };
  const called = (callee: Node, argument: Node | undefined): RequestKind | undefined => {
    if (!isMember(callee)) return undefined;
    const name = getKey(callee) ?? '';
    const given = argument && getKind(argument);
    if (name === 'fromEntries' && (given?.is === 'search' || given?.is === 'entries')) return record;
    if (given?.is === 'record' || given?.is === 'search') return parsed(name, callee.object);
    return getResult(getKind(callee.object)?.is, name);
  };
  const parsed = (method: string, schema: Node): RequestKind | undefined => {
    if (!/^(?:safeP|p)arse(?:Async)?$/.test(method)) return undefined;
    return { is: method.startsWith('safe') ? 'parsed' : 'record', defaults: schemas.defaultsOf(schema) };
  };
  return getKind;
};

/** Returns the result of a method of a part of the request. */
const getResult = (owner: RequestKind['is'] | undefined, method: string): RequestKind | undefined => {
  if (owner === 'search' && method === 'entries') return { is: 'entries' };
  if (owner === 'request' && (method === 'json' || method === 'formData')) return record;
  return owner === 'address' ? { is: 'address' } : undefined;
};

/** Excludes single variables, to which a name cannot refer. */
const getWhole = (kind: RequestKind | undefined) => (kind?.is === 'variable' ? undefined : kind);

const members: Readonly<Record<string, Readonly<Record<string, RequestKind>>>> = {
  request: { url: { is: 'address' }, nextUrl: { is: 'url' }, query: record, body: record },
  context: { params: record, searchParams: record },
  url: { searchParams: { is: 'search' }, search: { is: 'address' }, href: { is: 'address' } },
};

const getMember = (kind: RequestKind | undefined, key: string | undefined): RequestKind | undefined => {
  if (!kind || key === undefined) return undefined;
  if (kind.is === 'parsed') return key === 'data' ? { is: 'record', defaults: kind.defaults } : undefined;
  const kinds = members[kind.is];
  return kinds && getOwn(kinds, key);
};
