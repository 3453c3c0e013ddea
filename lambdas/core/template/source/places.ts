import type { JSXAttribute, JSXOpeningElement, Node, ObjectProperty } from '@babel/types';
import type { Position } from '../check/diagnostics.ts';
import type { Scopes } from './scopes.ts';
import { bare, positionAt, type SyntaxTree } from './syntax-tree.ts';

/** Where the parts of an element stand: its attributes by name, the properties of a written-out style as `style.color`. */
export type PartPlaces = Readonly<Record<string, Position>>;

/** By the place of the element, as `placeProperty` has it. */
export type ElementPlaces = Readonly<Record<string, PartPlaces>>;

/** Elements that become tags of the tree: lower-case tags, and `Image` of next/image, which becomes an `img`. */
export const isPlaced = ({ name }: JSXOpeningElement, scopes: Scopes): boolean => {
  if (name.type !== 'JSXIdentifier') return false;
  if (/^[a-z]/.test(name.name)) return true;
  const declaration = scopes.bindingAt(name.name, name)?.declaration;
  return declaration !== undefined && scopes.importSources.get(declaration) === 'next/image';
};

export const placeOf = (node: Node): string => {
  const { line, column } = positionAt(node);
  return `${line}:${column}`;
};

/** Every placed element of a source, with the places of its parts. */
export const elementPlaces = (tree: SyntaxTree, scopes: Scopes): ElementPlaces =>
  Object.fromEntries(
    tree.nodes.flatMap((node) =>
      node.type === 'JSXOpeningElement' && isPlaced(node, scopes) ? [[placeOf(node), partsOf(node)]] : [],
    ),
  );

const partsOf = ({ attributes }: JSXOpeningElement): PartPlaces => {
  const parts: Record<string, Position> = {};
  for (const attribute of attributes) {
    if (attribute.type !== 'JSXAttribute' || attribute.name.type !== 'JSXIdentifier') continue;
    const { name } = attribute.name;
    parts[name] = positionAt(attribute);
    if (name === 'style') Object.assign(parts, stylePartsOf(attribute));
  }
  return parts;
};

const stylePartsOf = ({ value }: JSXAttribute): PartPlaces => {
  const style = value?.type === 'JSXExpressionContainer' ? bare(value.expression) : undefined;
  if (style?.type !== 'ObjectExpression') return {};
  const named = style.properties.flatMap((property): [string, Position][] => {
    const name = property.type === 'ObjectProperty' ? writtenName(property) : undefined;
    return name === undefined ? [] : [[`style.${name}`, positionAt(property)]];
  });
  return Object.fromEntries(named);
};

const writtenName = ({ key, computed }: ObjectProperty): string | undefined => {
  if (key.type === 'StringLiteral') return key.value;
  return key.type === 'Identifier' && !computed ? key.name : undefined;
};
