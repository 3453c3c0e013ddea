import type { ArrowFunctionExpression, FunctionExpression, Node } from '@babel/types';
import { getOwn } from '../get-own.ts';
import { isAvailable } from '../lint/source/rules.ts';
import {
  type Binding,
  getKey,
  isMember,
  isWithin,
  type Member,
  stripTypeAnnotations,
} from '../template/source/syntax-tree.ts';
import { type FunctionNode, isFunction } from '../template/source/variable-scopes.ts';
import type { ValueContext } from './context.ts';
import type { Functions } from './functions.ts';
import { once } from './once.ts';
import { readSchemas } from './schemas.ts';
import {
  bytes,
  calleeName,
  code,
  dataMethods,
  isBytes,
  isSpecial,
  outside,
  partOf,
  query,
  type RequestValue,
  record,
  settingOf,
  type Value,
  withoutSource,
} from './value.ts';

export type Call = Extract<Node, { type: 'CallExpression' | 'OptionalCallExpression' | 'NewExpression' }>;

/** What the environment says where a service is deployed. */
const modes: Readonly<Record<string, string>> = {
  NODE_ENV: "'production'",
  MODE: "'production'",
  PROD: 'true',
  DEV: 'false',
};
/** Methods of requests and of queries that return one value by its name. */
const reads = /^(?:get|getAll|query|queries|param|header|cookie)$/;
/** Methods that return many. */
const queryCalls = /^(?:query|queries|header|entries)$/;
const recordCalls = /^(?:json|formData|parseBody|param|params|text)$/;
/** Methods that choose one of several: with a value of the request, they look something up. */
const selections = /^(?:find|findLast|filter|at|get)$/;

/** Returns the text of a literal, also of one in back quotes. */
export const literalOf = (node: Node | undefined): string | undefined => {
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  return node?.type === 'StringLiteral' ? node.value : undefined;
};

