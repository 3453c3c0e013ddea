import type { Node, ObjectExpression, VariableDeclarator } from '@babel/types';
import { isAvailable } from '../lint/source/rules.ts';
import { getProperty } from '../template/source/constants.ts';
import { isImportable } from '../template/source/imports.ts';
import { type Binding, getKey, isMember, isWithin, stripTypeAnnotations } from '../template/source/syntax-tree.ts';
import { isFunction } from '../template/source/variable-scopes.ts';
import { createCalls } from './calls.ts';
import type { EntryPoint, ValueContext } from './context.ts';
import type { ImageResponse } from './conversion.ts';
import { createFunctions } from './functions.ts';
import { once } from './once.ts';
import { createParameters } from './parameters.ts';
import type { Program } from './program.ts';
import {
  bytes,
  code,
  isBytes,
  isNothing,
  isSpecial,
  outside,
  type Path,
  partOf,
  placeIn,
  type RequestValue,
  type Value,
  withoutSource,
} from './value.ts';

/** Files that are bytes, or the address of an image. */
const assets = /\.(?:png|jpe?g|gif|webp|avif|bmp|svg|ttf|otf|woff2?|bin|wasm)(?:\?.*)?$/;
/** Maximum number of fields and names through which the part of a value is looked for. */
const maxDepth = 20;

export type Values = ReturnType<typeof createValues>;

