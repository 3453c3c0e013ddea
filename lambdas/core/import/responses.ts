import type { Node } from '@babel/types';
import { isElement } from '../template/source/module.ts';
import { getAncestors, getKey, type SyntaxTree, stripTypeAnnotations } from '../template/source/syntax-tree.ts';
import type { Scopes } from '../template/source/variable-scopes.ts';

/** A call in imported code that turns an element into an image. */
export interface ImageResponse {
  /** The complete call. */
  readonly node: Node;
  readonly element: Node;
  readonly options?: Node;
}

/** Finds `new ImageResponse(element, options)`, `satori(element, options)`, and `c.res({ image: element })` of Frog. */
export const findResponses = (tree: SyntaxTree, scopes: Scopes): ImageResponse[] =>
  tree.nodes.flatMap((node) => getResponse(node, scopes) ?? []);

const getResponse = (node: Node, scopes: Scopes): ImageResponse | undefined => {
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return undefined;
  const [element, options] = node.arguments;
  if (!element) return undefined;
  const callee = stripTypeAnnotations(node.callee);
  if (node.type === 'CallExpression' && callee.type === 'MemberExpression') {
    const isAnswer = callee.property.type === 'Identifier' && callee.property.name === 'res';
    const image = isAnswer ? getProperty(element, 'image') : undefined;
    return image && isElement(image) ? { node, element: image } : undefined;
  }
  if (callee.type !== 'Identifier' || !isRendering(callee.name, callee, node.type, scopes)) return undefined;
  return { node, element, ...(options && { options }) };
};

const isRendering = (name: string, callee: Node, type: string, scopes: Scopes): boolean => {
  const binding = scopes.bindingOf(callee);
  const module = scopes.moduleOf(binding);
  if (binding && module === undefined) return false;
  return type === 'NewExpression'
    ? name === 'ImageResponse'
    : name === 'satori' || /^satori(?:\/|$)/.test(module ?? '');
};

/** Returns the value of a property of an object literal. */
export const getProperty = (object: Node, name: string): Node | undefined => {
  const node = stripTypeAnnotations(object);
  if (node.type !== 'ObjectExpression') return undefined;
  const found = node.properties.findLast((property) => property.type === 'ObjectProperty' && getKey(property) === name);
  return found?.type === 'ObjectProperty' ? found.value : undefined;
};

/** Returns the returned or assigned expression if it only wraps an image: `new Response(await satori(...))`. */
export const getCarrier = (tree: SyntaxTree, response: ImageResponse): { node: Node; isBound: boolean } => {
  let isWrapped = false;
  for (const { parent, key, child } of getAncestors(tree, response.node)) {
    if (parent.type === 'ReturnStatement' || (parent.type === 'ArrowFunctionExpression' && key === 'body'))
      return { node: isWrapped ? child : response.node, isBound: false };
    if (parent.type === 'VariableDeclarator') return { node: parent, isBound: true };
    if (/Statement|Function|Declaration|Method/.test(parent.type)) break;
    isWrapped ||= /^(?:Optional)?(?:Call|New|Member)|^ObjectExpression/.test(parent.type);
  }
  return { node: response.node, isBound: false };
};
