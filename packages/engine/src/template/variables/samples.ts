import type { Node, TemplateLiteral } from '@babel/types';
import { getOwn } from '../../get-own.ts';
import type { Json } from '../../json.ts';
import {
  getAncestors,
  getKey,
  getMemberRead,
  isMember,
  type SyntaxTree,
  stripTypeAnnotations,
} from '../source/syntax-tree.ts';
import { isFunction } from '../source/variable-scopes.ts';
import type { FoundVariable } from './find-variables.ts';
import { getMembers, getName } from './prop-types.ts';
import { sampleText } from './variable-names.ts';

const sampleDay = '2026-01-01';
const maxDepth = 4;
/** Number of entries in a sample list, which show its layout. */
export const listLength = 3;

/**
 * Returns a sample value for a variable without a default, from its type (numbers, lists, objects, the first literal of
 * a union), or else from its uses (`.map` implies a list, members an object, `.toFixed` and arithmetic a number,
 * `new Date(x)` a date, `src={x}` a grey image, a style a colour or a length), or else its name as readable text.
 */
export const getSample = (tree: SyntaxTree, variable: FoundVariable): Json =>
  getTypedSample(tree, variable) ??
  (variable.pattern ? sampleByPattern(variable.pattern) : sampleByUse(tree, variable.uses)) ??
  sampleByName(variable.name);

/** Returns the sample that a variable's type says; undefined without one, and for a type of another file. */
export const getTypedSample = (tree: SyntaxTree, { name, type }: FoundVariable): Json | undefined =>
  sampleByType(tree, type, name, { left: maxValues });

/** Samples of texts that built-ins check, and of texts whose form shows in an image, by the last words of a name. */
const samplesByName: readonly (readonly [RegExp, Json])[] = [
  [/^(?:is|has|can|should)[A-Z]/, true],
  [/currency(?:Code)?$/i, 'USD'],
  [/(?:locale|lang|language)$/i, 'en'],
  [/(?:time_?zone|tz)$/i, 'UTC'],
  [/(?:^|[a-z_])(?:At|Date|_at|_date)$|^date$|^(?:published|created|updated)(?:At|On)?$/, sampleDay],
  [/email$/i, 'name@example.com'],
];

/** Returns a sample text for a variable of this name. */
export const sampleByName = (name: string): Json =>
  samplesByName.find(([names]) => names.test(name))?.[1] ?? sampleText(name);

/** Maximum number of values in a sample, because types that refer to each other can produce millions. */
const maxValues = 1_000;

const sampleByType = (
  tree: SyntaxTree,
  type: Node | undefined,
  name: string,
  budget: { left: number },
  depth = 0,
): Json | undefined => {
  budget.left -= 1;
  if (!type || depth > maxDepth || budget.left < 0) return undefined;
  const inside = (inner: Node | undefined, key = name) => sampleByType(tree, inner, key, budget, depth + 1);
  const list = (item: Node | undefined): Json =>
    Array.from({ length: listLength }, () => inside(item) ?? sampleByName(name));
  switch (type.type) {
    case 'TSNumberKeyword':
      return 1;
    case 'TSBooleanKeyword':
      return true;
    case 'TSLiteralType':
      return 'value' in type.literal ? (type.literal.value as Json) : undefined;
    case 'TSArrayType':
      return list(type.elementType);
    case 'TSTupleType':
      return type.elementTypes.map(
        (item) => inside(item.type === 'TSNamedTupleMember' ? item.elementType : item) ?? sampleByName(name),
      );
    case 'TSUnionType':
      return type.types.map((one) => inside(one)).find((one) => one !== undefined);
    case 'TSTypeAliasDeclaration':
    case 'TSParenthesizedType':
    case 'TSTypeOperator':
      return type.typeAnnotation ? inside(type.typeAnnotation) : undefined;
    case 'TSTypeReference': {
      const referenced = getName(type);
      if (referenced === 'Array' || referenced === 'ReadonlyArray') return list(type.typeParameters?.params[0]);
      if (referenced === 'Record') return {};
      const declaration = tree.types.get(referenced);
      return declaration ? inside(declaration) : undefined;
    }
    case 'TSTypeLiteral':
    case 'TSInterfaceDeclaration': {
      const members = [...getMembers(tree, type)].filter(([, { isOptional }]) => !isOptional);
      return Object.fromEntries(members.map(([key, member]) => [key, inside(member.type, key) ?? sampleByName(key)]));
    }
    default:
      return undefined;
  }
};

/** A grey pixel, for a variable that is used as an image. What a template appends to it is a fragment. */
export const greyPixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mPoAAAAigCJUps7QwAAAABJRU5ErkJggg==#';

