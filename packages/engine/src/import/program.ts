import type { Node } from '@babel/types';
import { getConstants } from '../template/source/constants.ts';
import {
  type Binding,
  getAncestors,
  getKey,
  isMember,
  namesBeside,
  type SourcePosition,
  type SyntaxTree,
  stripTypeAnnotations,
} from '../template/source/syntax-tree.ts';
import { type FunctionNode, isFunction } from '../template/source/variable-scopes.ts';
import { type Conversion, createConversion, type Findings, type ImageResponse } from './conversion.ts';
import type { SourceFile } from './files.ts';
import { followImport, importedName } from './imports.ts';
import { once } from './once.ts';
import { findResponses } from './responses.ts';

/** A file of the program: the author's, or a neighbour that it imports. */
export interface Unit {
  readonly file: SourceFile;
  readonly tree: SyntaxTree;
  readonly responses: readonly ImageResponse[];
  readonly work: Conversion;
}

/** A use of a function of the program. */
export type Site =
  | { readonly is: 'call'; readonly node: Node; readonly args: readonly Node[] }
  | { readonly is: 'element'; readonly node: Node; readonly attributes: readonly Node[] }
  | { readonly is: 'value'; readonly node: Node };

export type Program = ReturnType<typeof createProgram>;

const maxDepth = 8;

