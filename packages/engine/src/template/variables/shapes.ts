import type { Node } from '@babel/types';
import type { Json } from '../../json.ts';
import { getConstants } from '../source/constants.ts';
import { getKey, isMember, type Member, type SyntaxTree } from '../source/syntax-tree.ts';
import type { FoundVariable } from './find-variables.ts';
import { getLocalFunction } from './local-functions.ts';
import { getSample, getTypedSample, listLength } from './samples.ts';

/** What the uses of a value say of it. */
interface Shape {
  readonly fields: Map<string, Shape>;
  /** Uses of the value as a whole. */
  readonly leaves: Node[];
  item?: Shape;
  /** A key of an object that is read by the value: `colours[theme]`. */
  key?: string;
}

const createShape = (): Shape => ({ fields: new Map(), leaves: [] });
const fieldOf = (shape: Shape, key: string): Shape => {
  const inner = shape.fields.get(key) ?? createShape();
  shape.fields.set(key, inner);
  return inner;
};
const itemOf = (shape: Shape): Shape => {
  shape.item ??= createShape();
  return shape.item;
};

const listMethods =
  /^(?:map|flatMap|forEach|filter|some|every|find|findLast|sort|toSorted|reduce|reverse|toReversed|join|entries)$/;
const withoutCallback = /^(?:join|reverse|toReversed|sort|entries)$/;
const sameMethods = /^(?:filter|slice|sort|toSorted|reverse|toReversed|concat)$/;
const carriers = /^(?:Logical|Conditional|Await|TSAs|TSNonNull)Expression$/;

/** Maximum number of uses of a variable, and depth of its sample. */
const [maxUses, maxDepth] = [400, 6];

/**
 * Returns a sample of the shape that a variable's uses imply, through names, patterns, functions, components and lists.
 * Imported code has no types of what it loads.
 */
export const getShapedSample = (tree: SyntaxTree, variable: FoundVariable): Json => {
  const typed = getTypedSample(tree, variable);
  if (typed !== undefined) return typed;
  const shape = createShape();
  const { follow } = shapeReader(tree);
  for (const use of variable.uses) follow(use, shape);
  return writeShape(tree, variable, shape, variable.name);
};

const writeShape = (tree: SyntaxTree, variable: FoundVariable, shape: Shape, name: string, depth = 0): Json => {
  const { fields, item, key, leaves } = shape;
  if (key !== undefined) return key;
  const inside = (inner: Shape, own: string) => writeShape(tree, variable, inner, own, depth + 1);
  if (item && depth < maxDepth) return Array.from({ length: listLength }, () => inside(item, name.replace(/s$/, '')));
  if (fields.size > 0 && depth < maxDepth) {
    // what is asked for a failure has none
    const entries = [...fields].map(([own, inner]) => [own, /^(?:errors?|err)$/.test(own) ? null : inside(inner, own)]);
    return Object.fromEntries(entries);
  }
  if (depth === 0) return getSample(tree, { ...variable, uses: [...variable.uses, ...leaves] });
  const { type: _, pattern: __, ...untyped } = variable;
  return getSample(tree, { ...untyped, name, uses: leaves });
};

