import type { Node } from '@babel/types';
import { parseTemplate } from '#engine/template/source/parse-template.ts';
import { getAncestors, type SyntaxTree } from '#engine/template/source/syntax-tree.ts';
import { isFunction } from '#engine/template/source/variable-scopes.ts';

/** The functions whose own body, nested functions aside, has run before any template: there built-ins are what they are. */
const earlyFunctions = new Set(['takePrimordials', 'prelude']);
/** They write to lists and records without a prototype. */
const writers = new Set(['push', 'put']);

const getName = (tree: SyntaxTree, fn: Node): string => {
  const parent = tree.positions.get(fn)?.parent;
  return parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier' ? parent.id.name : '';
};
const functionAround = (tree: SyntaxTree, node: Node): Node | undefined =>
  getAncestors(tree, node).find(({ parent }) => isFunction(parent))?.parent;

const isEarly = (tree: SyntaxTree, node: Node): boolean => {
  const fn = functionAround(tree, node);
  return fn === undefined || earlyFunctions.has(getName(tree, fn));
};

const isPrivate = (node: Node): boolean =>
  (node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression') &&
  node.property.type === 'PrivateName';
const isMember = (node: Node): boolean => node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression';

/** What is read of these is what templates make of it. */
const isBuiltIn = (node: Node): boolean =>
  node.type === 'Identifier' &&
  /^Native|^globalObject$|(?:array|object|date|number|bigint|string)Prototype$/.test(node.name);

/** What a piece of code looks up or runs that a template may have changed; '' for nothing. */
const trustIn = (node: Node, tree: SyntaxTree): string => {
  switch (node.type) {
    case 'CallExpression':
    case 'OptionalCallExpression':
      if (isMember(node.callee) && !isPrivate(node.callee)) return 'calls a method it looks up';
      return node.arguments.some(({ type }) => type === 'SpreadElement') ? 'spreads into a call' : '';
    case 'NewExpression':
      if (node.callee.type !== 'Identifier') return 'constructs what it looks up';
      return node.arguments.some(({ type }) => type === 'SpreadElement') ? 'spreads into a call' : '';
    case 'ArrayExpression':
      return node.elements.some((element) => element?.type === 'SpreadElement') ? 'spreads into a list' : '';
    case 'ArrayPattern':
      return 'takes a list apart';
    case 'ForOfStatement':
      return 'iterates';
    case 'YieldExpression':
    case 'AwaitExpression':
      return 'iterates or waits';
    case 'TaggedTemplateExpression':
      return 'tags a template';
    case 'TemplateLiteral':
      // QuickJS looks up the text's method `concat`
      return node.expressions.length > 0 ? 'fills in a template' : '';
    case 'RegExpLiteral':
      return 'uses a regular expression';
    case 'BinaryExpression':
      return node.operator === 'instanceof' ? 'asks instanceof' : '';
    case 'ClassDeclaration':
    case 'ClassExpression':
      return node.superClass ? 'extends a class' : '';
    case 'AssignmentExpression':
      return writes(node.left, node, tree);
    case 'UpdateExpression':
      return writes(node.argument, node, tree);
    case 'UnaryExpression':
      return node.operator === 'delete' ? 'deletes' : '';
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return isBuiltIn(node.object) ? 'reads a property of a built-in' : '';
    case 'VariableDeclarator':
      return node.id.type === 'ObjectPattern' && node.init && isBuiltIn(node.init)
        ? 'reads a property of a built-in'
        : '';
    default:
      return '';
  }
};

const writes = (target: Node, node: Node, tree: SyntaxTree): string => {
  if (!isMember(target) || isPrivate(target)) return '';
  const fn = functionAround(tree, node);
  return fn && writers.has(getName(tree, fn)) ? '' : 'writes a property';
};

const globalsIn = ({ references }: SyntaxTree): Problem[] =>
  references.flatMap(({ node, binding }) =>
    binding || node.name === 'undefined' ? [] : [{ node, reason: `uses the global ${node.name}` }],
  );

interface Problem {
  readonly node: Node;
  readonly reason: string;
}

/** Everything in the code around templates that trusts what a template may have changed, with the code it stands in. */
export const trustInTemplates = (code: string): string[] => {
  const { tree, problems } = parseTemplate(code);
  if (!tree || problems.length > 0) throw new Error(`The code cannot be read: ${JSON.stringify(problems)}`);
  const found = [...globalsIn(tree), ...tree.nodes.map((node): Problem => ({ node, reason: trustIn(node, tree) }))];
  return found
    .filter(({ node, reason }) => reason !== '' && !isEarly(tree, node))
    .map(({ node, reason }) => `${reason}: ${code.slice(node.start ?? 0, node.end ?? 0).slice(0, 80)}`);
};
