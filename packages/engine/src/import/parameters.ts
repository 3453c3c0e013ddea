import type { Node, ObjectPattern, ObjectProperty } from '@babel/types';
import { getKey, getMemberRead, getText, type SyntaxTree } from '../template/source/syntax-tree.ts';
import type { Conversion, Entry } from './conversion.ts';

/** What an expression of imported code takes from the request. */
export type RequestKind =
  | { readonly is: 'request' | 'context' | 'url' | 'search' | 'route' }
  /** Variables by name. `defaults` is the source text of the defaults that a schema declares. */
  | { readonly is: 'record' | 'parsed'; readonly defaults: ReadonlyMap<string, string> }
  /** One variable: a parameter of the function. */
  | { readonly is: 'variable'; readonly name: string; readonly fallback?: Node };

/** Variables without declared defaults. */
export const record: RequestKind = { is: 'record', defaults: new Map() };

/** The meaning of an imported function's parameters. */
export interface Parameters {
  /** By the identifier that declares the name. */
  readonly kinds: ReadonlyMap<Node, RequestKind>;
  /** A pattern whose names are variables already: `({ title, author })`. */
  readonly pattern?: ObjectPattern;
}

const requestTypes = /^(?:Next(?:Api)?)?Request$|^Incoming|^APIContext$/;
const requestNames = /^_?(?:req|request|nextRequest)$/;
const responseNames = /^_?(?:res|response)$/;
const contextNames = /^_?(?:c|ctx|context|event)$/;
const propsNames = /^_?(?:props|properties|params|args|options|input|variables|env)$/;

/** What a page and a handler destructure that is no variable, but holds some. */
const ofPages = /^(?:params|searchParams|request|req)$/;
const ofHandlers =
  /^(?:params|searchParams|request|req|props|query|body|env|url|fetch|locals|cookies|platform|setHeaders)$/;
const records = /^(?:params|searchParams|props|query|body|env)$/;
/** Reads the parameters: a request, the props of a Next.js page, or variables by position. */
export const readParameters = (tree: SyntaxTree, { fn, isHandler, isDefault, responses }: Entry): Parameters => {
  const kinds = new Map<Node, RequestKind>();
  const [first] = fn.params;
  const readMembers = (name: Node) =>
    new Set((tree.usesOf(name) ?? []).flatMap((use) => getMemberRead(tree, use)?.name ?? []));
  const isCalled = (name: Node) => (tree.usesOf(name) ?? []).some((use) => tree.positions.get(use)?.key === 'callee');
  const isAddress = (property: ObjectPattern['properties'][number]) =>
    getKey(property) === 'url' && property.type === 'ObjectProperty' && readMembers(property.value).has('searchParams');
  const isOwn = (pattern: ObjectPattern) =>
    pattern.properties.every((one) => !(isHandler ? ofHandlers : ofPages).test(getKey(one) ?? '') && !isAddress(one));
  if (fn.params.length === 1 && first) {
    const own = getTarget(first).target;
    if (own.type === 'ObjectPattern' && isOwn(own)) return { kinds, pattern: own };
  }
  fn.params.forEach((parameter, index) => {
    const { target, fallback } = getTarget(parameter);
    if (target.type === 'ObjectPattern')
      for (const property of target.properties) {
        if (isAddress(property)) kinds.set((property as ObjectProperty).value, { is: 'url' });
        else readProperty(property, kinds, isCalled);
      }
    if (target.type !== 'Identifier') return;
    const kind = kindOfName(target, index, isHandler, isDefault && responses.length > 0, readMembers(target));
    if (kind) kinds.set(target, kind === 'variable' ? variable(target.name, fallback) : kind);
  });
  return { kinds };
};

/** Splits a parameter or a part of a pattern into target and default. */
const getTarget = (node: Node): { target: Node; fallback?: Node } =>
  node.type === 'AssignmentPattern' ? { target: node.left, fallback: node.right } : { target: node };

const variable = (name: string, fallback: Node | undefined): RequestKind => ({
  is: 'variable',
  name,
  ...(fallback && { fallback }),
});

const readProperty = (
  property: ObjectPattern['properties'][number],
  kinds: Map<Node, RequestKind>,
  isCalled: (name: Node) => boolean,
): void => {
  if (property.type !== 'ObjectProperty') {
    if (property.argument.type === 'Identifier') kinds.set(property.argument, record);
    return;
  }
  const key = getKey(property);
  const { target, fallback } = getTarget(property.value);
  const isRecord = records.test(key ?? '');
  if (target.type === 'ObjectPattern' && isRecord)
    for (const one of target.properties) readProperty(one, kinds, isCalled);
  if (target.type !== 'Identifier' || key === undefined) return;
  if (isRecord) kinds.set(target, record);
  else if (requestNames.test(key)) kinds.set(target, { is: 'request' });
  // `setHeaders` of SvelteKit: statements that call it are removed
  else if (isCalled(target)) kinds.set(target, { is: 'context' });
  else kinds.set(target, variable(key, fallback));
};

