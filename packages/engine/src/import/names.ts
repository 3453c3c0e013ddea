import type { Node } from '@babel/types';
import { prototypeKeys } from '../prototype-keys.ts';
import { getKey, isMember, stripTypeAnnotations } from '../template/source/syntax-tree.ts';
import { isFunction } from '../template/source/variable-scopes.ts';
import { variableName } from '../variable-name.ts';
import type { Program } from './program.ts';
import { calleeName } from './value.ts';

/** Joins words of letters and digits: `og-title` becomes `ogTitle`. */
const joinWords = (text: string): string =>
  text
    .split(/\W+/)
    .filter((word) => word !== '')
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');

/** Returns a variable name that a mint can send: `og-title` becomes `ogTitle`. */
export const toVariable = (key: string): string => {
  if (variableName.test(key) && !prototypeKeys.has(key) && !/^\d/.test(key)) return key;
  const name = joinWords(key).slice(0, 60);
  return name === '' || /^\d/.test(name) || prototypeKeys.has(name) ? `value${name}` : name;
};

/** Names that say nothing about a value. */
const generic =
  /^(?:children|src|style|className|tw|key|value|data|href|default|buffer|then|json|text|content|url|format|toString)$/;

/** Returns a name for the value of an expression: of what receives it, else of what it is. */
export const nameInPlace = (program: Program, expression: Node): string | undefined =>
  ofReceiver(program, expression) ?? ofItself(expression) ?? ofReceiver(program, expression, true);

/** @param isAny whether a generic name will do */
const ofReceiver = ({ ancestorsOf, functionOf }: Program, expression: Node, isAny = false): string | undefined => {
  const known = (name: string | undefined) => (name !== undefined && (isAny || !generic.test(name)) ? name : undefined);
  for (const { parent, key, child } of ancestorsOf(expression)) {
    if (isPassing(parent, key, isAny)) continue;
    if (parent.type === 'VariableDeclarator' && key === 'init') return nameOf(parent.id);
    if (parent.type === 'AssignmentExpression' && key === 'right') return nameOf(parent.left);
    if (parent.type === 'ObjectProperty' && key === 'value') return known(getKey(parent));
    if (parent.type === 'JSXAttribute') return known(String(parent.name.name));
    if (parent.type === 'CallExpression' && key === 'arguments')
      return nameOf(functionOf(parent.callee)?.params[parent.arguments.indexOf(child as never)]);
    return undefined;
  }
  return undefined;
};

/** Whether what receives an expression receives that of one inside; of `a || b` the name is that of `a`. */
const isPassing = ({ type }: Node, key: string, isAny: boolean): boolean => {
  if (type === 'LogicalExpression') return isAny || key !== 'right';
  if (type === 'ConditionalExpression') return key !== 'test';
  return /^(?:TS\w+Expression|AwaitExpression|JSXExpressionContainer)$/.test(type);
};

const nameOf = (target: Node | undefined): string | undefined => {
  const name = target?.type === 'AssignmentPattern' ? target.left : target;
  return name?.type === 'Identifier' ? name.name : undefined;
};

/** `title` of `getTitle()`, `t('og.title')` and `(await load()).title`; `date` of `formatDate(post.date)`. */
const ofItself = (expression: Node): string | undefined => {
  let node = stripTypeAnnotations(expression);
  for (let inner: Node | undefined = node; inner; inner = insideOf(node)) {
    node = stripTypeAnnotations(inner);
    const key = isMember(node) ? getKey(node) : undefined;
    if (key !== undefined && !generic.test(key)) return key;
  }
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'NewExpression') return ofArgument(node.arguments[0]);
  return node.type === 'CallExpression' || node.type === 'OptionalCallExpression' ? ofCall(node) : undefined;
};

const insideOf = (node: Node): Node | undefined => {
  if (node.type === 'AwaitExpression') return node.argument;
  if (node.type === 'TaggedTemplateExpression') return node.tag;
  return isMember(node) ? node.object : undefined;
};

const ofCall = (node: Extract<Node, { type: 'CallExpression' | 'OptionalCallExpression' }>): string | undefined => {
  const callee = stripTypeAnnotations(node.callee);
  const name = calleeName(callee);
  if (/^(?:is|has|can|should)[A-Z]/.test(name)) return name;
  const [, what] = /^(?:get|fetch|load|build|make|create|read|compute|use)(?=[A-Z])(\w+)$/.exec(name) ?? [];
  if (what !== undefined && !/^(?:File|FileSync|Data|Json)$/.test(what))
    return what.charAt(0).toLowerCase() + what.slice(1);
  // the pattern of a date says nothing
  if (name === 'format' && isMember(callee) && node.arguments[0]?.type === 'StringLiteral')
    return ofItself(callee.object);
  const given = ofArgument(node.arguments[0]);
  // a step of a chain: `builder(image).auto('format').url()`
  const isStep = isMember(callee) && callee.object.type === 'CallExpression' && !node.arguments.some(isNamed);
  if (given !== undefined && !isStep) return given;
  const isOfOwner = isMember(callee) && (isStep || generic.test(name) || /^(?:catch|find)$/.test(name));
  return isOfOwner ? ofItself(callee.object) : name === '' ? undefined : name;
};

const isNamed = ({ type }: Node): boolean => !/Literal$/.test(type);

/** Returns the name of a value that a function is given: `title` of `'og.title'` and `post.title`, `logo` of `'/logo.png'`. */
export const ofArgument = (argument: Node | undefined): string | undefined => {
  if (!argument || isFunction(argument)) return undefined;
  const node = stripTypeAnnotations(argument);
  if (node.type === 'StringLiteral') return ofText(node.value);
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0)
    return ofText(node.quasis[0]?.value.cooked ?? '');
  if (node.type === 'Identifier') return node.name;
  if (isMember(node) && /^(?:_\w*|asset|url|id)$/.test(getKey(node) ?? ''))
    return ofArgument(node.object) ?? getKey(node);
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return getKey(node);
  const path = node.arguments.find((one) => one.type === 'StringLiteral' && /[./]/.test(one.value));
  const [first] = node.arguments;
  if (path?.type === 'StringLiteral') return ofText(path.value);
  return first && (first.type === 'Identifier' || isMember(first)) ? ofArgument(first) : undefined;
};

const ofText = (text: string): string | undefined => {
  const file = text.replace(/\.(?:png|jpe?g|svg|webp|gif|avif|ttf|otf|woff2?|json)$/, '');
  const last = joinWords(file.split(/[.:/\\]/).at(-1) ?? '');
  return variableName.test(last) && !/^\d/.test(last) ? last : undefined;
};
