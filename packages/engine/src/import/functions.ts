import type { Node } from '@babel/types';
import { isElement } from '../template/source/module.ts';
import { type Binding, getKey, isMember, isWithin, stripTypeAnnotations } from '../template/source/syntax-tree.ts';
import { type FunctionNode, isFunction, referencesWithin } from '../template/source/variable-scopes.ts';
import type { ValueContext } from './context.ts';
import { once } from './once.ts';
import { isObjectElement } from './responses.ts';
import { code, dataMethods, type Path, placeIn, type Value } from './value.ts';

/** A statement or expression that gives a name another value. */
export interface Write {
  readonly node: Node;
  readonly value?: Node;
  readonly path: Path;
}

/** Answers what functions return, how often they run, and what gives names their values. */
export const createFunctions = ({ program, sinks, entry, getValue, join }: ValueContext) => {
  const { bindingOf, functionOf, sitesOf, parentOf, ancestorsOf, between, functionAround, getUnit, usesOf, nodesIn } =
    program;

  const resultsOf = once<FunctionNode, readonly Node[]>((fn) => {
    if (fn.body.type !== 'BlockStatement') return [fn.body];
    return program
      .ownNodes(fn)
      .flatMap((node) => (node.type === 'ReturnStatement' && node.argument ? [node.argument] : []));
  }, []);
  const returnOf = once<FunctionNode, Value>((fn) => join(resultsOf(fn)), code);
  /** Whether a function loads what it returns, and makes no elements: its result is a variable, whatever it does. */
  const isLoader = once<FunctionNode, boolean>(
    (fn) =>
      !makesElements(fn) &&
      nodesIn(fn.body).some(
        (node) =>
          /^(?:Optional)?CallExpression$|^NewExpression$|^TaggedTemplate/.test(node.type) &&
          getValue(node).is === 'outside' &&
          !isUnused(node),
      ),
    false,
  );
  /** Whether nothing uses the value of a call: `logger.info(...)`, `await init()`. */
  const isUnused = (node: Node): boolean => {
    const user = ancestorsOf(node).find(({ parent }) => !/^(?:Await|Unary)Expression$/.test(parent.type))?.parent;
    return user?.type === 'ExpressionStatement' || user?.type === 'ThrowStatement';
  };
  /** Whether a function returns elements, or what another one makes of them. */
  const makesElements: (fn: FunctionNode) => boolean = once(
    (fn) =>
      nodesIn(fn.body).some((node) => {
        if (isElement(node) || isObjectElement(node) || sinks.has(node)) return true;
        if (node.type !== 'CallExpression') return false;
        const inner = functionOf(node.callee);
        return inner ? makesElements(inner) : program.reactName(node.callee) === 'createElement';
      }),
    false,
  );
  /** Whether an image is made in code, or in a function that it calls. */
  const drawsIn = (code: Node): boolean =>
    nodesIn(code).some((node) => {
      const fn = node.type === 'CallExpression' && !sinks.has(node) ? functionOf(node.callee) : undefined;
      return sinks.has(node) || (fn !== undefined && draws(fn));
    });
  const draws: (fn: FunctionNode) => boolean = once((fn) => drawsIn(fn.body), false);
  /** Whether a function runs more than once for an image. */
  const isRepeated: (fn: FunctionNode) => boolean = once((fn) => {
    if (fn === entry.fn) return false;
    const sites = sitesOf(fn);
    const isAgain = (node: Node) => {
      const around = functionAround(node);
      const isInLoop = between(node, around).some(({ parent }) => /^(?:For|While|DoWhile)/.test(parent.type));
      return isInLoop || (around !== undefined && around !== entry.fn && isRepeated(around));
    };
    if (sites.length > 0) return sites.length > 1 || sites.some((one) => one.is === 'value' || isAgain(one.node));
    return isOfList(fn) || (program.nameOf(fn) === undefined && isInRepeated(fn));
  }, false);
  const isInRepeated = (fn: FunctionNode): boolean => {
    const around = functionAround(fn);
    return around !== undefined && around !== entry.fn && isWithin(around, entry.fn) && isRepeated(around);
  };
  /** Whether a function is written in a call that runs it for each of several values. */
  const isOfList = (fn: FunctionNode): boolean => {
    const { parent, key } = parentOf(fn) ?? {};
    const callee = parent?.type === 'CallExpression' && key === 'arguments' ? parent.callee : undefined;
    return (
      isMember(callee) && /^(?:map|flatMap|filter|forEach|reduce|some|every|sort|from)$/.test(getKey(callee) ?? '')
    );
  };
  /** Whether a method that no data has is called on an entry of a list from outside: `posts.map((post) => post.date.format())`. */
  const isForeignCall = (call: Node): boolean => {
    let owner = 'callee' in call ? stripTypeAnnotations(call.callee as Node) : call;
    if (!isMember(owner) || dataMethods.has(getKey(owner) ?? '')) return false;
    while (isMember(owner)) owner = stripTypeAnnotations(owner.object);
    const binding = owner.type === 'Identifier' ? bindingOf(owner) : undefined;
    const fn = binding?.declaration === binding?.scope ? binding?.declaration : undefined;
    const list = fn && isFunction(fn) && isOfList(fn) ? parentOf(fn)?.parent : undefined;
    const callee = list?.type === 'CallExpression' ? list.callee : undefined;
    return isMember(callee) && getValue(callee.object).is === 'outside';
  };
  /** Returns the functions on whose arguments an expression depends. */
  const parametersIn = (node: Node): ReadonlySet<FunctionNode> => {
    const found = new Set<FunctionNode>();
    for (const { node: name } of referencesWithin(getUnit(node).tree, node)) {
      const binding = bindingOf(name);
      if (binding && !isWithin(binding.scope, node)) for (const fn of parametersOf(binding)) found.add(fn);
    }
    return found;
  };
  const parametersOf = once<Binding, ReadonlySet<FunctionNode>>(({ declaration, scope }) => {
    if (declaration === scope && isFunction(declaration)) return new Set([declaration]);
    if (declaration.type !== 'VariableDeclarator') return new Set();
    const loop = parentOf(parentOf(declaration)?.parent ?? declaration)?.parent;
    const around = loop && /^For/.test(loop.type) ? functionAround(declaration) : undefined;
    if (around) return new Set([around]);
    return declaration.init ? parametersIn(declaration.init) : new Set();
  }, new Set());

  const writesOf = once<Binding, readonly Write[]>(
    (binding) => usesOf(binding).flatMap((use) => writeAt(use) ?? []),
    [],
  );
  const writeAt = (use: Node): Write | undefined => {
    for (const { parent, key, child } of ancestorsOf(use)) {
      if (parent.type === 'AssignmentExpression' && key === 'left') {
        const place = placeIn(child, use);
        return place && { node: parent, value: parent.right, path: place.path };
      }
      if (parent.type === 'UpdateExpression') return { node: parent, path: [] };
      if (!/^(?:ObjectProperty|ObjectPattern|ArrayPattern|RestElement|AssignmentPattern)$/.test(parent.type))
        return undefined;
    }
    return undefined;
  };
  const isHandle = (name: Node): boolean => {
    const binding = bindingOf(name);
    return binding !== undefined && usesOf(binding).some(isUsedAsHandle);
  };
  const isUsedAsHandle = (use: Node): boolean => {
    let position = parentOf(use);
    let method: string | undefined;
    while (position && isMember(position.parent) && position.key === 'object') {
      method = getKey(position.parent);
      position = parentOf(position.parent);
    }
    if (position?.key === 'callee' || position?.key === 'tag') return method === undefined || !dataMethods.has(method);
    return position?.parent.type === 'AwaitExpression';
  };
  return {
    resultsOf,
    returnOf,
    isLoader,
    makesElements,
    isRepeated,
    isForeignCall,
    drawsIn,
    parametersIn,
    writesOf,
    isHandle,
  };
};
export type Functions = ReturnType<typeof createFunctions>;
