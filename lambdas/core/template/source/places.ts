import type { JSXOpeningElement, Node } from '@babel/types';
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
    const value = attribute.value?.type === 'JSXExpressionContainer' ? bare(attribute.value.expression) : undefined;
    if (name !== 'style' || value?.type !== 'ObjectExpression') continue;
    for (const property of value.properties) {
      if (property.type !== 'ObjectProperty') continue;
      const key = property.key.type === 'StringLiteral' ? property.key.value : undefined;
      const written = property.key.type === 'Identifier' && !property.computed ? property.key.name : key;
      if (written !== undefined) parts[`style.${written}`] = positionAt(property);
    }
  }
  return parts;
};