/** Returns a sample that a pattern can destructure. */
const sampleByPattern = (pattern: Node, depth = 0): Json | undefined => {
  if (pattern.type === 'ArrayPattern') return [];
  if (pattern.type !== 'ObjectPattern' || depth > maxDepth) return undefined;
  return Object.fromEntries(
    pattern.properties.flatMap((property): [string, Json][] => {
      if (property.type !== 'ObjectProperty' || property.key.type !== 'Identifier') return [];
      if (property.value.type === 'AssignmentPattern') return [];
      const { name } = property.key;
      return [[name, sampleByPattern(property.value, depth + 1) ?? sampleByName(name)]];
    }),
  );
};

/** Returns a sample of the shape that the uses of a value imply; undefined if any text is suitable. */
const sampleByUse = (tree: SyntaxTree, uses: readonly Node[], depth = 0): Json | undefined => {
  const members = new Map<string, Node[]>();
  let plain: Json | undefined;
  for (const use of uses.flatMap((one) => [one, ...getUsesAsProp(tree, one)])) {
    const member = getMemberRead(tree, use);
    const method = member && getMethod(tree, member);
    if (isIndexed(tree, use) || method === 'list') return [];
    if (!member) plain ??= sampleByPosition(tree, use);
    else if (method === 'number') plain ??= 1;
    else if (method === undefined) members.set(member.name, [...(members.get(member.name) ?? []), member.node]);
  }
  if (members.size === 0 || depth > maxDepth) return plain;
  return Object.fromEntries(
    [...members].map(([key, inner]) => [key, sampleByUse(tree, inner, depth + 1) ?? sampleByName(key)]),
  );
};

/** Returns the uses of a value in the component of the file that gets it as a prop: `<Card post={post} />`. */
const getUsesAsProp = (tree: SyntaxTree, use: Node): readonly Node[] => {
  const [container, attribute, element] = Array.from(getAncestors(tree, use).take(3), ({ parent }) => parent);
  if (container?.type !== 'JSXExpressionContainer' || attribute?.type !== 'JSXAttribute') return [];
  const tag = element?.type === 'JSXOpeningElement' ? element.name : undefined;
  const declaration = tag?.type === 'JSXIdentifier' ? tree.bindingOf(tag)?.declaration : undefined;
  const made = declaration?.type === 'VariableDeclarator' ? declaration.init : declaration;
  const [props] = made && isFunction(made) ? made.params : [];
  if (props?.type === 'Identifier')
    return (tree.usesOf(props) ?? []).flatMap((one) => {
      const read = getMemberRead(tree, one);
      return read?.name === attribute.name.name ? [read.node] : [];
    });
  const properties = props?.type === 'ObjectPattern' ? props.properties : [];
  return properties.flatMap((one) => {
    if (one.type !== 'ObjectProperty' || getKey(one) !== attribute.name.name) return [];
    return tree.usesOf(one.value.type === 'AssignmentPattern' ? one.value.left : one.value) ?? [];
  });
};

const isIndexed = (tree: SyntaxTree, use: Node): boolean => {
  const { parent, key } = tree.positions.get(use) ?? {};
  return isMember(parent) && key === 'object' && parent.computed && parent.property.type === 'NumericLiteral';
};

/** Returns which type has a method. Texts and dates are alike, because a mint may send text for both. */
const getMethod = (
  tree: SyntaxTree,
  { name, node }: { name: string; node: Node },
): 'list' | 'number' | 'text' | undefined => {
  if (name === 'length') return 'text';
  const call = tree.positions.get(node);
  if (call?.key !== 'callee') return undefined;
  if (name in String.prototype) return leadsToList(tree, name, call.parent) ? 'list' : 'text';
  if (name in Array.prototype) return 'list';
  if (name in Number.prototype) return 'number';
  return name in Date.prototype ? 'text' : undefined;
};

/** Returns whether a method of texts and lists is used as one of a list, as in `tags.slice(0, 3).map(...)`. */
const leadsToList = (tree: SyntaxTree, name: string, call: Node): boolean => {
  if (name !== 'slice' && name !== 'concat') return false;
  const next = getMemberRead(tree, call);
  return next !== undefined && getMethod(tree, next) === 'list';
};

const arithmetic = new Set(['-', '*', '/', '%', '**', '<', '>', '<=', '>=']);

/**
 * Returns the sample that the place of one use needs.
 *
 * @param before the text before the value, if what is used is a text that contains it
 */
export const getSampleOfUse = (tree: SyntaxTree, use: Node, before: string | undefined): Json | undefined => {
  const member = getMemberRead(tree, use);
  if (member) return getMethod(tree, member) === 'number' ? 1 : undefined;
  const property = getProperty(tree, use, before);
  if (property) return getSampleOfProperty(property);
  // what begins with a date is one, and what ends with it is not
  return before ? undefined : sampleByPosition(tree, use);
};

