import type { Class, JSXElement, JSXIdentifier, Node } from '@babel/types';
import { getProperty } from '../template/source/constants.ts';
import {
  type Binding,
  getKey,
  isMember,
  isWithin,
  type Member,
  stripTypeAnnotations,
} from '../template/source/syntax-tree.ts';
import { type FunctionNode, findNames, isFunction } from '../template/source/variable-scopes.ts';
import { literalOf } from './calls.ts';
import type { Cuts } from './cuts.ts';
import { nameInPlace } from './names.ts';
import { once } from './once.ts';
import type { Program, Site, Unit } from './program.ts';
import { isBytes, placeIn, type RequestValue, type Value } from './value.ts';
import type { Values } from './values.ts';

/** What the parts of a slice share. */
export interface SliceContext {
  readonly program: Program;
  readonly values: Values;
  readonly cuts: Cuts;
  /** The file that becomes the template. */
  readonly main: Unit;
  /** Adds work: nothing recurs, because chains of calls are as long as the source. */
  readonly later: (work: () => void) => void;
  /** Makes what a name needs part of the slice. @param field the member of it that is needed; all if absent */
  readonly need: (binding: Binding, field?: string) => void;
  /** Returns the members that are needed of a name: undefined among them for all, none if it is not needed. */
  readonly neededOf: (binding: Binding) => ReadonlySet<string | undefined>;
  readonly visitFunction: (fn: FunctionNode) => void;
  /** Returns the text for a name of another file. */
  readonly reach: (home: Unit, binding: Binding) => string;
}

/** `btoa` of the bytes of a text. */
const toBase64 = '(text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))';

const skipped = new Set(['loc', 'extra', 'leadingComments', 'innerComments', 'trailingComments']);
const types = /^(?:typeAnnotation|typeParameters|returnType|typeArguments|superTypeParameters|implements)$/;

/** Returns the nodes of code directly inside a node. */
const childrenOf = (node: Node): Node[] =>
  Object.entries(node).flatMap(([key, value]) => {
    if (skipped.has(key) || types.test(key)) return [];
    const inside: readonly unknown[] = Array.isArray(value) ? value : [value];
    return inside.filter(
      (one): one is Node => typeof one === 'object' && one !== null && typeof (one as Node).type === 'string',
    );
  });

export type Emitter = ReturnType<typeof createEmitter>;

