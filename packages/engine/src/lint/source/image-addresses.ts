import type { JSXAttribute, JSXOpeningElement, Node } from '@babel/types';
import type { Diagnostic } from '../../diagnostics/diagnostics.ts';
import {
  createDiagnosticAt,
  getAncestors,
  type SyntaxTree,
  stripTypeAnnotations,
} from '../../template/source/syntax-tree.ts';
import { truncate } from '../../truncate.ts';

/** Returns why the URL of an image can never be rendered; undefined if it can. */
export const lintAddress = (given: string): string | undefined => {
  const address = given.trim();
  if (address === '' || /^(?:https?:\/\/|data:|#)/i.test(address)) return undefined;
  const shown = `"${truncate(address, 60)}"`;
  if (/^file:/i.test(address)) return `${shown} is a file; images are fetched from http or https, or stand in data:.`;
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return `${shown} cannot be fetched; images need http, https or data:.`;
  return `${shown} is relative, and there is no page it could be relative to: write the whole address.`;
};

/** The same for an address that is not only the beginning of one. */
export const lintCompleteAddress = (address: string): string | undefined => {
  const hasHost = !/^\s*https?:/i.test(address) || URL.canParse(address);
  return lintAddress(address) ?? (hasHost ? undefined : `"${truncate(address.trim(), 60)}" names no host.`);
};

const vectorText: ReadonlySet<string> = new Set(['textPath', 'foreignObject']);
export const isVectorText = (tag: string): boolean => vectorText.has(tag);
export const vectorTextMessage = (tag: string): string =>
  `<${tag}> inside <svg> is not rendered; put the text into an element over the <svg>.`;

const imageStyles =
  /^(?:background|backgroundImage|(?:Webkit)?[mM]ask|(?:Webkit)?[mM]askImage|listStyle|listStyleImage)$/;

/** Reports images and SVG text that are invalid in the source, even if the sample does not render them. */
export const checkImages = (tree: SyntaxTree): Diagnostic[] =>
  tree.nodes.flatMap((node) => {
    if (node.type === 'JSXOpeningElement') return checkTag(node);
    if (node.type === 'JSXAttribute') return namesImage(node, tree) ? checkSource(node) : [];
    if (node.type === 'ObjectProperty' && isImageStyle(node, tree)) return checkStyle(node.value);
    return [];
  });

const checkTag = (node: JSXOpeningElement): Diagnostic[] =>
  node.name.type === 'JSXIdentifier' && isVectorText(node.name.name)
    ? [createDiagnosticAt(node, 'svg-text', vectorTextMessage(node.name.name))]
    : [];

const namesImage = (attribute: JSXAttribute, tree: SyntaxTree): boolean => {
  const opening = tree.positions.get(attribute)?.parent;
  if (opening?.type !== 'JSXOpeningElement' || opening.name.type !== 'JSXIdentifier') return false;
  const { name: tag } = opening.name;
  const name = attribute.name.type === 'JSXIdentifier' ? attribute.name.name : attribute.name.name.name;
  if (tag === 'image') return name === 'href' || name === 'xlinkHref';
  return name === 'src' && (tag === 'img' || tree.moduleOf(tree.bindingOf(opening.name)) === 'next/image');
};

const checkSource = ({ value }: JSXAttribute): Diagnostic[] => {
  const written = value?.type === 'JSXExpressionContainer' ? value.expression : value;
  return (written ? textsIn(written) : []).flatMap(({ node, text }) => diagnose(node, lintAddress(text)));
};

const checkStyle = (value: Node): Diagnostic[] =>
  textsIn(value).flatMap(({ node, text }) =>
    [...text.matchAll(cssUrl)].flatMap(([, double, single, bare]) =>
      diagnose(node, lintAddress(double ?? single ?? bare ?? '')),
    ),
  );

/** A URL in CSS, possibly only its beginning. Quoted URLs may contain anything, such as `url(%23id)`. */
const cssUrl = /url\(\s*(?:"([^"]*)|'([^']*)|([^"')]+))/gi;

const diagnose = (node: Node, problem: string | undefined): Diagnostic[] =>
  problem === undefined ? [] : [createDiagnosticAt(node, 'image-address', problem)];

/** Returns the literal texts of an expression; for a template literal, the part before the first `${}`. */
const textsIn = (expression: Node): { node: Node; text: string }[] => {
  const node = stripTypeAnnotations(expression);
  switch (node.type) {
    case 'StringLiteral':
      return [{ node, text: node.value }];
    case 'TemplateLiteral':
      return [{ node, text: node.quasis[0]?.value.cooked ?? '' }];
    case 'ConditionalExpression':
      return [...textsIn(node.consequent), ...textsIn(node.alternate)];
    case 'LogicalExpression':
      return textsIn(node.right);
    default:
      return [];
  }
};

const isImageStyle = (property: Extract<Node, { type: 'ObjectProperty' }>, tree: SyntaxTree): boolean => {
  if (property.key.type !== 'Identifier' || !imageStyles.test(property.key.name)) return false;
  const [, container, attribute] = getAncestors(tree, property).take(3);
  return (
    container?.parent.type === 'JSXExpressionContainer' &&
    attribute?.parent.type === 'JSXAttribute' &&
    attribute.parent.name.name === 'style'
  );
};
