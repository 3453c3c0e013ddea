import type { CallExpression, Node } from '@babel/types';
import { getProperty } from '../template/source/constants.ts';
import { isElement } from '../template/source/module.ts';
import { getAncestors, getKey, type SyntaxTree, stripTypeAnnotations } from '../template/source/syntax-tree.ts';
import type { Conversion, ImageResponse } from './conversion.ts';

/** Finds `new ImageResponse(element, options)`, `satori(element, options)`, and `c.res({ image: element })` of Frog. */
export const findResponses = (tree: SyntaxTree): ImageResponse[] =>
  tree.nodes.flatMap((node) => getResponse(node, tree) ?? []);

const getResponse = (node: Node, tree: SyntaxTree): ImageResponse | undefined => {
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return undefined;
  const [element, options] = node.arguments;
  if (!element) return undefined;
  const callee = stripTypeAnnotations(node.callee);
  const found = { node, element: getMarkup(element, tree), ...(options && { options }) };
  if (callee.type === 'MemberExpression') {
    const image = getKey(callee) === 'res' ? getProperty(element, 'image') : undefined;
    if (image) return isElement(image) ? { node, element: image } : undefined;
    return isRenderer(callee, tree) ? found : undefined;
  }
  const name = nameOutside(callee, tree);
  const isRendering = name === (node.type === 'NewExpression' ? 'ImageResponse' : 'satori');
  return isRendering || (name === 'render' && isElement(found.element)) ? found : undefined;
};

/** `ImageResponse.async`, `renderer.render` of a `const renderer = new Renderer()` of takumi. */
const isRenderer = (callee: Node & { readonly object: Node }, tree: SyntaxTree): boolean => {
  if (nameOutside(callee.object, tree) === 'ImageResponse') return true;
  const declaration = tree.bindingOf(callee.object)?.declaration;
  if (!/^render(?:Async)?$/.test(getKey(callee) ?? '')) return false;
  const made = declaration?.type === 'VariableDeclarator' ? declaration.init : undefined;
  return made?.type === 'NewExpression' && nameOutside(made.callee, tree) === 'Renderer';
};

/** Returns the name under which a value is imported, or a name that nothing declares. */
const nameOutside = (node: Node, tree: SyntaxTree): string | undefined => {
  if (node.type !== 'Identifier') return undefined;
  const binding = tree.bindingOf(node);
  if (!binding) return node.name;
  const module = tree.moduleOf(binding);
  if (module === undefined) return undefined;
  if (/^satori(?:\/(?!jsx)|$)/.test(module)) return 'satori';
  const { declaration } = binding;
  return declaration.type === 'ImportSpecifier' && declaration.imported.type === 'Identifier'
    ? declaration.imported.name
    : node.name;
};

/** Returns the element in a call that only converts it: `await fromJsx(<Card />)`. */
const getMarkup = (given: Node, tree: SyntaxTree): Node => {
  const node = given.type === 'AwaitExpression' ? given.argument : given;
  const [element] = node.type === 'CallExpression' ? node.arguments : [];
  return element && isElement(element) && 'callee' in node && nameOutside(node.callee as Node, tree) !== undefined
    ? element
    : given;
};

/** Replaces `await fromJsx(<Card />)` of takumi with what it returns. */
export const convertMarkup = ({ tree, replace }: Conversion): void => {
  for (const node of tree.nodes) {
    const element = node.type === 'CallExpression' ? getMarkup(node, tree) : node;
    if (element === node || nameOutside((node as CallExpression).callee, tree) !== 'fromJsx') continue;
    const isPattern = getAncestors(tree, node).find(({ parent }) => parent.type !== 'AwaitExpression')?.parent;
    const isSplit = isPattern?.type === 'VariableDeclarator' && isPattern.id.type === 'ObjectPattern';
    replace({ start: node.start, end: element.start }, isSplit ? '({ stylesheets: [], node: (' : '(');
    replace({ start: element.end, end: node.end }, isSplit ? ') })' : ')');
  }
};

/** Returns whether a node is an element written as an object for satori: `{ type: 'div', props: {} }`. */
export const isObjectElement = (node: Node): boolean =>
  node.type === 'ObjectExpression' && ['type', 'props'].every((name) => getProperty(node, name));

/**
 * Converts elements written as objects for satori, `{ type: 'div', props: { children: [...] } }`, to
 * `React.createElement` calls, in helpers too. Only object literals: an object that a mint sends is never an element.
 */
export const convertObjectElements = (work: Conversion): void => {
  const objects = work.tree.nodes.filter(isObjectElement);
  if (objects.length === 0) return;
  const name = work.helper('made', '({ type, props }) => React.createElement(type, props)');
  // Replaces the braces, so that text inserted around the object stays around it.
  for (const node of objects) {
    const [start, end] = [node.start ?? 0, node.end ?? 0];
    work.edits.push({ start, end: start + 1, text: `${name}({` }, { start: end - 1, end, text: '})' });
  }
};