/** Answers what expressions are. Every answer is computed once, backwards from the expression. */
export const createValues = (program: Program, sinks: ReadonlyMap<Node, ImageResponse>, entry: EntryPoint) => {
  const { bindingOf, functionOf, sitesOf, moduleOf, resolve } = program;
  const settle = once<Node, Value>((node) => compute(node), code);
  const getValue = (expression: Node | null | undefined): Value =>
    expression ? settle(stripTypeAnnotations(expression)) : code;
  const compute = (node: Node): Value => {
    switch (node.type) {
      case 'Identifier':
      case 'JSXIdentifier':
        return named(node);
      case 'AwaitExpression':
        return awaited(node.argument);
      case 'AssignmentExpression':
        return carried(node.right);
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        return calls.member(node);
      case 'CallExpression':
      case 'OptionalCallExpression':
      case 'NewExpression':
        return calls.called(node);
      case 'TaggedTemplateExpression':
        return getValue(node.tag).is === 'outside' ? outside : code;
      case 'LogicalExpression':
        return eitherOf(node);
      case 'ConditionalExpression':
        return join([node.consequent, node.alternate]);
      case 'ArrayExpression':
        return holding(node.elements);
      case 'ObjectExpression':
        return holding(node.properties.map(heldBy));
      case 'TemplateLiteral':
        return joined(node.expressions.filter((_one, index) => !isAddress(node.quasis[index]?.value.raw)));
      case 'BinaryExpression':
        return joined([node.left, node.right]);
      case 'MetaProperty':
        return node.meta.name === 'import' ? outside : code;
      case 'ThisExpression':
        // an object of the file, except where the function that answers is a method
        return ownerOfThis(node) === entry.fn ? outside : code;
      case 'ImportExpression':
      case 'Import':
        return outside;
      default:
        return code;
    }
  };
  /** Returns the function that is called on what `this` is: arrow functions have that of the function around them. */
  const ownerOfThis = (node: Node): Node | undefined => {
    let fn = program.functionAround(node);
    while (fn?.type === 'ArrowFunctionExpression' && fn !== entry.fn) fn = program.functionAround(fn);
    return fn;
  };
  /** Whether what follows a text is an address of CSS: `url(`, which is no part of the bytes. */
  const isAddress = (before: string | undefined): boolean => /\burl\(["']?$/.test(before ?? '');
  /** A text with bytes in it. */
  const joined = (parts: readonly Node[]): Value => (parts.some((one) => isBytes(getValue(one))) ? bytes : code);
  const awaited = (argument: Node): Value => (isAnswer(argument) ? outside : carried(argument));
  /** What is awaited of something outside is no data method: `await db.find()`. */
  const isAnswer = (expression: Node): boolean => {
    const node = stripTypeAnnotations(expression);
    const callee = node.type === 'CallExpression' ? stripTypeAnnotations(node.callee) : undefined;
    return isMember(callee) && getValue(callee.object).is === 'outside' && getValue(node).is === 'code';
  };
  /** The value of an operand in what only carries it. */
  const carried = (from: Node): Value => {
    const value = getValue(from);
    return value.is === 'image' ? { is: 'image', from } : value;
  };
  /** Branches that are all the same kind of thing; an image if one is. */
  const join = (branches: readonly Node[]): Value => {
    const values = branches.filter((one) => !isNothing(one)).map(getValue);
    return common(
      values,
      branches.every((one) => isNothing(one) || isPart(one)),
    );
  };
  /** Whether an expression is data that has a name, or a member of it. */
  const isPart = (expression: Node): boolean => {
    let node = stripTypeAnnotations(expression);
    while (isMember(node)) node = stripTypeAnnotations(node.object);
    return node.type === 'Identifier' && bindingOf(node) !== undefined && !isBytes(getValue(expression));
  };
  const eitherOf = ({ left, right, operator }: Extract<Node, { type: 'LogicalExpression' }>): Value => {
    if (operator === '&&') return getValue(right).is === 'image' ? { is: 'image' } : code;
    const value = getValue(left);
    return value.is === 'request' ? value : join([left, right]);
  };
  const holding = (parts: readonly (Node | null | undefined)[]): Value => {
    const image = parts.find((one) => one && getValue(one).is === 'image');
    return image ? { is: 'image', from: image } : code;
  };

  // Names.
  const named = (node: Node & { readonly name: string }): Value => {
    const binding = bindingOf(node);
    if (!binding) return isAvailable(node.name) ? code : outside;
    const module = moduleOf(binding);
    return module === undefined ? declared(binding) : ofImport(binding, module);
  };
  const ofImport = (binding: Binding, module: string): Value => {
    if (isKnownImport(binding, module)) return code;
    return assets.test(module) ? bytes : outside;
  };
  const declared = (binding: Binding): Value => {
    const { declaration, scope } = binding;
    const isAround = scope !== entry.fn && isFunction(scope) && isWithin(entry.fn, scope);
    if (isAround) return declaration === scope ? { is: 'given', name: binding.name } : outside;
    if (declaration.type === 'VariableDeclarator') {
      const loop = loopOf(declaration);
      return loop && isImageLoop(loop) ? outside : bound(binding);
    }
    return isFunction(declaration) && declaration === scope ? parameters.getValue(declaration, binding) : code;
  };
  const isKnownImport = ({ name, declaration }: Binding, module: string): boolean =>
    isImportable(module) ||
    /^(?:npm:|https:\/\/esm\.sh\/)react(?:@|$)/.test(module) ||
    (name === 'cn' && declaration.type === 'ImportSpecifier');
  /** A constant has the value of its initialiser at the pattern's path; another name that of all its writes. */
  const bound = once<Binding, Value>((binding) => {
    const { declaration, identifier } = binding;
    if (declaration.type !== 'VariableDeclarator') return code;
    const { id, init } = declaration;
    const place = init && placeIn(id, identifier);
    const first = place && at(init, place.path, place.fallback);
    const writes = functions.writesOf(binding);
    if (writes.length > 0) {
      const values = writes.map(({ value, path }) => (value ? at(value, path) : code));
      const isOfParts = writes.every(({ value, path }) => value && path.length === 0 && isPart(value));
      return common(first && !isNothing(init) ? [first, ...values] : values, isOfParts);
    }
    if (!first || (first.is === 'given' && place.path.length === 0)) return code;
    return first.is === 'outside' ? loaded(binding, declaration, place.path, first) : withoutSource(first);
  }, code);
  /** A constant that is loaded. */
  const loaded = (binding: Binding, { id, init }: VariableDeclarator, path: Path, value: Value): Value => {
    const known = isFailure(id, path) ? 'null' : fontText(binding);
    if (known !== undefined) return { is: 'constant', text: known };
    // a part of data is code, so that the cut is at the name nearest to the outside
    const isData = init != null && !isBytes(value) && isPartOfData(id, init) && !isHandle(binding.identifier);
    return isData ? code : value;
  };
  /** Returns what is around the statement of a name without a value: the loop of which it holds each item. */
  const loopOf = (declarator: VariableDeclarator): Node | undefined => {
    const statement = declarator.init ? undefined : program.parentOf(declarator)?.parent;
    return statement && program.parentOf(statement)?.parent;
  };
  /** Whether a loop makes an image for each thing of a list that has a name or is from outside: `for (const post of posts)`. */
  const isImageLoop = once<Node, boolean>((loop) => {
    if (loop.type !== 'ForOfStatement' && loop.type !== 'ForInStatement') return false;
    const isOfOutside = (one: Node) =>
      /Expression$|^Identifier$/.test(one.type) && /^(?:outside|given)$/.test(getValue(one).is);
    const isNamed = loop.right.type === 'Identifier' || isMember(loop.right);
    return functions.drawsIn(loop.body) && (isNamed || program.nodesIn(loop.right).some(isOfOutside));
  }, false);
  /** Fonts are there by their names: what is asked of a loaded one is whether it was loaded. */
  const fontText = (binding: Binding): string | undefined => {
    for (const use of program.usesOf(binding)) {
      const { parent, key } = program.parentOf(use) ?? {};
      const object =
        parent?.type === 'ObjectProperty' && key === 'value' ? program.parentOf(parent)?.parent : undefined;
      const name = parent?.type === 'ObjectProperty' ? getKey(parent) : undefined;
      if (name === 'data' && object && getProperty(object, 'name')) return '({ byteLength: 1, length: 1 })';
      if (
        name === 'fonts' &&
        object &&
        [...sinks.values()].some(({ options }) => options && resolve(options) === object)
      )
        return "[{ name: 'Inter' }]";
    }
    return undefined;
  };
  /** `error` of `const { data, error } = await load()`: what the mint sends has been loaded. */
  const isFailure = (pattern: Node, [key]: Path): boolean =>
    pattern.type === 'ObjectPattern' && pattern.properties.length > 1 && /^(?:error|errors|err)$/.test(String(key));
  /** What is one kind of thing in all cases; an image if it is one in some. @param isOfParts of parts of data alone the code makes the value */
  const common = (values: readonly Value[], isOfParts: boolean): Value => {
    if (values.some(({ is }) => is === 'image')) return { is: 'image' };
    const [first] = values;
    if (!first || (first.is === 'outside' && isOfParts)) return code;
    return isSpecial(first) && values.every(({ is }) => is === first.is) ? first : code;
  };
  /** `data.author` of a constant `data` that is a variable. */
  const isPartOfData = (pattern: Node, expression: Node): boolean => {
    let node = stripTypeAnnotations(expression);
    if (!isMember(node) && pattern.type === 'Identifier') return false;
    while (isMember(node) && !calls.isLookup(node)) node = stripTypeAnnotations(node.object);
    const binding = node.type === 'Identifier' ? bindingOf(node) : undefined;
    return binding !== undefined && binding.declaration.type !== 'CatchClause';
  };

  // Parts.
  const at = (expression: Node, path: Path, fallback?: Node, depth = 0): Value => {
    const value = getValue(expression);
    const [key, ...rest] = path;
    if (key === undefined) return withoutSource(value);
    if (value.is === 'request') return partAt(value, path, fallback);
    if (value.is !== 'code')
      return value.is === 'outside' ? outside : withoutSource(value.is === 'image' ? value : code);
    const inner = typeof key === 'string' && depth < maxDepth ? fieldOf(expression, key) : undefined;
    const found = inner && at(inner, rest, undefined, depth + 1);
    return found && isSpecial(found) ? found : code;
  };
  const partAt = (request: RequestValue, path: Path, fallback?: Node): Value => {
    let value: Value = request;
    for (const [index, key] of path.entries()) {
      // what is inside one value of the request is code
      if (value.is !== 'request') return value.is === 'given' ? code : value;
      if (typeof key === 'string' && key !== '...') value = partOf(value, key);
      if (value.is === 'given' && index === path.length - 1 && fallback) return { ...value, fallback };
    }
    return value;
  };
  /** Returns what a function that is called once is given for a parameter. */
  const argumentOf = (node: Node): Node | undefined => {
    const binding = node.type === 'Identifier' ? bindingOf(node) : undefined;
    const fn = binding?.declaration;
    if (!binding || !fn || !isFunction(fn) || fn !== binding.scope) return undefined;
    const [site, ...others] = sitesOf(fn);
    const argument = site?.is === 'call' ? site.args[fn.params.indexOf(binding.identifier)] : undefined;
    return argument && others.length === 0 ? stripTypeAnnotations(argument) : undefined;
  };
  /** Returns the field of an object that is written out, or that a function of the program returns. */
  const fieldOf = (expression: Node, key: string): Node | undefined => {
    let node = stripTypeAnnotations(expression);
    if (node.type === 'AwaitExpression') node = stripTypeAnnotations(node.argument);
    node = argumentOf(node) ?? node;
    if (node.type === 'CallExpression') {
      const fn = functionOf(node.callee);
      const results = fn ? functions.resultsOf(fn).filter((one) => !isNothing(one)) : [];
      node = results.length === 1 && results[0] ? stripTypeAnnotations(results[0]) : node;
    }
    node = resolve(node) ?? node;
    const found = node.type === 'ObjectExpression' ? node.properties.find((one) => fieldName(one) === key) : undefined;
    return found?.type === 'ObjectProperty' ? found.value : undefined;
  };
  const fieldName = (one: Node): string | undefined =>
    one.type === 'ObjectProperty' && one.key.type === 'Identifier' && !one.computed ? one.key.name : undefined;
  const isHandle = (name: Node): boolean => functions.isHandle(name);

  const context: ValueContext = { program, sinks, entry, getValue, at, partAt, isHandle, join };
  const functions = createFunctions(context);
  const parameters = createParameters(context);
  const calls = createCalls(context, functions);
  return { ...functions, ...context, isPart, isImageLoop, isLookup: calls.isLookup, textInBase64: calls.textInBase64 };
};

const heldBy = (property: ObjectExpression['properties'][number]): Node | undefined => {
  if (property.type === 'ObjectProperty') return property.value;
  return property.type === 'SpreadElement' ? property.argument : undefined;
};