const kindOfName = (
  target: Extract<Node, { type: 'Identifier' }>,
  index: number,
  isHandler: boolean,
  isImage: boolean,
  members: ReadonlySet<string>,
): RequestKind | 'variable' | undefined => {
  const { typeAnnotation } = target;
  const annotated = typeAnnotation?.type === 'TSTypeAnnotation' ? typeAnnotation.typeAnnotation.type : '';
  if (/^TS(?:String|Number|Boolean)Keyword$/.test(annotated)) return 'variable';
  const type = getTypeName(target);
  const reads = (...names: string[]) => names.some((name) => members.has(name));
  if (requestTypes.test(type) || requestNames.test(target.name)) return { is: 'request' };
  if (responseNames.test(target.name) || /Response$/.test(type)) return undefined;
  if (reads('queryStringParameters', 'pathParameters')) return { is: 'context' };
  if ((isHandler || isImage) && (contextNames.test(target.name) || reads('req', 'request'))) return { is: 'context' };
  if (index === 0 && isHandler && reads('url', 'nextUrl', 'headers', 'json', 'query')) return { is: 'request' };
  if (reads('url', 'nextUrl', 'query') && isImage) return { is: 'request' };
  if (reads('params', 'searchParams') || (isHandler && index === 1 && target.name !== 'env')) return { is: 'context' };
  return propsNames.test(target.name) ? record : 'variable';
};

const getTypeName = ({ typeAnnotation }: Extract<Node, { type: 'Identifier' }>): string => {
  const type = typeAnnotation?.type === 'TSTypeAnnotation' ? typeAnnotation.typeAnnotation : undefined;
  return type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier' ? type.typeName.name : '';
};

/** Writes the parameter `props` if it is read. Next to destructured variables, it is the rest element. */
export const writeParameters = (work: Conversion, { pattern, kinds }: Parameters): void => {
  const { entry: fn, props } = work;
  const { source } = work.tree;
  const mention = new RegExp(`(?:^|[^\\w.])${props}\\b`);
  const isRead = work.edits.some(({ text }) => mention.test(text));
  const [first, last] = [fn.params[0], fn.params.at(-1)];
  if (!pattern && first && last)
    work.replace({ start: first.start, end: last.end }, isRead ? `${props}${getPropsType(work.tree, fn, kinds)}` : '');
  if (!isRead || (!pattern && first)) return;
  if (!pattern) {
    // Between the parentheses of a function without parameters.
    const open = source.indexOf('(', ('id' in fn && fn.id?.end) || (fn.start ?? 0));
    if (open >= 0 && open < (fn.body.start ?? 0)) work.insert(props, open + 1);
    return;
  }
  const before = pattern.properties.at(-1);
  // A type annotation can follow the closing brace.
  const end = source.lastIndexOf('}', (pattern.typeAnnotation?.start ?? (pattern.end ?? 0) + 1) - 1);
  const start = before?.end ?? (pattern.start ?? 0) + 1;
  work.edits.push({ start, end, text: `${before ? ', ' : ' '}...${props} ` });
};

const getPropsType = (tree: SyntaxTree, { params }: Entry['fn'], kinds: Parameters['kinds']): string => {
  const types = params.flatMap((parameter) => getTypeText(tree, parameter, kinds) ?? []);
  return types.length === 0 ? '' : `: ${types.join(' & ')}`;
};

/** Returns the type of the props that a parameter declares: `{ title?: string }` for the second of two texts. */
const getTypeText = (tree: SyntaxTree, parameter: Node, kinds: Parameters['kinds']): string | undefined => {
  const { target } = getTarget(parameter);
  const kind = kinds.get(target);
  if (target.type === 'ObjectPattern' && target.typeAnnotation?.type === 'TSTypeAnnotation') {
    const isVariable = (one: ObjectPattern['properties'][number]) =>
      one.type === 'ObjectProperty' && kinds.get(getTarget(one.value).target)?.is === 'variable';
    return target.properties.every(isVariable) ? getText(tree, target.typeAnnotation.typeAnnotation) : undefined;
  }
  if (target.type !== 'Identifier' || target.typeAnnotation?.type !== 'TSTypeAnnotation') return undefined;
  const type = getText(tree, target.typeAnnotation.typeAnnotation);
  if (kind?.is === 'record') return type;
  return kind?.is === 'variable' ? `{ ${kind.name}${target.optional ? '?' : ''}: ${type} }` : undefined;
};