const sampleByPosition = (tree: SyntaxTree, use: Node): Json | undefined => {
  const position = tree.positions.get(use);
  const parent = position?.parent;
  const property = getProperty(tree, use);
  if (property) return getSampleOfProperty(property);
  switch (parent?.type) {
    case 'BinaryExpression':
      return arithmetic.has(parent.operator) ? 1 : undefined;
    case 'ObjectProperty':
      return position?.key === 'value' && /^(?:currency|timeZone)$/.test(getKey(parent) ?? '')
        ? sampleByName(getKey(parent) ?? '')
        : undefined;
    case 'NewExpression':
    case 'CallExpression':
      return position?.key === 'arguments' ? sampleByCallee(parent.callee, parent.arguments[0] === use) : undefined;
    case 'SpreadElement':
      return tree.positions.get(parent)?.parent.type === 'ArrayExpression' ? [] : undefined;
    case 'ForOfStatement':
      return position?.key === 'right' ? [] : undefined;
    case 'VariableDeclarator':
      return position?.key === 'init' ? sampleByPattern(parent.id) : undefined;
    default:
      return undefined;
  }
};

/** Expressions through which a value passes into a property. */
const passThrough = new Set([
  ...['TemplateLiteral', 'ConditionalExpression', 'LogicalExpression', 'JSXExpressionContainer'],
  ...['TSAsExpression', 'TSNonNullExpression'],
]);

/** Maximum number of such expressions: a chain of `||` can be as long as the source. */
const maxSteps = 20;

/** Returns the attribute or style property that receives a value, and the literal text before it. */
const getProperty = (tree: SyntaxTree, use: Node, start = ''): { name: string; before: string } | undefined => {
  let before = start;
  for (const { parent, key, child } of getAncestors(tree, use).take(maxSteps)) {
    if (parent.type === 'TemplateLiteral') before ||= textBefore(parent, child);
    if (parent.type === 'JSXAttribute') return { name: String(parent.name.name), before };
    if (parent.type === 'ObjectProperty' && key === 'value')
      return parent.key.type === 'Identifier' && isOfElement(tree, parent, parent.key.name)
        ? { name: parent.key.name, before }
        : undefined;
    if (!passThrough.has(parent.type) || key === 'test') return undefined;
  }
  return undefined;
};

/** Returns the literal text of a template text just before an expression in it. */
export const textBefore = ({ expressions, quasis }: TemplateLiteral, expression: Node): string =>
  quasis[expressions.indexOf(expression as TemplateLiteral['expressions'][number])]?.value.raw ?? '';

/** Whether a property is one of a style, or the address of an image that is written as an object. */
const isOfElement = (tree: SyntaxTree, property: Node, name: string): boolean => {
  const [, container, attribute] = getAncestors(tree, property).take(3);
  if (container?.parent.type === 'JSXExpressionContainer') return attribute?.parent.type === 'JSXAttribute';
  const holder = container?.parent.type === 'ObjectProperty' ? getKey(container.parent) : undefined;
  return holder === 'style' || name === 'src';
};

const grey = '#888888';
const isColour = /colou?r$|^(fill|stroke|background|backgroundImage|border.*|.*[sS]hadow|stopColor)$/i;
const isLength =
  /^((min|max)?(width|height)|fontSize|size|gap|padding.*|margin.*|top|left|right|bottom|.*radius|r|rx|ry|cx|cy)$/i;

export const getSampleOfProperty = ({ name, before }: { name: string; before: string }): Json | undefined => {
  if (name === 'src' && before === '') return greyPixel;
  if (/url\(["']?$/.test(before)) return greyPixel;
  if (isColour.test(name)) return grey;
  return isLength.test(name) ? 64 : undefined;
};

const isIntl = (node: Node): boolean => node.type === 'Identifier' && node.name === 'Intl';

/** Samples for arguments of `new Date(x)`, `Math.round(x)` and the like, by the name of the built-in object. */
const argumentSamples: Readonly<Record<string, Json>> = {
  Date: sampleDay,
  URL: 'https://example.com/',
  Math: 1,
  ...{ Number: 1, parseInt: 1, parseFloat: 1 },
};

/** Returns `NumberFormat` for `new Intl.NumberFormat('en')`; an empty text for anything else. */
const getFormatter = (node: Node): string => {
  const made = node.type === 'NewExpression' || node.type === 'CallExpression' ? node.callee : undefined;
  return (isMember(made) && getKey(made)) || '';
};

const sampleByCallee = (callee: Node, isFirst: boolean): Json | undefined => {
  const node = stripTypeAnnotations(callee);
  const isLocale = isMember(node) && (/^toLocale/.test(getKey(node) ?? '') || isIntl(node.object));
  if (isLocale) return isFirst ? 'en' : undefined;
  const owner = isMember(node) ? node.object : node;
  if (isMember(node) && getKey(node) === 'format' && /NumberFormat$/.test(getFormatter(owner))) return 1;
  return owner.type === 'Identifier' ? getOwn(argumentSamples, owner.name) : undefined;
};
