import type { Node } from '@babel/types';
import {
  around,
  bare,
  getKey,
  isMember,
  isWithin,
  type Member,
  type SyntaxTree,
} from '../template/source/syntax-tree.ts';
import { isFunction } from '../template/source/variable-scopes.ts';
import type { Constants } from './constants.ts';
import type { Work } from './work.ts';

/**
 * A constant of the file that has a value also where nothing is set, `const SITE = process.env.SITE_URL || 'https://example.com'`, keeps
 * it: in the component it is a variable with that default.
 */
export const takeEnvironment = (work: Work, entry: Node, props: string, { getConstant }: Constants): void => {
  const settings = work.tree.nodes.filter((node) => isSetting(node));
  for (const { id, init } of declaredAtTop(work.tree)) {
    const read = init ? settings.filter((one) => isWithin(one, init)) : [];
    if (!init || id.type !== 'Identifier' || read.length === 0 || !hasFallback(bare(init), getConstant)) continue;
    for (const one of read) work.replace(one, 'undefined');
    for (const node of work.scopes.usesOf(id) ?? [])
      if (isWithin(node, entry)) takeWithDefault(work, node, id.name, props);
  }
};

/** Functions beside the component that ask whether a setting is there get along without it. */
export const dropAskedSettings = (work: Work, entry: Node): void => {
  const { tree } = work;
  const settings = tree.nodes.filter((node) => isSetting(node)).filter((node) => !isWithin(node, entry));
  const isAsked = (node: Node, isName = false): boolean => {
    const { parent, key } = tree.positions.get(node) ?? {};
    if (parent?.type === 'LogicalExpression') return key === 'left' || isAsked(parent, isName);
    if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier' && !isName)
      return (work.scopes.usesOf(parent.id) ?? []).some((use) => isAsked(use, true));
    return key === 'test' || parent?.type === 'UnaryExpression';
  };
  const getFunction = (node: Node) => around(tree, node).find(({ parent }) => isFunction(parent))?.parent;
  for (const [fn, own] of Map.groupBy(settings, getFunction)) {
    const asked = new Set(own.filter((node) => isAsked(node)).map((node) => getKey(node)));
    if (fn && own.every((node) => asked.has(getKey(node)))) for (const node of own) work.replace(node, 'undefined');
  }
};

const declaredAtTop = ({ program }: SyntaxTree) =>
  program.body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    return declaration?.type === 'VariableDeclaration' ? declaration.declarations : [];
  });

/** `(props.SITE ?? SITE)`: the name itself stays, it is what there is where nothing is sent. */
const takeWithDefault = (work: Work, node: Node, name: string, props: string): void => {
  const { parent, key } = work.tree.positions.get(node) ?? {};
  const isShort = parent?.type === 'ObjectProperty' && parent.shorthand && key === 'value';
  work.insert(`${isShort ? `${name}: ` : ''}(${props}.${name} ?? `, node.start);
  work.insert(')', node.end);
};

/** `process.env.NAME` and `import.meta.env.NAME` as a whole. */
export const isSetting = (node: Node | undefined): node is Member => {
  const env = isMember(node) ? bare(node.object) : undefined;
  if (!isMember(env) || getKey(env) !== 'env') return false;
  const of = bare(env.object);
  return (of.type === 'Identifier' && of.name === 'process') || of.type === 'MetaProperty';
};

/** Whether a value is there where no setting is: `setting || 'x'`, `setting ? a : 'x'`. */
const hasFallback = (node: Node, getConstant: Constants['getConstant']): boolean => {
  if (node.type === 'LogicalExpression' && node.operator !== '&&')
    return getConstant(node.right) !== undefined || hasFallback(bare(node.right), getConstant);
  return node.type === 'ConditionalExpression' && getConstant(node.alternate) !== undefined;
};