/** Answers what members and calls are. */
export const createCalls = (
  { program, sinks, getValue }: ValueContext,
  { returnOf, isLoader, makesElements }: Functions,
) => {
  const { bindingOf, functionOf, propertyOf, parentOf, ancestorsOf, moduleOf, nodesIn, nodes, sitesOf } = program;
  const schemas = readSchemas(program);

  const member = (node: Member): Value => {
    const key = getKey(node);
    const owner = getValue(node.object);
    switch (owner.is) {
      case 'request':
        if (key !== undefined) return partOf(owner, key);
        return owner.part === 'record' ? code : owner;
      case 'image':
        return { is: 'image', from: node.object };
      case 'outside':
        return ofOutside(node, key) ?? owner;
      case 'route':
        return owner;
      case 'given':
        return isAsked(node) ? outside : code;
      case 'code':
        return isOfWorld(node) ? outside : ofField(node);
      default:
        return code;
    }
  };
  /** What is known of a member of something outside. */
  const ofOutside = (node: Member, key: string | undefined): Value | undefined => {
    if (key === 'ok' && isFetched(node.object)) return { is: 'constant', text: 'true' };
    const mode = getOwn(modes, settingOf(node) ?? '');
    return mode === undefined ? undefined : { is: 'constant', text: mode };
  };
  /** `globalThis.db`: what other code has put there. */
  const isOfWorld = (node: Member): boolean => {
    const owner = stripTypeAnnotations(node.object);
    const isWorld = owner.type === 'Identifier' && /^(?:globalThis|global)$/.test(owner.name) && !bindingOf(owner);
    return isWorld && !isAvailable(getKey(node) ?? '');
  };
  /** The value of a field of an object that is written out. */
  const ofField = (node: Member): Value => {
    const property = propertyOf(node);
    const value = property && !isFunction(property) ? getValue(property) : code;
    return isSpecial(value) ? withoutSource(value) : code;
  };
  /** Whether a member of a value of the request is asked by a method that no data has: `env.DB.prepare(...)`. */
  const isAsked = (node: Node): boolean => {
    let [whole, name] = [node, getKey(node) ?? ''];
    for (
      let { parent, key } = parentOf(whole) ?? {};
      isMember(parent) && key === 'object';
      { parent, key } = parentOf(whole) ?? {}
    )
      [whole, name] = [parent, getKey(parent) ?? ''];
    return parentOf(whole)?.key === 'callee' && !dataMethods.has(name);
  };
  const isFetched = (node: Node): boolean => {
    const declaration = bindingOf(stripTypeAnnotations(node))?.declaration;
    const init = declaration?.type === 'VariableDeclarator' ? declaration.init : undefined;
    const loaded = init ? stripTypeAnnotations(init) : node;
    const call = loaded.type === 'AwaitExpression' ? stripTypeAnnotations(loaded.argument) : loaded;
    return call.type === 'CallExpression' && calleeName(call.callee) === 'fetch';
  };

  const called = (node: Call): Value => {
    const sink = sinks.get(node);
    if (sink) return { is: 'image', from: sink.element };
    const callee = stripTypeAnnotations(node.callee);
    const receiver = isMember(callee) ? callee.object : undefined;
    const args: readonly Node[] = node.arguments;
    const operands = [receiver, ...args.map((one) => (one.type === 'SpreadElement' ? one.argument : one))];
    const image = operands.find((one) => one && getValue(one).is === 'image');
    if (image) return { is: 'image', from: image };
    const fn = functionOf(callee);
    const isDrawn = fn !== undefined && (makesElements(fn) || returnOf(fn).is === 'image');
    if (!isDrawn && operands.some((one) => one && isBytes(getValue(one)))) return isParsing(callee) ? outside : bytes;
    if (fn) return ofFunction(fn);
    const from = imageInside(node, args);
    return from ? { is: 'image', from } : calledOutside(node, callee, args);
  };
  /** The image, or the function that gives it, in what something outside is given. */
  const imageInside = (node: Node, args: readonly Node[]): Node | undefined =>
    args.map(lazyImage).find((one) => one) ??
    (node.type === 'NewExpression' ? args.map(imageWrittenIn).find((one) => one) : undefined);
  /** The function that gives an image when it is asked: `cached(key, async () => new ImageResponse(...))`. */
  const lazyImage = (argument: Node): FunctionNode | undefined => {
    const fields = argument.type === 'ObjectExpression' ? argument.properties : [];
    const given = [argument, ...fields.flatMap((one) => (one.type === 'ObjectProperty' ? one.value : []))];
    return given.find(
      (one): one is FunctionExpression | ArrowFunctionExpression =>
        isFunction(one) && one.params.length === 0 && returnOf(one).is === 'image',
    );
  };
  /** The image that a function writes somewhere: `new ReadableStream({ start(controller) { controller.enqueue(png); } })`. */
  const imageWrittenIn = (argument: Node): Node | undefined => {
    const isOfFunctions = isFunction(argument) || argument.type === 'ObjectExpression';
    const given = isOfFunctions
      ? nodesIn(argument).flatMap((one) => (one.type === 'CallExpression' ? one.arguments : []))
      : [];
    return given.find((one) => getValue(one).is === 'image');
  };
  const ofFunction = (fn: FunctionNode): Value => {
    const value = returnOf(fn);
    return value.is === 'code' && isLoader(fn) ? outside : withoutSource(value);
  };
  /** What a function gives that is none of the program. */
  const calledOutside = (call: Node, callee: Node, args: readonly Node[]): Value => {
    const key = calleeName(callee);
    if (isReading(key, callee, args)) return bytes;
    if (isMember(callee) && calleeName(callee.object) === 'Buffer') return code;
    const of = ofRequest(key, callee, args);
    if (of) return of;
    if (isMember(callee)) return calledOn(call, callee, key, args);
    const isConverted = /^next\/font\//.test(moduleOf(bindingOf(callee)) ?? '') || key === 'fromJsx';
    return !isConverted && getValue(callee).is === 'outside' ? outside : code;
  };
  /** `response.arrayBuffer()`, `readFile(path)`, `Buffer.from(text)`, `new Uint8Array(data)`, `data.toString('base64')`. */
  const isReading = (key: string, callee: Node, args: readonly Node[]): boolean => {
    const owner = isMember(callee) ? callee.object : undefined;
    if (/^readFile(?:Sync)?$/.test(key)) return args.length < 2 || literalOf(args[1]) === 'base64';
    if (key === 'URL' && isOfModule(args[1])) return true;
    if (owner && calleeName(owner) === 'Buffer') return args.some((one) => getValue(one).is !== 'code');
    const isOfOutside = owner !== undefined && getValue(owner).is === 'outside';
    if (/^(?:arrayBuffer|blob|bytes)$/.test(key)) return isOfOutside;
    if (key === 'toString') return isOfOutside && literalOf(args[0]) !== undefined;
    const made = owner ? calleeName(owner) : key;
    return /^(?:Uint8Array|ArrayBuffer|Blob|btoa)$/.test(made) && args.some((one) => getValue(one).is === 'outside');
  };
  /** `import.meta.url` of `new URL('./logo.png', import.meta.url)` */
  const isOfModule = (base: Node | undefined): boolean =>
    base !== undefined && getValue(base).is === 'outside' && nodesIn(base).some(({ type }) => type === 'MetaProperty');
  /** What a function makes of the request that it is given: `getQuery(event)`, `schema.parse(query)`, `new URL(url)`. */
  const ofRequest = (key: string, callee: Node, args: readonly Node[]): Value | undefined => {
    const index = args.findIndex(isRequest);
    const given = args[index];
    if (!given) return undefined;
    if (isMember(callee) && /^(?:safeP|p)arse(?:Async)?$/.test(key)) {
      const defaults = schemas.defaultsOf(index > 0 && args[0] ? args[0] : callee.object);
      return { is: 'request', part: key.startsWith('safe') ? 'parsed' : 'record', defaults };
    }
    return sameRequest(key, given) ?? readBy(key, isMember(callee), literalOf(args[index + 1]));
  };
  /** `new URLSearchParams(request)`, `Object.fromEntries(query)`, `new URL(request.url)` */
  const sameRequest = (key: string, given: Node): Value | undefined => {
    const value = requestIn(given);
    if (key === 'URLSearchParams') return query;
    if (/^(?:fromEntries|entries|assign)$/.test(key)) return value.part === 'frame' ? query : value;
    return /^(?:URL|String|decodeURIComponent|decodeURI|parse|toString)$/.test(key) ? value : undefined;
  };
  /** `getQuery(event)`, `getRouterParam(event, 'slug')` */
  const readBy = (key: string, isMethod: boolean, asked: string | undefined): Value | undefined => {
    const isLacking = /Query|Header|Cookie|Search/i.test(key);
    if (asked !== undefined && (isLacking || /Param/i.test(key)))
      return { is: 'given', name: asked, ...(isLacking && { mayLack: true }) };
    if (isMethod || !/(?:Query|Params|Body|Search)\w*$/i.test(key)) return undefined;
    return isLacking ? query : record;
  };
  const requestIn = (node: Node): RequestValue => {
    const value = getValue(node);
    return value.is === 'request' ? value : query;
  };
  /** Whether an expression is the request, or an object of its values: `{ title: searchParams.get('title') ?? undefined }`. */
  const isRequest = (node: Node): boolean => {
    if (getValue(node).is === 'request') return true;
    if (node.type !== 'ObjectExpression' || node.properties.length === 0) return false;
    return (
      node.properties.every((one) => one.type === 'ObjectProperty' && isRead(one.value)) ||
      node.properties.some((one) => one.type === 'SpreadElement' && isRequest(one.argument))
    );
  };
  const isRead = (expression: Node): boolean => {
    const node = stripTypeAnnotations(expression);
    return getValue(node.type === 'LogicalExpression' ? node.left : node).is === 'given';
  };

  const calledOn = (call: Node, callee: Member, key: string, args: readonly Node[]): Value => {
    const owner = getValue(callee.object);
    switch (owner.is) {
      case 'request':
        return askRequest(owner, key, args);
      case 'given':
        return dataMethods.has(key) || /^(?:parse|safeParse)$/.test(key) ? code : outside;
      case 'outside':
        return askOutside(call, key, args);
      default:
        return args[0] ? builtIn(calleeName(callee.object), key, args[0]) : code;
    }
  };
  const isParsing = (callee: Node): boolean =>
    isMember(callee) && getKey(callee) === 'parse' && calleeName(callee.object) === 'JSON';
  /** `Promise.all([load()])`, `JSON.parse(readFileSync('posts.json', 'utf8'))` */
  const builtIn = (owner: string, key: string, first: Node): Value => {
    if (owner === 'JSON') return key === 'parse' && getValue(first).is === 'outside' ? outside : code;
    return owner === 'Promise' ? promised(key, first) : code;
  };
  const promised = (key: string, first: Node): Value => {
    if (key === 'resolve') return getValue(first);
    return key === 'all' && nodesIn(first).some(isAwaitable) ? outside : code;
  };
  const hasName = (call: Node): boolean => {
    const user = ancestorsOf(call).find(({ parent }) => !/^(?:TS|Await)/.test(parent.type))?.parent;
    return user?.type === 'VariableDeclarator' || user?.type === 'AssignmentExpression';
  };
  const askOutside = (call: Node, key: string, args: readonly Node[]): Value => {
    if (/^(?:then|catch|finally)$/.test(key) || !dataMethods.has(key)) return outside;
    // `posts.find((p) => p.slug === slug)`, `map.get(slug)`
    const [first] = args;
    const isKeyed = first && !isFunction(first) && !functionOf(first) && key !== 'at';
    const isChosen = selections.test(key) && (isKeyed || args.some(dependsOnRequest));
    return isChosen && (key !== 'filter' || hasName(call)) ? outside : code;
  };
  const isAwaitable = (node: Node): boolean => isExpression(node) && getValue(node).is === 'outside';
  const dependsOnRequest = (node: Node): boolean => nodesIn(node).some((one) => isExpression(one) && isOfRequest(one));
  const isOfRequest = (node: Node): boolean => {
    const { is } = getValue(node);
    if (is === 'given' || is === 'request' || is === 'route') return true;
    const binding = node.type === 'Identifier' ? bindingOf(node) : undefined;
    return binding !== undefined && holdsRequest(binding);
  };
  /** Whether a name holds something of the request: a constant, or what a function is given. */
  const holdsRequest = once<Binding, boolean>(({ declaration, scope, identifier }) => {
    const init = declaration.type === 'VariableDeclarator' ? declaration.init : undefined;
    const fn = isFunction(declaration) && declaration === scope ? declaration : undefined;
    const index = fn ? fn.params.findIndex((one) => isWithin(identifier, one)) : -1;
    const given = fn ? sitesOf(fn).map((site) => (site.is === 'call' ? site.args[index] : undefined)) : [init];
    return given.some((one) => one != null && one !== identifier && dependsOnRequest(one));
  }, false);

  const askRequest = (owner: RequestValue, key: string, args: readonly Node[]): Value => {
    const name = literalOf(args[0]);
    if (name !== undefined && reads.test(key)) return readOne(owner, key, name);
    if (key === 'has' || (reads.test(key) && args.length > 0)) return code;
    const next = key === 'then' ? functionOf(args[0]) : undefined;
    if (next) return withoutSource(returnOf(next));
    if (key === 'valid') return { ...record, defaults: schemas.validated(name) };
    if (queryCalls.test(key)) return owner.part === 'record' ? owner : query;
    return recordCalls.test(key) ? record : owner;
  };
  const readOne = (owner: RequestValue, key: string, name: string): Value => {
    const fallback = key === 'getAll' ? '[]' : isAskedFor(name) ? 'null' : undefined;
    const mayLack = key !== 'param' && (owner.mayLack || owner.part === 'frame');
    const isNull = key === 'get';
    return { is: 'given', name, isNull, ...(fallback !== undefined && { fallback }), ...(mayLack && { mayLack }) };
  };
  /** Whether the program asks for a name, `has('title')`: it may be missing. */
  const isAskedFor = (name: string): boolean => askedFor('has').has(name);
  const askedFor = once<string, ReadonlySet<string | undefined>>(
    (method) =>
      new Set(
        nodes.map((node) =>
          node.type === 'CallExpression' && isMember(node.callee) && getKey(node.callee) === method
            ? literalOf(node.arguments[0])
            : undefined,
        ),
      ),
    new Set(),
  );
  /** The text of `Buffer.from(text).toString('base64')` that the code makes. */
  const textInBase64 = (node: Node): Node | undefined => {
    const callee = node.type === 'CallExpression' ? stripTypeAnnotations(node.callee) : undefined;
    if (node.type !== 'CallExpression' || !isMember(callee) || getKey(callee) !== 'toString') return undefined;
    const made = stripTypeAnnotations(callee.object);
    const from = made.type === 'CallExpression' ? stripTypeAnnotations(made.callee) : undefined;
    const isText = literalOf(node.arguments[0]) === 'base64' && isMember(from) && calleeName(from.object) === 'Buffer';
    return made.type === 'CallExpression' && isText && getValue(made).is === 'code' ? made.arguments[0] : undefined;
  };
  /** `POSTS[slug]`: a member of something outside by a name that is of the request, which looks it up. */
  const isLookup = (node: Node): boolean =>
    isMember(node) && node.computed && getValue(node.object).is === 'outside' && dependsOnRequest(node.property);
  return { member, called, isLookup, textInBase64 };
};

const isExpression = ({ type }: Node): boolean => /Expression$|^Identifier$|Literal$/.test(type);
