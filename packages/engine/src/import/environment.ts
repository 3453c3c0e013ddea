import type { Node } from '@babel/types';
import type { Constants } from '../template/source/constants.ts';
import {
  getAncestors,
  getKey,
  getMemberRead,
  isMember,
  isWithin,
  type Member,
  type SyntaxTree,
  stripTypeAnnotations,
} from '../template/source/syntax-tree.ts';
import { isFunction } from '../template/source/variable-scopes.ts';
import { variableName } from '../variable-name.ts';
import type { Conversion } from './conversion.ts';
import { joinWords } from './read-request.ts';

/** Turns constants such as `const SITE = process.env.SITE_URL || 'https://...'` into variables with a default. */
export const convertEnvironment = (work: Conversion): void => {
  const settings = work.tree.nodes.filter((node) => isEnvironmentVariable(node));
  for (const { id, init } of declaredAtTop(work.tree)) {
    const read = init ? settings.filter((one) => isWithin(one, init)) : [];
    if (
      !init ||
      id.type !== 'Identifier' ||
      read.length === 0 ||
      !hasFallback(stripTypeAnnotations(init), work.getConstant)
    )
      continue;
    for (const one of read) work.replace(one, 'undefined');
    for (const node of work.tree.usesOf(id) ?? []) if (isWithin(node, work.entry)) takeWithDefault(work, node, id.name);
  }
};

/** A response of `fetch` is taken for a successful one: what it holds is data, which the mint sends. */
export const convertFetched = ({ tree, replace, isAlive }: Conversion): void => {
  for (const reference of tree.references) {
    const declaration = reference.binding?.declaration;
    const member = getMemberRead(tree, reference.node);
    const value = successful.get(member?.name ?? '');
    if (value === undefined || !member || declaration?.type !== 'VariableDeclarator' || !declaration.init) continue;
    const init = stripTypeAnnotations(declaration.init);
    const call = init.type === 'AwaitExpression' ? stripTypeAnnotations(init.argument) : init;
    const isFetch = call.type === 'CallExpression' && call.callee.type === 'Identifier' && call.callee.name === 'fetch';
    if (isFetch && isAlive(reference)) replace(member.node, value);
  }
};

const successful = new Map([
  ['ok', 'true'],
  ['status', '200'],
]);

/**
 * Turns environment variables in other functions into variables.
 *
 * @returns a function that makes the component hand them to those of the functions that are left
 */
export const convertOtherSettings = (work: Conversion): (() => void) => {
  const { tree, entry, insert } = work;
  const isGone = work.goneNow();
  const isOther = (node: Node) =>
    variableName.test(getKey(node) ?? '') && getAncestors(tree, node).some(({ parent }) => isFunction(parent));
  const found = tree.nodes.filter(isEnvironmentVariable).filter((node) => !isWithin(node, entry) && !isGone(node));
  const byName = Map.groupBy(found.filter(isOther), (node) => getKey(node) ?? '');
  const settings = work.freeName('settings');
  for (const [name, nodes] of byName) for (const node of nodes) work.replace(node, `${settings}.${name}`);
  return () => {
    const isLost = work.goneNow();
    const given = [...byName].flatMap(([name, all]) => {
      const nodes = all.filter((node) => !isLost(tree.positions.get(node)?.parent ?? node));
      if (!nodes[0]) return [];
      work.note(nodes[0], `${name} comes from outside the file: it is a variable here.`);
      return `${settings}.${name} = ${work.props}.${name}${nodes.some((node) => isChecked(work, node)) ? ' ?? undefined' : '!'}`;
    });
    if (given.length === 0) return;
    insert(`\nconst ${settings} = {};\n`);
    const isBlock = entry.body.type === 'BlockStatement';
    insert(isBlock ? ` ${given.join('; ')};` : `(${given.join(', ')}, `, (entry.body.start ?? 0) + Number(isBlock));
    if (!isBlock) insert(')', entry.body.end);
  };
};

