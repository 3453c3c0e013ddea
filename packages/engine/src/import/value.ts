import type { Node } from '@babel/types';
import { getKey, isMember, stripTypeAnnotations } from '../template/source/syntax-tree.ts';

/** What an expression of imported code is for the template. */
export type Value =
  /** Runs in the sandbox. What is inside may have other values. */
  | { readonly is: 'code' }
  | RequestValue
  | GivenValue
  /** The path or the method of the request: an image has one of each. */
  | { readonly is: 'route' }
  /** Known for every image that succeeds. */
  | { readonly is: 'constant'; readonly text: string }
  /** Needs what a template does not have. What is made of bytes is as a whole: an address of an image, or a font. */
  | { readonly is: 'outside'; readonly isBytes?: boolean }
  /** An image. `from` is what carries the element: the element itself, or an operand of what is done with the image. */
  | { readonly is: 'image'; readonly from?: Node };

/** The request or a part of it. The members of a `record` are variables, `data` of a `parsed` is a record. */
export interface RequestValue {
  readonly is: 'request';
  readonly part: 'frame' | 'record' | 'parsed';
  /** The defaults that a schema declares, by name. */
  readonly defaults?: ReadonlyMap<string, Default>;
  /** Whether a request may lack its members: those of a query or of headers. */
  readonly mayLack?: boolean;
}

/** An expression of the program, or the text of one. */
export type Default = Node | string;

/** One value of the request: a variable. */
export interface GivenValue {
  readonly is: 'given';
  readonly name: string;
  readonly fallback?: Default;
  /** Whether a schema has checked it. */
  readonly isChecked?: boolean;
  readonly mayLack?: boolean;
  /** Whether the request says `null` where it lacks the value. */
  readonly isNull?: boolean;
  /** The way to a part of it that a pattern of the entry names. */
  readonly inside?: Path;
}

export const code: Value = { is: 'code' };
export const outside: Value = { is: 'outside' };
export const bytes: Value = { is: 'outside', isBytes: true };
export const frame: RequestValue = { is: 'request', part: 'frame' };
export const record: RequestValue = { is: 'request', part: 'record' };
/** The query, the headers or the cookies of a request. */
export const query: RequestValue = { ...record, mayLack: true };

export const isBytes = (value: Value): boolean => value.is === 'outside' && value.isBytes === true;
/** Returns a value without the operand that carries its element. */
export const withoutSource = (value: Value): Value => (value.is === 'image' ? { is: 'image' } : value);
/** Returns whether a value is more than code: such values go through names, arguments and fields. */
export const isSpecial = ({ is }: Value): boolean => is === 'request' || is === 'outside' || is === 'image';

/** Methods of what a mint can send, and of dates. */
export const dataMethods: ReadonlySet<string> = new Set(
  [String, Number, Boolean, Array, Date, Object]
    .flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype))
    .filter((name) => name !== 'with'),
);

/** Members and parameters of requests in the frameworks that people use: the one list of names. */
const records = /^(?:params|body|props|env|pathParameters)$/;
const queries = /^(?:searchParams|query|queries|headers|cookies|(?:multiValueQ|q)ueryStringParameters)$/;
const frames = /^(?:req|request|nextUrl|url|context|ctx|event|raw|rawRequest|node|search|href|web|c|cloudflare)$/;
const routes = /^(?:pathname|method)$/;

/** Returns whether a name is one that requests have. */
export const isRequestName = (name: string): boolean => records.test(name) || queries.test(name) || frames.test(name);
/** Returns the record that a name of a request is. */
export const recordOf = (name: string): RequestValue | undefined =>
  queries.test(name) ? query : records.test(name) ? record : undefined;

/** Returns a member of the request. */
export const partOf = (value: RequestValue, key: string): Value => {
  if (value.part === 'parsed') {
    if (key === 'data' || key === 'output') return { ...value, part: 'record' };
    return { is: 'constant', text: key === 'success' ? 'true' : 'undefined' };
  }
  if (value.part === 'frame') {
    if (routes.test(key)) return { is: 'route' };
    // without a list, what is read of a frame is a value of it: `locals`, `ip`
    return recordOf(key) ?? (frames.test(key) ? frame : { is: 'given', name: key });
  }
  const fallback = value.defaults?.get(key);
  return {
    is: 'given',
    name: key,
    ...(fallback !== undefined && { fallback }),
    ...(value.defaults && { isChecked: true }),
    ...(value.mayLack && { mayLack: true }),
  };
};

/** Returns whether an expression is an empty value: `null`, `''`, `[]`. */
export const isNothing = (expression: Node): boolean => {
  const node = stripTypeAnnotations(expression);
  if (node.type === 'Identifier') return node.name === 'undefined';
  if (node.type === 'StringLiteral') return node.value === '';
  if (node.type === 'ArrayExpression') return node.elements.length === 0;
  return node.type === 'NullLiteral' || (node.type === 'ObjectExpression' && node.properties.length === 0);
};

/** Returns the name of an environment variable: `SITE` of `process.env.SITE` and of `import.meta.env.SITE`. */
export const settingOf = (node: Node): string | undefined => {
  const environment = isMember(node) ? node.object : undefined;
  const owner = isMember(environment) && getKey(environment) === 'env' ? environment.object : undefined;
  const isOfProcess = owner?.type === 'Identifier' && /^(?:process|Bun)$/.test(owner.name);
  return isOfProcess || owner?.type === 'MetaProperty' ? getKey(node) : undefined;
};

export const calleeName = (callee: Node): string => {
  const node = stripTypeAnnotations(callee);
  return node.type === 'Identifier' ? node.name : (getKey(node) ?? '');
};

/** The way to a part of a value: of `{ a: [b] }`, b is at `a`, 0; '...' is the rest. */
export type Path = readonly (string | number)[];

export interface Place {
  readonly path: Path;
  /** The default that the pattern gives the name itself. */
  readonly fallback?: Node;
}

const below = (key: string | number, inner: Place | undefined): Place | undefined =>
  inner && { ...inner, path: [key, ...inner.path] };
const firstOf = (places: readonly (Place | null | undefined)[]): Place | undefined =>
  places.find((one) => one) ?? undefined;

/** Returns the way from a pattern to a name in it. */
export const placeIn = (pattern: Node, name: Node): Place | undefined => {
  if (pattern === name) return { path: [] };
  switch (pattern.type) {
    case 'AssignmentPattern': {
      const inner = placeIn(pattern.left, name);
      return inner && (inner.path.length === 0 ? { ...inner, fallback: pattern.right } : inner);
    }
    case 'RestElement':
      return placeIn(pattern.argument, name) && { path: ['...'] };
    case 'ObjectProperty':
      return below(getKey(pattern) ?? '...', placeIn(pattern.value, name));
    case 'ObjectPattern':
      return firstOf(pattern.properties.map((one) => placeIn(one, name)));
    case 'ArrayPattern':
      return firstOf(pattern.elements.map((one, index) => one && below(index, placeIn(one, name))));
    default:
      return undefined;
  }
};