/** Answers what the names of several files mean. @param parsed the files that can be parsed, the author's last */
export const createProgram = (parsed: readonly { readonly file: SourceFile; readonly tree: SyntaxTree }[]) => {
  const findings: Findings = { edits: [], notes: [], errors: [], removed: [], helpers: new Set() };
  const nodes = parsed.flatMap(({ tree }) => tree.nodes);
  const free = namesBeside({ nodes });
  // the constants of all files are known to each other
  const constants = getConstants({ bindingOf: (name) => bindingOf(name) });
  const units = parsed.map(({ file, tree }): Unit => {
    const work = createConversion(tree, findings, constants, free);
    return { file, tree, responses: findResponses(tree), work };
  });
  const first = units.at(-1) as Unit;
  const unitOf = new Map(units.flatMap((unit) => unit.tree.nodes.map((node) => [node, unit] as const)));
  const getUnit = (node: Node): Unit => unitOf.get(node) ?? first;
  const findUnit = ({ file }: Unit, module: string): Unit | undefined => {
    const path = file.imports.get(module);
    return path === undefined ? undefined : units.find((one) => one.file.path === path);
  };

  // Names.
  const aliases = new Map<Binding, Binding[]>();
  const follow = once<Binding, Binding | undefined>((binding) => {
    const unit = getUnit(binding.declaration);
    const imported = importedName(binding.declaration);
    const module = unit.tree.moduleOf(binding);
    const found =
      imported === undefined || module === undefined ? undefined : followImport(unit, module, imported, findUnit);
    const target = found && (bindingIn(found.unit, found.value) ?? undefined);
    if (target) aliases.set(target, [...(aliases.get(target) ?? []), binding]);
    return target;
  }, undefined);
  const bindingIn = ({ tree }: Unit, value: Node): Binding | undefined => {
    if (value.type === 'Identifier') return bindingOf(value);
    return tree.bindingOf('id' in value && value.id ? (value.id as Node) : value);
  };
  /** Returns what a name means, in the file that declares it. */
  const bindingOf = (name: Node): Binding | undefined => {
    const { tree } = getUnit(name);
    const binding = tree.bindingOf(name);
    return binding && tree.moduleOf(binding) !== undefined ? (follow(binding) ?? binding) : binding;
  };
  const usesOf = (binding: Binding): readonly Node[] => {
    const own = getUnit(binding.declaration)
      .tree.referencesTo(binding)
      .map(({ node }) => node);
    return [...own, ...(aliases.get(binding) ?? []).flatMap(usesOf)];
  };
  // every use of a name in another file is known before anything is asked
  for (const { tree } of units) for (const { node } of tree.references) bindingOf(node);
  /** Returns the module of an import that the program does not contain. */
  const moduleOf = (binding: Binding | undefined): string | undefined =>
    binding && getUnit(binding.declaration).tree.moduleOf(binding);

  // Places.
  const parentOf = (node: Node): SourcePosition | undefined => getUnit(node).tree.positions.get(node);
  const ancestorsOf = (node: Node) => getAncestors(getUnit(node).tree, node);
  /** Returns the positions between a node and one around it. */
  const between = (node: Node, outer: Node | undefined) => {
    const all = [...ancestorsOf(node)];
    const end = all.findIndex(({ parent }) => parent === outer);
    return end < 0 ? all : all.slice(0, end);
  };
  const around = new Map<Node, FunctionNode | undefined>();
  const places = new Map<Node, { readonly at: number; end: number }>();
  for (const { tree } of units) {
    for (const [at, node] of tree.nodes.entries()) {
      const parent = tree.positions.get(node)?.parent;
      around.set(node, parent && (isFunction(parent) ? parent : around.get(parent)));
      places.set(node, { at, end: at + 1 });
    }
    // what is inside a node follows it
    for (const node of tree.nodes.toReversed()) {
      const outer = places.get(tree.positions.get(node)?.parent ?? node);
      if (outer) outer.end = Math.max(outer.end, places.get(node)?.end ?? 0);
    }
  }
  const owned = Map.groupBy(nodes, (node) => around.get(node));
  const members = Map.groupBy(nodes.filter(isMember), (node) => getKey(node));
  const functionAround = (node: Node): FunctionNode | undefined => around.get(node);
  /** Returns a node and all nodes inside it, parents first. */
  const nodesIn = (outer: Node): readonly Node[] => {
    const { at, end } = places.get(outer) ?? { at: 0, end: 0 };
    return getUnit(outer).tree.nodes.slice(at, end);
  };

  // Functions.
  const reactName = (callee: Node): string | undefined => {
    const node = stripTypeAnnotations(callee);
    if (isMember(node))
      return node.object.type === 'Identifier' && node.object.name === 'React' ? getKey(node) : undefined;
    const binding = bindingOf(node);
    return binding && moduleOf(binding) === 'react' ? importedName(binding.declaration) : undefined;
  };
  /** Returns the declaration of a name; none of a parameter, which is declared by its function. */
  const declarationOf = (node: Node): Node | undefined => {
    const isName = node.type === 'Identifier' || node.type === 'JSXIdentifier';
    const binding = isName ? bindingOf(node) : undefined;
    return binding?.declaration === binding?.scope ? undefined : binding?.declaration;
  };
  /** Returns the function of the program that an expression is, also inside `memo(...)` or `cache(...)`. */
  const functionOf = (expression: Node | null | undefined, depth = 0): FunctionNode | undefined => {
    if (!expression || depth > maxDepth) return undefined;
    const node = stripTypeAnnotations(expression);
    if (isFunction(node)) return node;
    if (node.type === 'CallExpression' && /^(?:memo|forwardRef|cache|useCallback)$/.test(reactName(node.callee) ?? ''))
      return functionOf(node.arguments[0], depth + 1);
    if (isMember(node)) return functionOf(propertyOf(node), depth + 1);
    const declaration = declarationOf(node);
    if (declaration?.type === 'FunctionDeclaration') return declaration;
    const isNamed = declaration?.type === 'VariableDeclarator' && declaration.id.type === 'Identifier';
    return isNamed ? functionOf(declaration.init, depth + 1) : undefined;
  };
  /** Returns the parts of an object literal or a class by their names. */
  const partsOf = once<Node, ReadonlyMap<string | undefined, Node>>((owner) => {
    const listed: readonly Node[] =
      owner.type === 'ObjectExpression' ? owner.properties : owner.type === 'ClassBody' ? owner.body : [];
    return new Map(listed.toReversed().map((one) => [getKey(one), one]));
  }, new Map());
  /** Returns the value, or the method, that a member of an object literal or of `this` has. */
  const propertyOf = (node: Node): Node | undefined => {
    const key = isMember(node) ? getKey(node) : undefined;
    if (!isMember(node) || key === undefined) return undefined;
    const owner = node.object.type === 'ThisExpression' ? ownerOf(node) : constants.resolve(node.object);
    const found = owner && partsOf(owner).get(key);
    const isValue = found?.type === 'ObjectProperty' || found?.type === 'ClassProperty';
    return isValue ? (found.value ?? undefined) : found;
  };
  const ownerOf = (node: Node): Node | undefined =>
    ancestorsOf(node).find(({ parent }) => parent.type === 'ClassBody' || parent.type === 'ObjectExpression')?.parent;
  /** Returns the name under which a function can be called. */
  const nameOf = (fn: FunctionNode): Binding | undefined => {
    const { tree } = getUnit(fn);
    if (fn.type === 'FunctionDeclaration' && fn.id) return tree.bindingOf(fn.id);
    for (const { parent, key, child } of ancestorsOf(fn)) {
      if (parent.type === 'VariableDeclarator' && key === 'init')
        return parent.id.type === 'Identifier' && functionOf(child) === fn ? tree.bindingOf(parent.id) : undefined;
      if (!/^(?:Call|TS)/.test(parent.type)) return undefined;
    }
    return undefined;
  };
  /** Returns where a function is called, rendered or handed on. */
  const sitesOf = once<FunctionNode, readonly Site[]>((fn) => {
    const name = nameOf(fn);
    const isMethod = fn.type === 'ObjectMethod' || fn.type === 'ClassMethod' || fn.type === 'ArrowFunctionExpression';
    const uses = name ? usesOf(name) : isMethod ? methodUses(fn) : [];
    return uses.flatMap((use): Site[] => {
      const { parent, key } = parentOf(use) ?? {};
      if (!parent || /^Export(?:Specifier|DefaultDeclaration)$/.test(parent.type)) return [];
      if ((parent.type === 'CallExpression' || parent.type === 'OptionalCallExpression') && key === 'callee')
        return [{ is: 'call', node: parent, args: parent.arguments }];
      if (parent.type === 'JSXOpeningElement') return [{ is: 'element', node: parent, attributes: parent.attributes }];
      return [{ is: 'value', node: use }];
    });
  }, []);
  const methodUses = (fn: FunctionNode): readonly Node[] => {
    const property = isMethodValue(fn) ? parentOf(fn)?.parent : fn;
    const key = property && getKey(property);
    const isOwn = (node: Node) => stripTypeAnnotations(propertyOf(node) ?? node) === fn;
    return key === undefined ? [] : (members.get(key) ?? []).filter(isOwn);
  };
  const isMethodValue = (fn: FunctionNode): boolean =>
    /^(?:Object|Class)Property$/.test(parentOf(fn)?.parent.type ?? '');

  return {
    ...{ units, first, free, findings, findUnit, getUnit, bindingOf, usesOf, moduleOf, parentOf, ancestorsOf, between },
    ...{ nodes, functionAround, nodesIn, functionOf, propertyOf, nameOf, sitesOf, reactName },
    ...constants,
    /** Returns what a file imports of a module under a name. */
    followFrom: (unit: Unit, module: string, name: string) => followImport(unit, module, name, findUnit)?.value,
    /** Returns the nodes of a function, except those of nested functions. */
    ownNodes: (fn: FunctionNode): readonly Node[] => owned.get(fn) ?? [],
  };
};
