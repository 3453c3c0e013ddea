import type { Node, ObjectPattern } from '@babel/types';
import type { Edit } from '../template/source/edits.ts';
import {
  type Binding,
  getKey,
  getText,
  isMember,
  namesBeside,
  type SyntaxTree,
  stripTypeAnnotations,
} from '../template/source/syntax-tree.ts';
import { placeIn } from './value.ts';

/**
 * Makes declarations of `require('x')` and `await import('x')` import declarations, which stand in the same place, and
 * `module.exports = ...` a default export.
 *
 * @param fileStart the offset at which the imports of the file stand
 */
export const hoistModules = (tree: SyntaxTree, fileStart: number): Edit[] =>
  tree.nodes.flatMap((node) => writeImport(tree, node, fileStart) ?? writeDefault(tree, node) ?? []);

const writeImport = (tree: SyntaxTree, node: Node, fileStart: number): Edit[] | undefined => {
  if (node.type !== 'VariableDeclaration' || /^For/.test(tree.positions.get(node)?.parent.type ?? '')) return undefined;
  const [{ id, init } = {}, ...others] = node.declarations;
  const loaded = init && others.length === 0 ? getLoaded(init) : undefined;
  const names = id && loaded ? getNames(tree, id, loaded) : undefined;
  if (!loaded || names === undefined) return undefined;
  const { start, end } = node;
  const text = `import ${names} from ${getText(tree, loaded.module)};`;
  // an import is a statement of the file, wherever the code loads the module
  return [
    { start: start ?? 0, end: end ?? 0, text: '' },
    { start: fileStart, end: fileStart, text, origin: start ?? 0 },
  ];
};

interface Loaded {
  readonly module: Node;
  /** The member that is read of the module: `default` of `(await import('x')).default`. */
  readonly member?: string | undefined;
}

/** @param isPromise whether the expression is awaited elsewhere */
const getLoaded = (expression: Node, isPromise = false): Loaded | undefined => {
  let node = stripTypeAnnotations(expression);
  const member = isMember(node) ? getKey(node) : undefined;
  if (isMember(node)) node = stripTypeAnnotations(node.object);
  const isAwaited = isPromise || node.type === 'AwaitExpression';
  if (node.type === 'AwaitExpression') node = stripTypeAnnotations(node.argument);
  const module = getModule(node, isAwaited);
  return module && { module, ...(member !== undefined && { member }) };
};

const getModule = (node: Node, isAwaited: boolean): Node | undefined => {
  if (isAwaited && node.type === 'ImportExpression') return asText(node.source);
  if (node.type !== 'CallExpression') return undefined;
  const { callee, arguments: given } = node;
  const loads = isAwaited ? callee.type === 'Import' : callee.type === 'Identifier' && callee.name === 'require';
  return loads ? asText(given[0]) : undefined;
};

const asText = (node: Node | undefined): Node | undefined => (node?.type === 'StringLiteral' ? node : undefined);

/** Returns what stands between `import` and `from`. */
const getNames = (tree: SyntaxTree, id: Node, { member }: Loaded): string | undefined => {
  if (id.type === 'Identifier') return member && member !== 'default' ? `{ ${member} as ${id.name} }` : id.name;
  if (id.type !== 'ObjectPattern' || member !== undefined) return undefined;
  const names = id.properties.map((property) => nameOf(tree, property));
  return names.includes(undefined) ? undefined : `{ ${names.join(', ')} }`;
};

const nameOf = (tree: SyntaxTree, property: ObjectPattern['properties'][number]): string | undefined => {
  if (property.type !== 'ObjectProperty' || property.computed || property.value.type !== 'Identifier') return undefined;
  return property.shorthand ? property.value.name : `${getText(tree, property.key)} as ${property.value.name}`;
};

/** `module.exports = handler`, `module.exports.default = handler` */
const writeDefault = (tree: SyntaxTree, node: Node): Edit[] | undefined => {
  if (node.type !== 'AssignmentExpression' || tree.positions.get(node)?.parent.type !== 'ExpressionStatement')
    return undefined;
  if (!/^(?:module\.exports|(?:module\.)?exports\.default)$/.test(getText(tree, node.left))) return undefined;
  return [{ start: node.start ?? 0, end: node.right.start ?? 0, text: 'export default ' }];
};

/** Gives a name to what a file exports by default, `export default define({ ... })`, so that it is found. */
export const nameDefault = (tree: SyntaxTree): Edit[] =>
  tree.program.body.flatMap((node) => {
    if (node.type !== 'ExportDefaultDeclaration') return [];
    const { declaration, start, end } = node;
    if (declaration.type === 'Identifier' || /^(?:Function|Class|TS\w+)Declaration$/.test(declaration.type)) return [];
    const name = namesBeside(tree)('own');
    return [
      { start: start ?? 0, end: declaration.start ?? 0, text: `const ${name} = ` },
      { start: declaration.end ?? 0, end: end ?? 0, text: `; export { ${name} as default };` },
    ];
  });

/** Makes `const [{ slug }, post] = await Promise.all([params, load()])` one declaration each. */
export const splitPromises = (tree: SyntaxTree): Edit[] =>
  tree.nodes.flatMap((node) => {
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'ArrayPattern' || !node.init) return [];
    const promises = getPromises(node.init);
    if (!promises || promises.length < node.id.elements.length) return [];
    const parts = node.id.elements.map((target, n) => {
      const value = promises[n];
      return target && value && value.type !== 'SpreadElement' && target.type !== 'RestElement'
        ? `${getText(tree, target)} = await (${getText(tree, value)})`
        : undefined;
    });
    if (parts.includes(undefined)) return [];
    return [{ start: node.start ?? 0, end: node.end ?? 0, text: parts.join(', ') }];
  });

/** Returns the module and the name that a constant has of a module that is loaded where it is declared. */
export const getLoadedName = ({
  declaration,
  identifier,
}: Binding): { readonly module: string; readonly name: string | undefined } | undefined => {
  const init = declaration.type === 'VariableDeclarator' ? declaration.init : undefined;
  if (declaration.type !== 'VariableDeclarator' || !init) return undefined;
  const [first, second] = placeIn(declaration.id, identifier)?.path ?? [];
  const together = typeof first === 'number' ? getPromises(init)?.[first] : undefined;
  const { module, member } = (together ? getLoaded(together, true) : getLoaded(init)) ?? {};
  const name = member ?? (together ? second : first);
  return module?.type === 'StringLiteral' ? { module: module.value, name: name?.toString() } : undefined;
};

/** Returns the promises of `await Promise.all([...])`. */
const getPromises = (expression: Node): readonly (Node | null)[] | undefined => {
  const awaited = stripTypeAnnotations(expression);
  const call = awaited.type === 'AwaitExpression' ? stripTypeAnnotations(awaited.argument) : undefined;
  const [list] = call?.type === 'CallExpression' && isAll(call.callee) ? call.arguments : [];
  return list?.type === 'ArrayExpression' ? list.elements : undefined;
};

const isAll = (callee: Node): boolean =>
  isMember(callee) &&
  getKey(callee) === 'all' &&
  callee.object.type === 'Identifier' &&
  callee.object.name === 'Promise';
