import type { Node } from '@babel/types';
import { type Constants, getProperty } from '../source/constants.ts';
import { getKey, isMember, type SyntaxTree, stripTypeAnnotations } from '../source/syntax-tree.ts';
import { type FunctionNode, isFunction } from '../source/variable-scopes.ts';

/**
 * Returns the function of the file that is called or rendered by a name, or by a member of an object that is written out
 * or that a function called in place returns, as an import writes those of another file.
 */
export const getLocalFunction = (
  tree: SyntaxTree,
  { resolve }: Pick<Constants, 'resolve'>,
  callee: Node | undefined,
): FunctionNode | undefined => {
  /** A component is named by a JSX name, which is no expression. */
  const ownerOf = (name: Node): Node => {
    const declaration = tree.bindingOf(name)?.declaration;
    return declaration?.type === 'VariableDeclarator' ? declaration.id : name;
  };
  const ofName = (name: Node | undefined): FunctionNode | undefined => {
    const binding = name && tree.bindingOf(name);
    // a parameter is declared by its function too
    const declaration = binding && binding.declaration !== binding.scope ? binding.declaration : undefined;
    const found = declaration && isFunction(declaration) ? declaration : name && resolve(ownerOf(name));
    return found && isFunction(found) ? found : undefined;
  };
  const node = callee && stripTypeAnnotations(callee);
  // `<file1.Card />`
  const isTag = node?.type === 'JSXMemberExpression';
  if (!isTag && !isMember(node)) return ofName(node);
  const owner = resultInPlace(resolve(ownerOf(node.object)));
  const found = owner && getProperty(owner, (isTag ? node.property.name : getKey(node)) ?? '');
  return found && (isFunction(found) ? found : ofName(found));
};

/** `{ card }` of `await (async () => { ...; return { card }; })()` */
const resultInPlace = (made: Node | undefined): Node | undefined => {
  const call = made?.type === 'AwaitExpression' ? stripTypeAnnotations(made.argument) : undefined;
  const fn = call?.type === 'CallExpression' ? stripTypeAnnotations(call.callee) : undefined;
  const last = fn && isFunction(fn) && fn.body.type === 'BlockStatement' ? fn.body.body.at(-1) : undefined;
  return last?.type === 'ReturnStatement' ? (last.argument ?? undefined) : made;
};

/** Returns the functions of the file that may be called: all of a table, for a name that is chosen from one. */
export const getLocalFunctions = (
  tree: SyntaxTree,
  constants: Pick<Constants, 'resolve'>,
  callee: Node,
): readonly FunctionNode[] => {
  const found = getLocalFunction(tree, constants, callee);
  if (found) return [found];
  const chosen = constants.resolve(callee);
  if (chosen?.type === 'LogicalExpression')
    return [chosen.left, chosen.right].flatMap((one) => getLocalFunctions(tree, constants, one));
  const table = isMember(chosen) && chosen.computed ? resultInPlace(constants.resolve(chosen.object)) : undefined;
  if (table?.type !== 'ObjectExpression') return [];
  return table.properties.flatMap((one) =>
    one.type === 'ObjectProperty' ? (getLocalFunction(tree, constants, one.value) ?? []) : [],
  );
};
