import type { Node, TemplateLiteral } from '@babel/types';
import type { Json } from '../../contract/schemas/mint.ts';
import type { FoundVariable } from './find-variables.ts';
import { declarationOf, membersOf, nameOf } from './prop-types.ts';
import { around, bare, type SyntaxTree } from './syntax-tree.ts';

/** A variable's name as a person reads it: `authorName` -> "Author name", `html_url` -> "Html url". */
export const sampleText = (name: string): string => {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/[_$]+/g, ' ')
    .trim()
    .toLowerCase();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
};

/** One grey pixel, for a variable that is shown as an image. */
const greyPixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mO8+vLvfwAJHAPgZ2c8LwAAAABJRU5ErkJggg==';
const sampleDay = '2026-01-01';
const deepest = 4;
/** A list shows its layout better with a few entries. */
const listed = 3;

/**
 * A value a template can be tried and previewed with, for a variable without a default. In this order: what its type
 * says (numbers, lists, objects, the first of several literals); else how it is used (`.map` makes it a list, members
 * an object of those members, `.toFixed` and arithmetic a number, `new Date(x)` a date, `src={x}` a grey image); else
 * its own name in readable form.
 */
export const sampleOf = (tree: SyntaxTree, { name, type, uses, pattern }: FoundVariable): Json =>
  sampleByType(tree, type, name) ?? (pattern ? sampleByPattern(pattern) : sampleByUse(tree, uses)) ?? sampleText(name);

const sampleByType = (tree: SyntaxTree, type: Node | undefined, name: string, depth = 0): Json | undefined => {
  if (!type || depth > deepest) return undefined;
  const inside = (inner: Node | undefined, of = name) => sampleByType(tree, inner, of, depth + 1);
  const list = (item: Node | undefined): Json => Array.from({ length: listed }, () => inside(item) ?? sampleText(name));
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
        (item) => inside(item.type === 'TSNamedTupleMember' ? item.elementType : item) ?? sampleText(name),
      );
    case 'TSUnionType':
      return type.types.map((one) => inside(one)).find((one) => one !== undefined);
    case 'TSTypeAliasDeclaration':
    case 'TSParenthesizedType':
    case 'TSTypeOperator':
      return type.typeAnnotation ? inside(type.typeAnnotation) : undefined;
    case 'TSTypeReference': {
      const referenced = nameOf(type);
      if (referenced === 'Array' || referenced === 'ReadonlyArray') return list(type.typeParameters?.params[0]);
      if (referenced === 'Record') return {};
      const declaration = declarationOf(tree, referenced);
      return declaration ? inside(declaration) : undefined;
    }
    case 'TSTypeLiteral':
    case 'TSInterfaceDeclaration': {
      const members = [...membersOf(tree, type)].filter(([, { isOptional }]) => !isOptional);
      return Object.fromEntries(members.map(([key, member]) => [key, inside(member.type, key) ?? sampleText(key)]));
    }
    default:
      return undefined;
  }
};

const sampleByPattern = (pattern: Node, depth = 0): Json | undefined => {
  if (pattern.type === 'ArrayPattern') return [];
  if (pattern.type !== 'ObjectPattern' || depth > deepest) return undefined;
  return Object.fromEntries(
    pattern.properties.flatMap((property): [string, Json][] => {
      if (property.type !== 'ObjectProperty' || property.key.type !== 'Identifier') return [];
      if (property.value.type === 'AssignmentPattern') return [];
      const { name } = property.key;
      return [[name, sampleByPattern(property.value, depth + 1) ?? sampleText(name)]];
    }),
  );
};

const listMethods = new Set(
  'map filter reduce reduceRight forEach some every flatMap flat join sort toSorted reverse toReversed find findIndex findLast entries keys values push'.split(
    ' ',
  ),
);
/** Methods and properties text has too: they say nothing about the shape. */
const textMethods = new Set(
  'length slice at includes indexOf lastIndexOf concat toString valueOf trim trimStart trimEnd split replace replaceAll toUpperCase toLowerCase charAt charCodeAt codePointAt substring substr startsWith endsWith padStart padEnd match matchAll repeat normalize localeCompare toLocaleUpperCase toLocaleLowerCase search toLocaleString'.split(
    ' ',
  ),
);
const numberMethods = new Set(['toFixed', 'toPrecision', 'toExponential']);
const dateSetters = /^(toISOString|get(Full|UTC|Month|Day|Date|Time|Hours|Minutes).*)$/;

