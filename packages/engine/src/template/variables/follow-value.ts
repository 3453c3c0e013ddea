import type { BinaryExpression, JSXAttribute, LogicalExpression, Node } from '@babel/types';
import { getConstants } from '../source/constants.ts';
import {
  getAncestors,
  getContext,
  getKey,
  getMemberRead,
  isMember,
  type Member,
  type SyntaxTree,
  stripTypeAnnotations,
} from '../source/syntax-tree.ts';
import { type FunctionNode, isFunction } from '../source/variable-scopes.ts';
import { getComparedValue } from './comparisons.ts';
import { getLocalFunction } from './local-functions.ts';
import { asText, enter, isItem, type Place, put, take } from './places.ts';
import { getSampleOfProperty, getSampleOfUse, textBefore } from './samples.ts';
import type { Shape } from './shapes.ts';

type Call = Extract<Node, { type: 'CallExpression' | 'OptionalCallExpression' | 'NewExpression' }>;
const isCall = (node: Node | undefined): node is Call => /^(?:Optional)?Call|^NewE/.test(node?.type ?? '');

const sameText =
  /^(?:trim|trimStart|trimEnd|replace|replaceAll|substring|slice|concat|toString|toLowerCase|toUpperCase)$/;
const sameList = /^(?:filter|slice|sort|toSorted|reverse|toReversed|concat)$/;
const isOfLists = (name: string): boolean => name in Array.prototype && !(name in String.prototype);
const givesArgument = /^(?:String|Promise\.(?:all|resolve)|Object\.freeze)$/;
/** Maximum number of uses of a variable that are followed. */
const maxUses = 800;

/**
 * Returns a function that follows a value through names, patterns, functions and their results, components, objects and
 * lists, and adds what its uses say to its shape.
 */