/** `if (process.env.SITE)`, `process.env.SITE || 'x'` */
const isChecked = ({ tree }: Conversion, node: Node): boolean => {
  const { parent, key } = tree.positions.get(node) ?? {};
  return key === 'test' || (key === 'left' && parent?.type === 'LogicalExpression');
};

const declaredAtTop = ({ program }: SyntaxTree) =>
  program.body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    return declaration?.type === 'VariableDeclaration' ? declaration.declarations : [];
  });

/** Writes `(props.SITE ?? SITE)`: the constant is the default. */
const takeWithDefault = (work: Conversion, node: Node, name: string): void => {
  const { parent, key } = work.tree.positions.get(node) ?? {};
  const isShort = parent?.type === 'ObjectProperty' && parent.shorthand && key === 'value';
  work.insert(`${isShort ? `${name}: ` : ''}(${work.props}.${name} ?? `, node.start);
  work.insert(')', node.end);
};

/** Returns whether a node is `process.env.NAME` or `import.meta.env.NAME`. */
export const isEnvironmentVariable = (node: Node | undefined): node is Member => {
  const env = isMember(node) ? stripTypeAnnotations(node.object) : undefined;
  if (!isMember(env) || getKey(env) !== 'env') return false;
  const owner = stripTypeAnnotations(env.object);
  return (owner.type === 'Identifier' && owner.name === 'process') || owner.type === 'MetaProperty';
};

/** Returns whether an expression has a fallback: `setting || 'x'`, `setting ? a : 'x'`. */
const hasFallback = (node: Node, getConstant: Constants['getConstant']): boolean => {
  if (node.type === 'LogicalExpression' && node.operator !== '&&')
    return getConstant(node.right) !== undefined || hasFallback(stripTypeAnnotations(node.right), getConstant);
  return node.type === 'ConditionalExpression' && getConstant(node.alternate) !== undefined;
};

/**
 * Turns a bundled file in an element into a variable: `src={new URL('./logo.png', import.meta.url).href}` becomes the
 * variable `logo`, which a mint sets to a URL or a `data:` URI.
 */
export const convertBundledFiles = (work: Conversion): void => {
  for (const node of work.tree.nodes) {
    const name = isWithin(node, work.entry) ? fileNameIn(node) : undefined;
    if (name === undefined || !isInElement(work, node)) continue;
    work.replace(getWhole(work, node), `${work.props}.${name}!`);
    work.note(
      node,
      `The file ${name} lies beside the code: it is a variable here, and the mint sends its address, or a data: URI.`,
    );
  }
};

/** Returns the variable for a file: `new URL('../images/my-logo.png', import.meta.url)` gives `myLogo`. */
const fileNameIn = (node: Node): string | undefined => {
  if (node.type !== 'NewExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'URL')
    return undefined;
  const [file, base] = node.arguments;
  const isBeside =
    base && isMember(base) && stripTypeAnnotations(base.object).type === 'MetaProperty' && getKey(base) === 'url';
  if (file?.type !== 'StringLiteral' || !isBeside) return undefined;
  const name = joinWords((file.value.split(/[/\\]/).at(-1) ?? '').replace(/\.\w+$/, ''));
  return /^[A-Za-z_]\w{0,63}$/.test(name) ? name : undefined;
};

const isInElement = ({ tree }: Conversion, node: Node): boolean =>
  getAncestors(tree, node).some(({ parent }) => parent.type === 'JSXExpressionContainer');

/** Returns the expression including `.href` or `.toString()`. */
const getWhole = ({ tree }: Conversion, node: Node): Node => {
  const member = getMemberRead(tree, node);
  if (!member || !/^(?:href|toString)$/.test(member.name)) return node;
  const call = tree.positions.get(member.node);
  return call?.key === 'callee' ? call.parent : member.node;
};