/** Visits the expressions that the image needs, and puts variables where they meet the request or the outside. */
export const createEmitter = ({ program, values, cuts, later, need, neededOf, visitFunction, reach }: SliceContext) => {
  const { bindingOf, functionOf, parentOf, getUnit, moduleOf, sitesOf } = program;
  const { getValue } = values;
  const { replace, workOf, props } = cuts;
  /** Uses of functions in the slice, and parts of what they are given that are needed. */
  const [live, demanded] = [new Set<Node>(), new Set<Node>()];

  const emit = (expression: Node | null | undefined): void => {
    if (expression) later(() => emitNow(stripTypeAnnotations(expression)));
  };
  const emitEach = (node: Node): void => childrenOf(node).forEach(emit);
  const emitNow = (node: Node): void => {
    const value = getValue(node);
    switch (value.is) {
      case 'given':
        cuts.given(node, value);
        return;
      case 'constant':
        replace(node, value.text);
        return;
      case 'route':
        replace(node, "''");
        return;
      case 'request':
        emitRequest(node, value);
        return;
      case 'outside':
        // bytes are sent as an address, where they are shown
        if (isBytes(value) && parentOf(node)?.key === 'test' && !isShown(node)) replace(node, 'true');
        else emitOutside(node);
        return;
      case 'image':
        emitImage(node, value);
        return;
      default:
        emitCode(node);
        return;
    }
  };
  const emitRequest = (node: Node, { part, defaults }: RequestValue): void => {
    const { parent, key } = parentOf(node) ?? {};
    const isHandedOn = (parent?.type === 'CallExpression' || parent?.type === 'NewExpression') && key === 'arguments';
    const fn = isHandedOn ? functionOf(parent.callee) : undefined;
    if (fn && parent && (part === 'frame' || !isReadAsData(fn, parent, node))) {
      replace(node, 'undefined');
      return;
    }
    if (part === 'frame') {
      const wanted = node.type === 'Identifier' ? node.name : nameInPlace(program, node);
      replace(node, cuts.read(cuts.toName('given', wanted ?? 'url')));
      return;
    }
    const known = [...(defaults ?? [])].map(
      ([name, fallback]) =>
        `${JSON.stringify(name)}: ${cuts.read(cuts.toName('given', name), cuts.writeDefault(fallback))}`,
    );
    replace(node, known.length > 0 ? `({ ...${props}, ${known.join(', ')} })` : props);
  };
  /** Whether a function reads a value of the request like any other data, because other calls give it some. */
  const isReadAsData = (fn: FunctionNode, call: Node, argument: Node): boolean => {
    const index = 'arguments' in call ? call.arguments.indexOf(argument as never) : -1;
    const parameter = fn.params[index];
    return parameter !== undefined && findNames(parameter).some((name) => getValue(name).is === 'code');
  };
  /** Whether a name itself is what the image shows, so that it can be missing. */
  const isShown = (name: Node): boolean => {
    const binding = bindingOf(name);
    const uses = binding ? program.usesOf(binding) : [];
    return uses.some((use) => /^(?:JSXExpressionContainer|ObjectProperty)$/.test(parentOf(use)?.parent.type ?? ''));
  };
  const emitOutside = (node: Node): void => {
    if (/^(?:Conditional|Logical)Expression$/.test(node.type)) {
      emitEach(node);
      return;
    }
    let root: Node = node;
    while (isMember(root) && !values.isLookup(root)) root = stripTypeAnnotations(root.object);
    const binding = root.type === 'Identifier' ? bindingOf(root) : undefined;
    // a name that nothing declares is reported by the compiler
    if (root === node && root.type === 'Identifier' && !binding) return;
    const around = parentOf(root);
    const isAsked = isMember(around?.parent) && around.key === 'object' && getValue(around.parent).is === 'constant';
    if (root.type !== 'Identifier' || !binding || binding.declaration.type === 'CatchClause' || isAsked) {
      cuts.cut(node);
      return;
    }
    for (let one: Node = node; isMember(one); one = stripTypeAnnotations(one.object))
      if (one.computed) emit(one.property);
    cuts.named(root, binding);
  };
  const emitImage = (node: Node, { from }: Extract<Value, { is: 'image' }>): void => {
    if (!from) {
      emitCode(node);
      return;
    }
    const inner = stripTypeAnnotations(from);
    if (node.type === 'AwaitExpression') {
      emit(inner);
      return;
    }
    if (isFunction(from)) {
      workOf(node).unwrap(node, from, '(', ')()');
      visitFunction(from);
      return;
    }
    reportGround(node);
    workOf(node).unwrap(node, from);
    if (/^(?:outside|given)$/.test(getValue(inner).is)) {
      cuts.refuseElements(inner);
      return;
    }
    emit(inner);
  };

  /** Adds a note for the ground that resvg draws under an image. */
  const reportGround = (node: Node): void => {
    const options = node.type === 'NewExpression' ? node.arguments[1] : undefined;
    const ground = options && getProperty(options, 'background');
    if (ground)
      workOf(node).note(ground, 'This ground under the image is left out: give the outermost element that background.');
  };

  const emitCode = (node: Node): void => {
    switch (node.type) {
      case 'Identifier':
      case 'JSXIdentifier':
        emitName(node);
        return;
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        emitMember(node);
        return;
      case 'CallExpression':
      case 'OptionalCallExpression':
        emitCall(node);
        return;
      case 'JSXElement':
        emitElement(node);
        return;
      case 'JSXAttribute':
        emit(node.value);
        return;
      case 'ObjectProperty':
        if (node.computed) emit(node.key);
        emit(node.value);
        return;
      case 'ClassDeclaration':
      case 'ClassExpression':
        emitClass(node);
        return;
      case 'JSXText':
      case 'JSXNamespacedName':
        return;
      default:
        if (isFunction(node)) visitFunction(node);
        else if (!/^TS/.test(node.type) || /Expression$/.test(node.type)) emitEach(node);
    }
  };
  const emitElement = (node: JSXElement): void => {
    emitTag(node.openingElement.name);
    emitAttributes(node.openingElement);
    if (node.closingElement) emitClosing(node.closingElement.name);
    node.children.forEach(emit);
  };
  const emitClass = ({ superClass, body }: Class): void => {
    emit(superClass);
    for (const one of body.body) isFunction(one) ? visitFunction(one) : emitEach(one);
  };
  const emitMember = (node: Member): void => {
    emit(node.object);
    if (node.computed) emit(node.property);
  };
  const emitName = (node: Extract<Node, { type: 'Identifier' | 'JSXIdentifier' }>): void => {
    const binding = bindingOf(node);
    if (!binding) return;
    for (const field of fieldsRead(node)) need(binding, field);
    point(node, binding);
  };
  /** Writes a name of another file so that it is found there. */
  const point = (node: Node, binding: Binding): void => {
    const home = getUnit(binding.declaration);
    if (home !== getUnit(node) && moduleOf(binding) === undefined) replace(node, reach(home, binding));
  };
  /** Returns the members that a use reads of a name: `b` of `a.b` and of `const { b } = a`; undefined for all. */
  const fieldsRead = (use: Node): readonly (string | undefined)[] => {
    const { parent, key } = parentOf(use) ?? {};
    if (isMember(parent) && key === 'object') return [getKey(parent)];
    if (parent?.type === 'JSXMemberExpression') return [parent.property.name];
    const pattern = parent?.type === 'VariableDeclarator' && key === 'init' ? parent.id : undefined;
    if (pattern?.type !== 'ObjectPattern') return [undefined];
    return pattern.properties.flatMap((one) => {
      if (one.type === 'ObjectProperty') return [getKey(one)];
      const rest = bindingOf(one.argument);
      return rest && neededOf(rest).size === 0 ? [] : [undefined];
    });
  };

  const emitCall = (node: Extract<Node, { type: 'CallExpression' | 'OptionalCallExpression' }>): void => {
    const callee = stripTypeAnnotations(node.callee);
    const [first] = node.arguments;
    if (isMember(callee) && first && getValue(callee.object).is === 'request') {
      emitAsking(node, callee, first);
      return;
    }
    const text = values.textInBase64(node);
    if (text) {
      workOf(node).unwrap(node, text, `${workOf(node).helper('base64', toBase64)}(`, ')');
      emit(text);
      return;
    }
    if (isOfOwnClass(callee) || values.isForeignCall(node)) {
      cuts.refuseMethod(node, callee);
      return;
    }
    // `fromJsx` and fonts of pages are converted in place
    if (isMember(callee) || getValue(callee).is !== 'outside') emit(callee);
    const fn = functionOf(callee);
    const site = fn && sitesOf(fn).find((one) => one.node === node);
    if (fn && site) {
      emitGiven(fn, site);
      return;
    }
    for (const argument of node.arguments) emit(argument.type === 'SpreadElement' ? argument.argument : argument);
  };
  /** Whether a method is called on the object of the entry's class, of which another function may be the template. */
  const isOfOwnClass = (callee: Node): boolean =>
    isMember(callee) && callee.object.type === 'ThisExpression' && getValue(callee.object).is === 'outside';
  /** `searchParams.has('title')`, `query.get(name)` */
  const emitAsking = (node: Node, callee: Member, first: Node): void => {
    if (getKey(callee) === 'then') {
      workOf(node).unwrap(node, first, '(', `)(${props})`);
      emit(first);
      return;
    }
    const asked = literalOf(first);
    if (asked !== undefined) {
      replace(node, `(${cuts.read(cuts.toName('given', asked))} != null)`);
      return;
    }
    const isAsked = getKey(callee) === 'has';
    workOf(node).unwrap(node, first, isAsked ? `(null != ${props}[` : `(${props}[`, '])');
    emit(first);
  };
  const emitAttributes = (tag: Extract<Node, { type: 'JSXOpeningElement' }>): void => {
    const fn = tag.name.type === 'JSXIdentifier' && /^[A-Z]/.test(tag.name.name) ? functionOf(tag.name) : undefined;
    const site = fn && sitesOf(fn).find((one) => one.node === tag);
    if (fn && site) {
      emitGiven(fn, site);
      return;
    }
    for (const one of tag.attributes) one.type === 'JSXSpreadAttribute' ? emit(one.argument) : emitCode(one);
  };
  const emitTag = (name: Node): void => {
    const owner = ownerOf(name);
    if (!owner || (owner === name && /^[a-z]/.test(owner.name))) return;
    if (getValue(owner).is === 'outside') cuts.refuseComponent(owner);
    else emitName(owner);
  };
  const emitClosing = (name: Node): void => {
    const owner = ownerOf(name);
    const binding = owner && bindingOf(owner);
    if (binding) point(owner, binding);
  };
  /** `Icons` of `<Icons.logo />` */
  const ownerOf = (name: Node): JSXIdentifier | undefined => {
    let owner = name;
    while (owner.type === 'JSXMemberExpression') owner = owner.object;
    return owner.type === 'JSXIdentifier' ? owner : undefined;
  };

  // What functions are given.
  /** Emits of what a function is given only what it needs. */
  const emitGiven = (fn: FunctionNode, site: Site): void => {
    live.add(site.node);
    const isSpread = site.is === 'call' && site.args.some(({ type }) => type === 'SpreadElement');
    if (site.is === 'call' && (isSpread || fn.params.some(({ type }) => type === 'RestElement'))) {
      demand(site.args);
      return;
    }
    for (const name of fn.params.flatMap((one) => findNames(one))) {
      const binding = getUnit(name).tree.bindingOf(name);
      if (binding) for (const field of neededOf(binding)) emitArgument(fn, site, binding, field);
    }
  };
  /** Emits what a parameter of which a member is needed gets at each use of its function. */
  const emitArguments = (fn: FunctionNode, binding: Binding, field: string | undefined): void => {
    for (const site of sitesOf(fn)) if (live.has(site.node)) emitArgument(fn, site, binding, field);
  };
  const emitArgument = (fn: FunctionNode, site: Site, { identifier }: Binding, field: string | undefined): void => {
    const index = fn.params.findIndex((one) => isWithin(identifier, one));
    const parameter = fn.params[index];
    const path = (parameter && placeIn(parameter, identifier)?.path) ?? [];
    const [first = field] = path;
    const key = first === undefined || path.includes('...') ? undefined : String(first);
    if (site.is === 'element' && index === 0) demandField(site.attributes, key);
    const argument = site.is === 'call' ? site.args[index] : undefined;
    const object = argument && stripTypeAnnotations(argument);
    if (object?.type === 'ObjectExpression') demandField(object.properties, key);
    else if (argument) demand([argument]);
  };
  /** Makes a field of an object or an element part of the slice. @param field all if absent */
  const demandField = (fields: readonly Node[], field: string | undefined): void => {
    const named = byName(fields);
    // what is spread may hold it too
    demand(field === undefined ? fields : [...(named.get(undefined) ?? []), ...(named.get(field) ?? [])]);
  };
  const byName = once<readonly Node[], ReadonlyMap<string | undefined, readonly Node[]>>(
    (fields) => Map.groupBy(fields, (one) => (one.type === 'JSXAttribute' ? String(one.name.name) : getKey(one))),
    new Map(),
  );
  const demand = (parts: readonly Node[]): void => {
    for (const one of parts) {
      if (demanded.has(one)) continue;
      demanded.add(one);
      if (one.type === 'JSXSpreadAttribute' || one.type === 'SpreadElement') emit(one.argument);
      else if (one.type === 'ObjectProperty' || one.type === 'JSXAttribute') emitCode(one);
      else if (isFunction(one)) visitFunction(one);
      else emit(one);
    }
  };
  /** Removes what functions are given and do not need. */
  const dropGiven = (functions: Iterable<FunctionNode>): void => {
    const sites = [...functions].flatMap((fn) => sitesOf(fn)).filter(({ node }) => live.has(node));
    const parts = sites.flatMap((site) => (site.is === 'element' ? site.attributes : givenAt(site)));
    for (const one of parts) if (!demanded.has(one)) dropPart(one);
  };
  const givenAt = (site: Site): readonly Node[] => (site.is === 'call' ? site.args.flatMap(partsOf) : []);
  const partsOf = (argument: Node): readonly Node[] => {
    const object = stripTypeAnnotations(argument);
    return object.type === 'ObjectExpression' && !demanded.has(argument) ? object.properties : [argument];
  };
  const dropPart = (one: Node): void => {
    if (one.type === 'JSXAttribute' || one.type === 'JSXSpreadAttribute') workOf(one).replace(one, '');
    else if (one.type === 'SpreadElement' || one.type === 'ObjectMethod') workOf(one).replace(one, '...{}');
    else replace(one.type === 'ObjectProperty' ? one.value : one, 'undefined');
  };
  return { emit, emitCode, emitArguments, demandField, dropGiven, isDemanded: (one: Node) => demanded.has(one) };
};
