import type { Node } from '@babel/types';
import type { Diagnostic } from '../../diagnostics/diagnostics.ts';
import { createDiagnosticAt, getExcerpt, getKey, getMemberRead, type SyntaxTree } from '../source/syntax-tree.ts';
import type { FoundVariable } from './find-variables.ts';
import { getName } from './prop-types.ts';

/**
 * Returns errors for variables that are called, as in `t('title')` or `db.find()`, and for those that are elements: a
 * mint sends data, so every mint would fail or be without them. One error for each variable.
 */
export const findCalledVariables = (tree: SyntaxTree, variables: readonly FoundVariable[]): Diagnostic[] =>
  variables.flatMap(({ name, uses, type }) => {
    const isElement = elements.test(name) || (type?.type === 'TSTypeReference' && elementTypes.test(getName(type)));
    const element = isElement ? uses.find((use) => isChild(tree, use)) : undefined;
    if (element) {
      const message = `${name} is an element that comes from outside the file, and a mint sends data only: paste what makes it into this file.`;
      return [createDiagnosticAt(element, 'import', message)];
    }
    const [call] = uses.flatMap((use) => getForeignCall(tree, use) ?? []);
    if (!call) return [];
    const message = `${getExcerpt(tree, call)} calls what comes from outside the file (${name}), and a mint sends data only: write the variable itself in its place, as in {props.title}, or paste the function into this file.`;
    return [createDiagnosticAt(call, 'import', message)];
  });

const elementTypes = /^(?:Element|ReactElement)$/;
const elements = /^(?:jsx|element|markup|vnode|reactElement|reactNode)$/i;

const isChild = ({ positions }: SyntaxTree, use: Node): boolean => {
  const container = positions.get(use)?.parent;
  if (container?.type === 'ObjectProperty') return getKey(container) === 'children';
  return container?.type === 'JSXExpressionContainer' && positions.get(container)?.parent.type !== 'JSXAttribute';
};

const prototypes = [String, Number, Boolean, Array, Date].map(({ prototype }) => prototype);

/** Returns the call of a value or of a method that no data has. */
const getForeignCall = (tree: SyntaxTree, use: Node): Node | undefined => {
  let [node, method]: [Node, string | undefined] = [use, undefined];
  for (let member = getMemberRead(tree, node); member; member = getMemberRead(tree, node)) {
    if (member.name === 'length') return undefined;
    [node, method] = [member.node, member.name];
  }
  const { parent, key } = tree.positions.get(node) ?? {};
  const isCall = parent?.type === 'CallExpression' || parent?.type === 'TaggedTemplateExpression';
  if (!isCall || (key !== 'callee' && key !== 'tag')) return undefined;
  return method !== undefined && prototypes.some((one) => method in one) ? undefined : parent;
};
