import type { Node } from '@babel/types';
import { lookUp } from '../look-up.ts';
import { bare, getKey, isMember } from '../template/source/syntax-tree.ts';
import type { Binding, Scopes } from '../template/source/variable-scopes.ts';
import { type Parameters, type RequestKind, record } from './parameters.ts';
import type { Schemas } from './schemas.ts';

export type RequestKinds = (expression: Node) => RequestKind | undefined;

/** Follows a request through names, members and calls to what is read of it. */
export const requestKinds = (scopes: Scopes, parameters: Parameters, schemas: Schemas): RequestKinds => {
  const known = new Map<Node, RequestKind | undefined>();
  const getKind: RequestKinds = (expression) => {
    const node = bare(expression);
    if (known.has(node)) return known.get(node);
    // what leads back to itself is nothing
    known.set(node, undefined);
    const kind = found(node);
    known.set(node, kind);
    return kind;
  };
  const found = (node: Node): RequestKind | undefined => {
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
        return made(node.callee, node.arguments[0]);
      case 'CallExpression':
      case 'OptionalCallExpression':
        return called(bare(node.callee), node.arguments[0]);
      default:
        return undefined;
    }
  };
  const named = (node: Extract<Node, { type: 'Identifier' }>): RequestKind | undefined => {
    const binding = scopes.bindingOf(node);
    if (!binding) return undefined;
    const parameter = parameters.kinds.get(binding.identifier);
    if (parameter || known.has(binding.identifier)) return parameter ?? known.get(binding.identifier);
    known.set(binding.identifier, undefined);
    const kind = declaredAs(binding);
    known.set(binding.identifier, kind);
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
  const made = (callee: Node, argument: Node | undefined): RequestKind | undefined => {
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

/** What a method of a part of a request gives. */
const getResult = (of: RequestKind['is'] | undefined, method: string): RequestKind | undefined => {
  if (of === 'search' && method === 'entries') return { is: 'entries' };
  if (of === 'request' && (method === 'json' || method === 'formData')) return record;
  return of === 'address' ? { is: 'address' } : undefined;
};

/** A kind that a name can stand for. */
const getWhole = (kind: RequestKind | undefined) => (kind?.is === 'variable' ? undefined : kind);

const members: Readonly<Record<string, Readonly<Record<string, RequestKind>>>> = {
  request: { url: { is: 'address' }, nextUrl: { is: 'url' }, query: record, body: record },
  context: { params: record, searchParams: record },
  url: { searchParams: { is: 'search' }, search: { is: 'address' }, href: { is: 'address' } },
};

const getMember = (kind: RequestKind | undefined, key: string | undefined): RequestKind | undefined => {
  if (!kind || key === undefined) return undefined;
  if (kind.is === 'parsed') return key === 'data' ? { is: 'record', defaults: kind.defaults } : undefined;
  const of = members[kind.is];
  return of && lookUp(of, key);
};
