import type { JSXAttribute, JSXOpeningElement, Node } from '@babel/types';
import type { Position } from '../../diagnostics/diagnostics.ts';
import { getKey, positionAt, type SyntaxTree, stripTypeAnnotations } from './syntax-tree.ts';

/** Positions of the parts of an element: attributes by name, properties of a style literal as `style.color`. */
export type PartPositions = Readonly<Record<string, Position>>;

/** By the element's position, as in `sourcePositionProperty`. */
export type ElementPositions = Readonly<Record<string, PartPositions>>;

/** Returns whether an element becomes a tag: a lower-case name, or `Image` of next/image, which becomes `img`. */
export const hasSourcePosition = ({ name }: JSXOpeningElement, tree: SyntaxTree): boolean => {
  if (name.type !== 'JSXIdentifier') return false;
  if (/^[a-z]/.test(name.name)) return true;
  return tree.moduleOf(tree.bindingOf(name)) === 'next/image';
};

export const getSourcePosition = (node: Node): string => {
  const { line, column } = positionAt(node);
  return `${line}:${column}`;
};

/** Returns the positions of the parts of every such element in a source. */
export const createElementPositions = (tree: SyntaxTree): ElementPositions =>
  Object.fromEntries(
    tree.nodes.flatMap((node) =>
      node.type === 'JSXOpeningElement' && hasSourcePosition(node, tree)
        ? [[getSourcePosition(node), getParts(node)]]
        : [],
    ),
  );

const getParts = ({ attributes }: JSXOpeningElement): PartPositions =>
  Object.fromEntries(
    attributes.flatMap((attribute) => {
      if (attribute.type !== 'JSXAttribute' || attribute.name.type !== 'JSXIdentifier') return [];
      const { name } = attribute.name;
      return [[name, positionAt(attribute)], ...(name === 'style' ? getStyleParts(attribute) : [])];
    }),
  );

const getStyleParts = ({ value }: JSXAttribute): [string, Position][] => {
  const style = value?.type === 'JSXExpressionContainer' ? stripTypeAnnotations(value.expression) : undefined;
  const properties = style?.type === 'ObjectExpression' ? style.properties : [];
  return properties
    .filter((one) => one.type === 'ObjectProperty' && getKey(one) !== undefined)
    .map((property) => [`style.${getKey(property)}`, positionAt(property)]);
};