export const createFollower = (tree: SyntaxTree) => {
  const constants = getConstants(tree);
  const positionOf = (node: Node) => tree.positions.get(node);
  const functionOf = (node: Node | null | undefined) => getLocalFunction(tree, constants, node ?? undefined);
  const queue: (readonly [use: Node, place: Place])[] = [];
  const seen = new Set<string>();

  const go = (use: Node, place: Place | undefined): void => {
    if (!place || queue.length >= maxUses) return;
    const { shape, path, calls, before } = place;
    const at = ({ type, start, end }: Node) => `${type}${start}-${end}`;
    const key = JSON.stringify([at(use), shape.id, path, calls.map(({ call }) => at(call)), before]);
    if (seen.has(key)) return;
    seen.add(key);
    queue.push([use, place]);
  };
  const say = (use: Node, { shape, path, before }: Place): void => {
    if (path.length > 0) return;
    shape.said ??= getSampleOfUse(tree, use, before);
    if (before === undefined) shape.compared ??= getComparedValue(tree, constants, use);
  };
  const sayNumber = ({ shape, path }: Place): void => {
    if (path.length === 0) shape.said ??= 1;
  };
  /** An element or its style has the value in a property of an object. */
  const sayOfProperty = ({ shape, path: [name, ...inner], before = '' }: Place): void => {
    if (name !== undefined && inner.length === 0) shape.said ??= getSampleOfProperty({ name, before });
  };

  const groups = new Map<Node, Map<string | undefined, Node[]>>();
  /** Returns the uses of a name that may read what is at a path. */
  const usesFor = (name: Node, [step]: readonly string[]): readonly Node[] => {
    const uses = tree.usesOf(name) ?? [];
    if (step === undefined || isItem(step)) return uses;
    const found = groups.get(name) ?? Map.groupBy(uses, (use) => getMemberRead(tree, use)?.name);
    groups.set(name, found);
    return [...(found.get(step) ?? []), ...(found.get(undefined) ?? [])];
  };
  /** A name, a pattern or a member receives the value. */
  const receive = (target: Node | null | undefined, place: Place | undefined): void => {
    if (!place || queue.length >= maxUses) return;
    switch (target?.type) {
      case 'Identifier':
        for (const use of usesFor(target, place.path)) go(use, place);
        return;
      case 'MemberExpression':
        receive(target.object, put(place, getKey(target)));
        return;
      case 'AssignmentPattern':
        receive(target.left, place);
        return;
      case 'RestElement':
        receive(target.argument, place);
        return;
      case 'ArrayPattern':
        for (const [at, one] of target.elements.entries()) receive(one, take(place, `#${at}`));
        return;
      case 'ObjectPattern':
        for (const one of target.properties)
          if (one.type === 'RestElement') receive(one, place);
          else receive(one.value, take(place, getKey(one)));
    }
  };

  const visit = (use: Node, place: Place): void => {
    const { parent, key = '' } = positionOf(use) ?? {};
    if (!parent) return;
    switch (parent.type) {
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        if (key === 'object') readMember(parent, place);
        else readKey(parent, place);
        return;
      case 'VariableDeclarator':
        receive(parent.id, place);
        return;
      case 'AssignmentPattern':
        receive(parent.left, place);
        return;
      case 'AssignmentExpression':
        if (key !== 'right') return;
        receive(parent.left, place);
        go(parent, place);
        return;
      case 'ForOfStatement':
        if (parent.left.type === 'VariableDeclaration') receive(parent.left.declarations[0]?.id, take(place, '#'));
        return;
      case 'ReturnStatement':
      case 'ArrowFunctionExpression':
        give(getAncestors(tree, use).find((one) => isFunction(one.parent))?.parent, place);
        return;
      case 'CallExpression':
      case 'OptionalCallExpression':
      case 'NewExpression':
        if (key === 'arguments') pass(parent, use, place);
        return;
      default:
        if (key !== 'test' && !collect(parent, use, place) && !carry(parent, use, key, place)) say(use, place);
    }
  };
  /** Follows a value into an object, a list or an element. Returns whether it is in one. */
  const collect = (parent: Node, use: Node, place: Place): boolean => {
    const around = positionOf(parent)?.parent;
    switch (parent.type) {
      case 'ArrayExpression':
        go(parent, put(place, `#${parent.elements.indexOf(use as never)}`));
        return true;
      case 'ObjectProperty':
        property(getKey(parent), use, place);
        if (around?.type === 'ObjectExpression') go(around, put(place, getKey(parent)));
        return true;
      case 'SpreadElement':
        spread(around, place);
        return true;
      case 'JSXSpreadAttribute':
        if (!toElement(around, place)) sayOfProperty(place);
        return true;
      case 'JSXExpressionContainer':
        if (around?.type === 'JSXAttribute') attribute(around, use, place);
        else show(use, place);
        return true;
      default:
        return false;
    }
  };
  const spread = (around: Node | undefined, place: Place): void => {
    const item = around?.type === 'ArrayExpression' ? take(place, '#') : undefined;
    if (around?.type === 'ObjectExpression') go(around, place);
    else if (around && item) go(around, put(item, '#'));
  };
  const attribute = (around: JSXAttribute, use: Node, place: Place): void => {
    const name = String(around.name.name);
    if (toElement(positionOf(around)?.parent, put(place, name))) return;
    if (name === 'style') sayOfProperty(place);
    say(use, place);
  };
  const property = (name: string | undefined, use: Node, place: Place): void => {
    if (name === 'style') sayOfProperty(place);
    if (name === 'children') show(use, place);
    else say(use, place);
  };
  const show = (use: Node, place: Place): void => {
    if (place.path.length === 0) place.shape.isShown = true;
    say(use, place);
  };
  /** Gives a component its props. Returns whether it is one of the file. */
  const toElement = (tag: Node | undefined, props: Place | undefined): boolean => {
    const fn = tag?.type === 'JSXOpeningElement' ? functionOf(tag.name) : undefined;
    if (fn && tag) receive(fn.params[0], enter(props, tag, fn));
    return fn !== undefined;
  };
  /** Follows an expression that may give the value, or a text with it. Returns whether it is one. */
  const carry = (parent: Node, use: Node, key: string, place: Place): boolean => {
    switch (parent.type) {
      case 'LogicalExpression':
        choose(parent, key, place);
        return true;
      case 'ConditionalExpression':
      case 'AwaitExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
        go(parent, place);
        return true;
      case 'TemplateLiteral':
        go(parent, asText(place, textBefore(parent, use) || (parent.expressions[0] === use ? '' : '}')));
        return true;
      case 'BinaryExpression':
        if (parent.operator === '+') add(parent, key, place);
        return parent.operator === '+';
      default:
        return false;
    }
  };
  const choose = (parent: LogicalExpression, key: string, place: Place): void => {
    const { operator, right } = parent;
    if (key === 'left' && operator !== '&&' && right.type === 'NumericLiteral') sayNumber(place);
    if (key === 'right' || operator !== '&&') go(parent, place);
  };
  const add = (parent: BinaryExpression, key: string, place: Place): void => {
    const isLeft = key === 'left';
    const other = constants.getConstant(isLeft ? parent.right : parent.left);
    if (typeof other === 'number') sayNumber(place);
    go(parent, asText(place, isLeft ? '' : typeof other === 'string' ? other : '}'));
  };

  /** Follows an argument into the function of the file that gets it, or into the list that it is added to. */
  const pass = (call: Call, use: Node, place: Place): void => {
    const callee = stripTypeAnnotations(call.callee);
    const fn = call.type === 'NewExpression' ? undefined : functionOf(callee);
    const at = call.arguments.indexOf(use as never);
    if (fn) {
      const rest = fn.params.at(-1)?.type === 'RestElement' && at >= fn.params.length - 1;
      const target = rest ? fn.params.at(-1) : fn.params[at];
      receive(target, enter(rest ? put(place, '#') : place, call, fn));
      return;
    }
    if (isMember(callee) && /^(?:push|unshift)$/.test(getKey(callee) ?? '')) receive(callee.object, put(place, '#'));
    else if (givesArgument.test(nameOf(callee))) go(call, place);
    else say(use, place);
  };
  const nameOf = (node: Node): string =>
    isMember(node) ? `${nameOf(node.object)}.${getKey(node)}` : node.type === 'Identifier' ? node.name : '';

  /** Follows what a function returns to the call through which the value came, or to all of its calls. */
  const give = (fn: Node | undefined, place: Place): void => {
    if (!fn || !isFunction(fn)) return;
    const last = place.calls.at(-1);
    const calls = last?.fn === fn ? [last] : callsOf(fn);
    const outer = last?.fn === fn ? { ...place, calls: place.calls.slice(0, -1) } : place;
    for (const { call, method } of calls) if (isCall(call)) result(call, fn, method, outer);
  };
  const result = (call: Call, fn: FunctionNode, method: string | undefined, place: Place): void => {
    if (method === undefined || /^(?:flatMap|reduce|then)$/.test(method)) go(call, place);
    else if (method === 'map') go(call, put(place, '#'));
    if (method !== 'reduce') return;
    if (call.arguments[1]?.type === 'NumericLiteral') sayNumber(place);
    receive(fn.params[0], enter(place, call, fn, method));
  };
  const callsOf = (fn: FunctionNode): readonly { readonly call: Call; readonly method?: string | undefined }[] => {
    const { parent, key } = getContext(tree, fn) ?? {};
    if (isCall(parent) && key === 'callee') return [{ call: parent }];
    if (isCall(parent)) return isMember(parent.callee) ? [{ call: parent, method: getKey(parent.callee) ?? '' }] : [];
    const id = parent?.type === 'VariableDeclarator' ? parent.id : 'id' in fn ? fn.id : undefined;
    return (id ? (tree.usesOf(id) ?? []) : []).flatMap((use) => {
      const position = getContext(tree, use);
      return isCall(position?.parent) && position.key === 'callee' ? [{ call: position.parent }] : [];
    });
  };

  /** `colours[theme]` of an object that is written out: its first key. */
  const readKey = ({ object }: Member, { shape, path, before }: Place): void => {
    const table = constants.resolve(object);
    const [first] = table?.type === 'ObjectExpression' ? table.properties : [];
    const key = first && getKey(first);
    if (key !== undefined && path.length === 0 && before === undefined) shape.key ??= key;
  };
  /** Whether a name is the index that a callback gets: `urls[i]` in `posts.map((post, i) => ...)`. */
  const isIndex = (property: Node): boolean => {
    const binding = property.type === 'Identifier' ? tree.bindingOf(property) : undefined;
    const fn = binding?.declaration;
    const call = fn && isFunction(fn) && fn.params[1] === binding?.identifier ? positionOf(fn) : undefined;
    return isCall(call?.parent) && call?.key === 'arguments';
  };
  const readMember = (member: Member, place: Place): void => {
    const name = getKey(member);
    const { parent, key } = positionOf(member) ?? {};
    if (isCall(parent) && key === 'callee') readCall(member, name ?? '', parent, place);
    else if (name === undefined && member.property.type === 'NumericLiteral')
      go(member, take(place, `#${member.property.value}`));
    else if (name === undefined && isIndex(member.property)) go(member, take(place, '#'));
    // one of the values of an object or a list that is written out
    else if (name === undefined) go(member, take(place, place.path[0]));
    else if (name !== 'length') go(member, take(place, name));
  };
  const readCall = ({ object }: Member, name: string, call: Call, place: Place): void => {
    const isWhole = place.path.length === 0;
    if (!isWhole && !isItem(place.path[0])) return;
    const isList = !isWhole || place.before === undefined;
    if (isList && (isOfLists(name) || name === 'at')) readItems(name, call, take(place, '#'));
    if ((isList && sameList.test(name)) || (isWhole && sameText.test(name))) go(call, place);
    if (isWhole) say(object, place);
  };
  const readItems = (name: string, call: Call, item: Place | undefined): void => {
    const callback = functionOf(call.arguments[0]);
    if (callback) receive(callback.params[name === 'reduce' ? 1 : 0], enter(item, call, callback, name));
    if (/^(?:find|findLast|at)$/.test(name)) go(call, item);
  };

  /** Follows the uses of a variable, and the pattern that destructures it. */
  return (shape: Shape, uses: readonly Node[], pattern: Node | undefined): void => {
    queue.length = 0;
    seen.clear();
    const place = { shape, path: [], calls: [] };
    for (const use of uses) go(use, place);
    receive(pattern, place);
    // grows while it is followed
    for (const [use, at] of queue) visit(use, at);
  };
};