/** Returns a function that adds what a use of a value says to its shape. */
const shapeReader = (tree: SyntaxTree) => {
  const constants = getConstants(tree);
  const { resolve } = constants;
  const seen = new Set<Node>();
  const positionOf = (node: Node) => tree.positions.get(node);

  const functionOf = (node: Node | undefined) => getLocalFunction(tree, constants, node);
  /** A pattern or a name receives the value. */
  const receive = (target: Node | null | undefined, shape: Shape): void => {
    switch (target?.type) {
      case 'Identifier':
        for (const use of tree.usesOf(target) ?? []) follow(use, shape);
        return;
      case 'AssignmentPattern':
        receive(target.left, shape);
        return;
      case 'ArrayPattern':
        for (const one of target.elements) receive(one, itemOf(shape));
        return;
      case 'ObjectPattern':
        for (const one of target.properties)
          if (one.type === 'ObjectProperty') receive(one.value, fieldOf(shape, getKey(one) ?? ''));
    }
  };
  const follow = (use: Node, shape: Shape): void => {
    if (seen.has(use) || seen.size > maxUses) return;
    seen.add(use);
    const { parent, key = '' } = positionOf(use) ?? {};
    if (!parent || followInto(parent, key, shape)) return;
    const { target, field } = targetOf(use);
    if (target && field === undefined) receive(target, shape);
    else if (target) receiveField(target, field ?? '', shape);
    else if (!carriers.test(parent.type)) shape.leaves.push(use);
    else if (key !== 'test') {
      shape.leaves.push(use);
      follow(parent, shape);
    }
  };
  /** Follows a value into a member, a name or a list. Returns whether it was one. */
  const followInto = (parent: Node, key: string, shape: Shape): boolean => {
    switch (parent.type) {
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        if (key === 'object') followMember(parent, shape);
        else readKey(parent, shape);
        return true;
      case 'VariableDeclarator':
        if (key === 'init') receive(parent.id, shape);
        return true;
      case 'AssignmentExpression':
        if (key === 'right') receive(parent.left, shape);
        return key === 'right';
      case 'ForOfStatement':
        if (parent.left.type === 'VariableDeclaration') receive(parent.left.declarations[0]?.id, itemOf(shape));
        return true;
      case 'SpreadElement':
        if (positionOf(parent)?.parent.type === 'ArrayExpression') itemOf(shape);
        return true;
      default:
        return false;
    }
  };
  /** `colours[theme]` of an object that is written out: its first key. */
  const readKey = ({ object }: Member, shape: Shape): void => {
    const table = resolve(object);
    const [first] = table?.type === 'ObjectExpression' ? table.properties : [];
    const key = first && getKey(first);
    if (key !== undefined) shape.key = key;
  };
  /** Returns the parameter that gets a value: `card(post)`, `card({ post })`, `<Card post={post} />`. */
  const targetOf = (use: Node): { readonly target?: Node | undefined; readonly field?: string } => {
    const { parent, key } = positionOf(use) ?? {};
    if (parent?.type === 'CallExpression' && key === 'arguments')
      return { target: functionOf(parent.callee)?.params[parent.arguments.indexOf(use as never)] };
    if (parent?.type === 'JSXExpressionContainer') return ofAttribute(positionOf(parent)?.parent);
    const object = parent?.type === 'ObjectProperty' && key === 'value' ? positionOf(parent)?.parent : undefined;
    const call = object && positionOf(object);
    if (parent?.type !== 'ObjectProperty' || call?.parent.type !== 'CallExpression' || call.key !== 'arguments')
      return {};
    return { target: functionOf(call.parent.callee)?.params[0], field: getKey(parent) ?? '' };
  };
  const ofAttribute = (attribute: Node | undefined): ReturnType<typeof targetOf> => {
    if (attribute?.type !== 'JSXAttribute') return {};
    const tag = positionOf(attribute)?.parent;
    const fn = tag?.type === 'JSXOpeningElement' ? functionOf(tag.name) : undefined;
    return { target: fn?.params[0], field: String(attribute.name.name) };
  };
  const receiveField = (target: Node, name: string, shape: Shape): void => {
    if (target.type === 'ObjectPattern')
      for (const one of target.properties)
        if (one.type === 'ObjectProperty' && getKey(one) === name) receive(one.value, shape);
    if (target.type !== 'Identifier') return;
    for (const use of tree.usesOf(target) ?? []) {
      const { parent, key } = positionOf(use) ?? {};
      if (isMember(parent) && key === 'object' && getKey(parent) === name) follow(parent, shape);
    }
  };
  const followMember = (member: Member, shape: Shape): void => {
    const name = getKey(member);
    if (name === undefined) {
      if (member.property.type === 'NumericLiteral') follow(member, itemOf(shape));
      return;
    }
    const { parent, key } = positionOf(member) ?? {};
    const isCall = (parent?.type === 'CallExpression' || parent?.type === 'OptionalCallExpression') && key === 'callee';
    if (isCall) {
      followCall(member, name, parent, shape);
      return;
    }
    if (name !== 'length') follow(member, fieldOf(shape, name));
  };
  const followCall = (
    { object }: Member,
    name: string,
    call: Extract<Node, { type: 'CallExpression' | 'OptionalCallExpression' }>,
    shape: Shape,
  ): void => {
    const callback = functionOf(call.arguments[0]);
    if (listMethods.test(name) && (callback || withoutCallback.test(name))) {
      receive(callback?.params[name === 'reduce' ? 1 : 0], itemOf(shape));
      if (sameMethods.test(name)) follow(call, shape);
      else if (/^find/.test(name)) follow(call, itemOf(shape));
      return;
    }
    if (name === 'at') {
      follow(call, itemOf(shape));
      return;
    }
    // a text has these methods too
    const before = shape.item;
    if (name === 'slice' || name === 'concat') follow(call, shape);
    if (shape.item === before) shape.leaves.push(object);
  };
  return { follow };
};