const sampleByUse = (tree: SyntaxTree, uses: readonly Node[], depth = 0): Json | undefined => {
  const members = new Map<string, Node[]>();
  let plain: Json | undefined;
  for (const use of uses) {
    const member = memberOf(tree, use);
    if (member === undefined) plain ??= sampleByPlace(tree, use);
    else if (listMethods.has(member.name)) return [];
    else if (numberMethods.has(member.name)) plain ??= 1;
    else if (!textMethods.has(member.name) && !dateSetters.test(member.name))
      members.set(member.name, [...(members.get(member.name) ?? []), member.node]);
  }
  if (members.size === 0 || depth > deepest) return plain;
  return Object.fromEntries(
    [...members].map(([key, inner]) => [key, sampleByUse(tree, inner, depth + 1) ?? sampleText(key)]),
  );
};

/** The member a use reads: of `author.name` the name and the whole expression. */
const memberOf = (tree: SyntaxTree, use: Node): { name: string; node: Node } | undefined => {
  const place = tree.places.get(use);
  const parent = place?.parent;
  if (place?.key !== 'object' || (parent?.type !== 'MemberExpression' && parent?.type !== 'OptionalMemberExpression'))
    return undefined;
  if (parent.computed) return parent.property.type === 'NumericLiteral' ? { name: 'map', node: parent } : undefined;
  return parent.property.type === 'Identifier' ? { name: parent.property.name, node: parent } : undefined;
};

const arithmetic = new Set(['-', '*', '/', '%', '**', '<', '>', '<=', '>=']);

const sampleByPlace = (tree: SyntaxTree, use: Node): Json | undefined => {
  const place = tree.places.get(use);
  const parent = place?.parent;
  const property = propertyOf(tree, use);
  if (property) return sampleByProperty(property);
  switch (parent?.type) {
    case 'BinaryExpression':
      return arithmetic.has(parent.operator) ? 1 : undefined;
    case 'NewExpression':
      return place?.key === 'arguments' ? sampleByConstructor(parent.callee) : undefined;
    case 'CallExpression':
      return place?.key === 'arguments' ? sampleByFunction(parent.callee) : undefined;
    case 'SpreadElement':
      return tree.places.get(parent)?.parent.type === 'ArrayExpression' ? [] : undefined;
    case 'ForOfStatement':
      return place?.key === 'right' ? [] : undefined;
    case 'VariableDeclarator':
      return place?.key === 'init' ? sampleByPattern(parent.id) : undefined;
    default:
      return undefined;
  }
};

/** Expressions a value passes through on its way into a property. */
const passing = new Set(['TemplateLiteral', 'ConditionalExpression', 'LogicalExpression', 'JSXExpressionContainer']);

/** The attribute or style property a value ends up in, and the text before it there. */
const propertyOf = (tree: SyntaxTree, use: Node): { name: string; before: string } | undefined => {
  let before = '';
  for (const { parent, key, child } of around(tree, use)) {
    if (parent.type === 'TemplateLiteral') before = textBefore(parent, child);
    if (parent.type === 'JSXAttribute') return { name: String(parent.name.name), before };
    if (parent.type === 'ObjectProperty' && key === 'value')
      return parent.key.type === 'Identifier' && isInStyle(tree, parent)
        ? { name: parent.key.name, before }
        : undefined;
    if (!passing.has(parent.type) || key === 'test') return undefined;
  }
  return undefined;
};

const textBefore = ({ expressions, quasis }: TemplateLiteral, expression: Node): string =>
  quasis[expressions.indexOf(expression as TemplateLiteral['expressions'][number])]?.value.raw ?? '';

const isInStyle = (tree: SyntaxTree, property: Node): boolean => {
  const [, container, attribute] = around(tree, property).take(3);
  return container?.parent.type === 'JSXExpressionContainer' && attribute?.parent.type === 'JSXAttribute';
};

const grey = '#888888';
const isColour = /colou?r$|^(fill|stroke|background|backgroundImage|border.*|.*[sS]hadow|stopColor)$/i;
const isLength =
  /^((min|max)?(width|height)|fontSize|size|gap|padding.*|margin.*|top|left|right|bottom|.*radius|r|rx|ry|cx|cy)$/i;

const sampleByProperty = ({ name, before }: { name: string; before: string }): Json | undefined => {
  if (name === 'src' && before === '') return greyPixel;
  if (/url\(["']?$/.test(before)) return greyPixel;
  if (isColour.test(name)) return grey;
  return isLength.test(name) ? 64 : undefined;
};

const sampleByConstructor = (callee: Node): Json | undefined => {
  const node = bare(callee);
  if (node.type !== 'Identifier') return undefined;
  if (node.name === 'Date') return sampleDay;
  return node.name === 'URL' ? 'https://example.com/' : undefined;
};

const sampleByFunction = (callee: Node): Json | undefined => {
  const node = bare(callee);
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier' || node.property.type !== 'Identifier')
    return undefined;
  if (node.object.name === 'Math') return 1;
  if (node.object.name === 'Date') return sampleDay;
  return node.object.name === 'Array' && node.property.name === 'from' ? [] : undefined;
};
