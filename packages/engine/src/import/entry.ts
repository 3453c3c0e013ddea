import type { Node, Statement } from '@babel/types';
import { getExports, isElement } from '../template/source/module.ts';
import { getAncestors, isWithin, type SyntaxTree, stripTypeAnnotations } from '../template/source/syntax-tree.ts';
import { type FunctionNode, isFunction } from '../template/source/variable-scopes.ts';
import type { Conversion, Entry, ImageResponse } from './conversion.ts';

const routeNames = /^(?:GET|POST|HEAD|PUT|loader|onRequest|onRequestGet)$/;

/** Returns the entry: the default export, else a `GET`, else the function that creates the file's last image. */
export const findEntry = (tree: SyntaxTree, responses: readonly ImageResponse[]): Entry | undefined => {
  const toEntry = (fn: FunctionNode, isHandler: boolean, isDefault = false): Entry | undefined => {
    const statement = tree.program.body.find((one) => isWithin(fn, one));
    return statement && { fn, statement, isDefault, isHandler, responses: getOwn(tree, fn, responses) };
  };
  const exported = getExports(tree).flatMap(({ name, value }) => {
    const fn = getFunction(value, tree);
    return fn ? [{ name, fn }] : [];
  });
  const main = exported.find(({ name }) => name === 'default');
  const entry = main && toEntry(main.fn, false, true);
  if (entry && (entry.responses.length > 0 || responses.length === 0)) return entry;
  const makers = responses.map(({ node }) => getAncestors(tree, node).find(({ parent }) => isFunction(parent))?.parent);
  const making = new Set<Node | undefined>(makers);
  const named = exported.filter(({ fn }) => making.has(fn));
  const route = named.find(({ name }) => routeNames.test(name)) ?? named.at(-1);
  if (route) return toEntry(route.fn, routeNames.test(route.name));
  const last = makers.at(-1);
  if (last && isFunction(last)) return toEntry(last, true);
  const components = exported.filter(
    ({ name, fn }) => /^[A-Z](?!ET$|OST$|EAD$|UT$)/.test(name) && hasElement(tree, fn),
  );
  const [only] = components;
  return only && components.length === 1 ? toEntry(only.fn, false) : undefined;
};

const hasElement = ({ nodes }: SyntaxTree, fn: Node): boolean =>
  nodes.some((node) => isElement(node) && isWithin(node, fn));

/** Returns the images in a function; those in a `catch`, which show a failure, only if there are no others. */
const getOwn = (tree: SyntaxTree, fn: Node, responses: readonly ImageResponse[]): readonly ImageResponse[] => {
  const own = responses.filter(({ node }) => isWithin(node, fn));
  const others = own.filter(({ node }) => {
    const around = getAncestors(tree, node).find(({ parent }) => parent === fn || parent.type === 'CatchClause');
    return around?.parent.type !== 'CatchClause';
  });
  return others.length > 0 ? others : own;
};

/** Returns the function behind a name, or inside a call that wraps it: `withAuth(async (request) => ...)`. */
const getFunction = (value: Node, tree: SyntaxTree, depth = 0): FunctionNode | undefined => {
  const node = stripTypeAnnotations(value);
  if (isFunction(node)) return node;
  if (depth > 5) return undefined;
  if (node.type === 'CallExpression') {
    const inner = node.arguments.findLast((argument) => isFunction(stripTypeAnnotations(argument)));
    return inner && getFunction(inner, tree, depth + 1);
  }
  const declaration = tree.bindingOf(node)?.declaration;
  if (declaration?.type === 'FunctionDeclaration') return declaration;
  const init = declaration?.type === 'VariableDeclarator' ? declaration.init : undefined;
  return init ? getFunction(init, tree, depth + 1) : undefined;
};

/** Makes the entry function the default export. */
export const writeExport = (work: Conversion, { fn, statement, isDefault }: Entry): void => {
  const isMethod = /Method$/.test(fn.type);
  const start = isMethod ? getOpening(work.tree, fn) : fn.start;
  if (isDefault && isPlain(statement, fn)) return;
  for (const one of work.tree.program.body)
    if (one !== statement && (one.type === 'ExportDefaultDeclaration' || isReExport(one))) work.remove(one);
  work.replace(
    { start: statement.start, end: start },
    `export default ${isMethod ? (fn.async ? 'async function ' : 'function ') : ''}`,
  );
  if ((fn.end ?? 0) < (statement.end ?? 0)) work.replace({ start: fn.end, end: statement.end }, ';');
};

/** Returns the offset of the parameters of a method. */
const getOpening = ({ source }: SyntaxTree, fn: FunctionNode): number =>
  source.indexOf('(', ('key' in fn && fn.key.end) || (fn.start ?? 0));

/** Returns whether the statement of a default export contains nothing but its function. */
const isPlain = (statement: Statement, fn: Node): boolean => {
  if (statement.type === 'ExportDefaultDeclaration') return stripTypeAnnotations(statement.declaration) === fn;
  if (statement.type !== 'VariableDeclaration') return statement === fn;
  const [first, ...others] = statement.declarations;
  return others.length === 0 && first?.init != null && stripTypeAnnotations(first.init) === fn;
};

/** `export { handler as GET }` */
const isReExport = (statement: Node): boolean =>
  statement.type === 'ExportNamedDeclaration' && !statement.declaration && !statement.source;
