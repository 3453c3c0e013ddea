import type { Node } from '@babel/types';
import { isAvailable } from '../lint/source/rules.ts';
import { isImportable } from '../template/source/imports.ts';
import { type Binding, getText, isMember, isWithin, stripTypeAnnotations } from '../template/source/syntax-tree.ts';
import { isFunction } from '../template/source/variable-scopes.ts';
import { createCalls } from './calls.ts';
import type { EntryPoint, ValueContext } from './context.ts';
import type { ImageResponse } from './conversion.ts';
import { createFunctions } from './functions.ts';
import { createParameters } from './parameters.ts';
import { once, type Program } from './program.ts';
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
  const { bindingOf, functionOf, sitesOf, parentOf, getUnit, moduleOf, resolve, getConstant } = program;
  const settle = once<Node, Value>((node) => compute(node), code);
  const settled = new Set<Node>();
  const getValue = (expression: Node | null | undefined): Value => {
    if (!expression) return code;
    // innermost operands first: chains of calls and operators are as long as the source
    const chain: Node[] = [];
    for (let one: Node | undefined = expression; one; one = operandOf(one)) {
      const node: Node = stripTypeAnnotations(one);
      if (settled.has(node)) break;
      settled.add(node);
      chain.push(node);
      one = node;
    }
    for (const node of chain.reverse()) settle(node);
    return settle(stripTypeAnnotations(expression));
  };
  const compute = (node: Node): Value => {
    switch (node.type) {
      case 'Identifier':
      case 'JSXIdentifier':
        return named(node);
      case 'AwaitExpression':
        return isAnswer(node.argument) ? outside : carried(node.argument);
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
        return holding(
          node.properties.map((one) => ('value' in one ? one.value : 'argument' in one ? one.argument : null)),
        );
      case 'TemplateLiteral':
        return node.expressions.some((one) => isBytes(getValue(one))) ? bytes : code;
      case 'BinaryExpression':
        return isBytes(getValue(node.left)) || isBytes(getValue(node.right)) ? bytes : code;
      case 'MetaProperty':
        return node.meta.name === 'import' ? outside : code;
      case 'ThisExpression':
        // an object of the file, except where the function that answers is a method
        return program.functionAround(node) === entry.fn ? outside : code;
      case 'ImportExpression':
      case 'Import':
        return outside;
      default:
        return code;
    }
  };
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
    if (values.some(({ is }) => is === 'image')) return { is: 'image' };
    const [first] = values;
    // of parts of data alone the code makes the value
    if (first?.is === 'outside' && branches.every((one) => isNothing(one) || isPart(one))) return code;
    return first && isSpecial(first) && values.every(({ is }) => is === first.is) ? first : code;
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
    if (module !== undefined) return isKnownImport(binding, module) ? code : assets.test(module) ? bytes : outside;
    const { declaration, scope } = binding;
    const isAround = scope !== entry.fn && isFunction(scope) && isWithin(entry.fn, scope);
    if (isAround) return declaration === scope ? { is: 'given', name: binding.name } : outside;
    if (declaration.type === 'VariableDeclarator') return bound(binding);
    return isFunction(declaration) && declaration === scope ? parameters.getValue(declaration, binding) : code;
  };
  const isKnownImport = ({ name, declaration }: Binding, module: string): boolean =>
    isImportable(module) ||
    /^(?:npm:|https:\/\/esm\.sh\/)react(?:@|$)/.test(module) ||
    (name === 'cn' && declaration.type === 'ImportSpecifier');
  /** A constant has the value of its initialiser at the pattern's path; another name that of all its writes. */
  const bound = once<Binding, Value>(({ declaration, identifier, ...binding }) => {
    if (declaration.type !== 'VariableDeclarator') return code;
    const { id, init } = declaration;
    const loop = parentOf(parentOf(declaration)?.parent ?? declaration)?.parent;
    if (/^For(?:Of|In)/.test(loop?.type ?? '') && !init) return code;
    const place = placeIn(id, identifier);
    const first = init && place ? at(init, place.path, place.fallback) : undefined;
    const writes = functions.writesOf({ declaration, identifier, ...binding });
    if (writes.length === 0) {
      // a part of data is code, so that the cut is at the name nearest to the outside
      if (first?.is === 'outside' && init && isPartOfData(id, init) && !isBytes(first) && !isHandle(identifier))
        return code;
      return first === undefined || (first.is === 'given' && place?.path.length === 0) ? code : withoutSource(first);
    }
    const values = [
      ...(first && init && !isNothing(init) ? [first] : []),
      ...writes.map(({ value, path }) => (value ? at(value, path) : code)),
    ];
    if (values.some(({ is }) => is === 'image')) return { is: 'image' };
    const [one] = values;
    const isOfParts = writes.every(({ value, path }) => value && path.length === 0 && isPart(value));
    if (!one || (one.is === 'outside' && isOfParts)) return code;
    return isSpecial(one) && values.every(({ is }) => is === one.is) ? one : code;
  }, code);
  /** `data.author` of a constant `data` that is a variable. */
  const isPartOfData = (pattern: Node, expression: Node): boolean => {
    let node = stripTypeAnnotations(expression);
    if (!isMember(node) && pattern.type === 'Identifier') return false;
    while (isMember(node)) node = stripTypeAnnotations(node.object);
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
      if (value.is === 'given' && index === path.length - 1 && fallback)
        return { ...value, fallback: textOf(fallback) };
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
  const textOf = (node: Node): string => {
    const constant = getConstant(node);
    return constant === undefined ? getText(getUnit(node).tree, node) : JSON.stringify(constant);
  };
  const isHandle = (name: Node): boolean => functions.isHandle(name);

  const context: ValueContext = { program, sinks, entry, getValue, at, partAt, textOf, isHandle, join };
  const functions = createFunctions(context);
  const parameters = createParameters(context);
  const calls = createCalls(context, functions);
  return { ...functions, ...context, isPart };
};

/** Returns the operand of a chain: `a.b()` of `a.b().c()`, `a + b` of `a + b + c`. */
const operandOf = (node: Node): Node | undefined => {
  switch (node.type) {
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return node.object;
    case 'CallExpression':
    case 'OptionalCallExpression':
      return isMember(node.callee) ? node.callee : undefined;
    case 'BinaryExpression':
    case 'LogicalExpression':
      return node.left;
    case 'ConditionalExpression':
      return node.alternate;
    case 'AwaitExpression':
      return node.argument;
    default:
      return undefined;
  }
};
