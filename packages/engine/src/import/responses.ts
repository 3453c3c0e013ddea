import type { CallExpression, Node } from '@babel/types';
import { getProperty } from '../template/source/constants.ts';
import type { Edit } from '../template/source/edits.ts';
import { isElement } from '../template/source/module.ts';
import {
  getAncestors,
  getKey,
  isMember,
  type SyntaxTree,
  stripTypeAnnotations,
} from '../template/source/syntax-tree.ts';
import { isFunction } from '../template/source/variable-scopes.ts';
import type { Conversion, ImageResponse } from './conversion.ts';
import { getLoadedName } from './modules.ts';

/** Finds `new ImageResponse(element, options)`, `satori(element, options)`, and `c.res({ image: element })` of Frog. */
export const findResponses = (tree: SyntaxTree): ImageResponse[] =>
  tree.nodes.flatMap((node) => getResponse(node, tree) ?? []);

/** Returns whether a node gives a router what a path answers: `app.get('/og', async (request) => ...)`. */
export const isRoute = (node: Node): boolean => {
  const [path] = node.type === 'CallExpression' && isMember(node.callee) ? node.arguments : [];
  return path?.type === 'StringLiteral' && path.value.startsWith('/');
};

const getResponse = (node: Node, tree: SyntaxTree): ImageResponse | undefined => {
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return undefined;
  const [element, options] = node.arguments;
  if (!element) return undefined;
  const callee = stripTypeAnnotations(node.callee);
  const found = { node, element: getMarkup(element, tree), ...(options && { options }) };
  if (callee.type !== 'MemberExpression') return isDrawing(node, callee, found.element, tree) ? found : undefined;
  const image = getKey(callee) === 'res' ? getProperty(element, 'image') : undefined;
  if (image) return isElement(image) ? { node, element: image } : undefined;
  return isRenderer(node, callee, tree) ? found : undefined;
};

/** `new ImageResponse(...)`, `satori(...)`, `render(<Card />)`, `render(html)` of takumi-js. */
const isDrawing = (node: Node, callee: Node, element: Node, tree: SyntaxTree): boolean => {
  const name = nameOutside(callee, tree);
  if (name === (node.type === 'NewExpression' ? 'ImageResponse' : 'satori')) return true;
  return name === 'render' && (isElement(element) || isOfTakumi(moduleOf(callee, tree)));
};

const isOfTakumi = (module = ''): boolean => /^(?:takumi-js|@takumi-rs)/.test(module);

/** `ImageResponse.async`, `new og.ImageResponse`, `renderer.render` of a file that imports the class `Renderer` of takumi. */
const isRenderer = (node: Node, callee: Node & { readonly object: Node }, tree: SyntaxTree): boolean => {
  const name = nameOutside(callee.object, tree);
  if (node.type === 'NewExpression') return name !== undefined && getKey(callee) === 'ImageResponse';
  if (name === 'ImageResponse') return true;
  return /^render(?:Async)?$/.test(getKey(callee) ?? '') && importsRenderer(tree);
};

const importsRenderer = ({ program }: SyntaxTree): boolean =>
  program.body.some(
    (one) =>
      one.type === 'ImportDeclaration' &&
      isOfTakumi(one.source.value) &&
      one.specifiers.some(({ local }) => local.name === 'Renderer'),
  );

/** What a name is of a module: one that is imported, also where it is declared. */
const ofModule = (node: Node, tree: SyntaxTree): ReturnType<typeof getLoadedName> => {
  const binding = tree.bindingOf(node);
  const module = tree.moduleOf(binding);
  if (!binding) return undefined;
  if (module === undefined) return getLoadedName(binding);
  const { declaration } = binding;
  const imported = declaration.type === 'ImportSpecifier' ? declaration.imported : undefined;
  return { module, name: imported?.type === 'Identifier' ? imported.name : undefined };
};

const moduleOf = (node: Node, tree: SyntaxTree): string | undefined => ofModule(node, tree)?.module;

/** Returns the name under which a value is imported, or a name that nothing declares. */
const nameOutside = (node: Node, tree: SyntaxTree): string | undefined => {
  if (node.type !== 'Identifier') return undefined;
  if (!tree.bindingOf(node)) return node.name;
  const found = ofModule(node, tree);
  if (!found) return undefined;
  if (/^satori(?:\/(?!jsx)|$)/.test(found.module)) return 'satori';
  return found.name === undefined || found.name === 'default' ? node.name : found.name;
};

/** Returns the element in a call that only converts it: `await fromJsx(<Card />)`. */
const getMarkup = (given: Node, tree: SyntaxTree): Node => {
  const node = given.type === 'AwaitExpression' ? given.argument : given;
  const [element] = node.type === 'CallExpression' ? node.arguments : [];
  const name = 'callee' in node ? nameOutside(node.callee as Node, tree) : undefined;
  return element && (name === 'fromJsx' || (name !== undefined && isElement(element))) ? element : given;
};

/** Replaces `await fromJsx(<Card />)` of takumi with what it returns. */
export const convertMarkup = ({ tree, unwrap }: Conversion): void => {
  for (const node of tree.nodes) {
    const element = node.type === 'CallExpression' ? getMarkup(node, tree) : node;
    if (element === node || nameOutside((node as CallExpression).callee, tree) !== 'fromJsx') continue;
    const isPattern = getAncestors(tree, node).find(({ parent }) => parent.type !== 'AwaitExpression')?.parent;
    const isSplit = isPattern?.type === 'VariableDeclarator' && isPattern.id.type === 'ObjectPattern';
    unwrap(node, element, isSplit ? '({ stylesheets: [], node: (' : '(', isSplit ? ') })' : ')');
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

/** Makes a program that draws an image without a function, `const svg = await satori(...)`, a function. */
export const wrapScript = (tree: SyntaxTree): Edit[] => {
  const { body } = tree.program;
  const first = body.findIndex(({ type }) => type !== 'ImportDeclaration');
  const statements = first < 0 ? [] : body.slice(first);
  const isDrawn = ({ node }: ImageResponse) => !getAncestors(tree, node).some(({ parent }) => isFunction(parent));
  const [start, end] = [statements[0]?.start ?? 0, statements.at(-1)?.end ?? 0];
  if (statements.some(({ type }) => /^(?:Im|Ex)port/.test(type)) || !findResponses(tree).some(isDrawn)) return [];
  return [
    { start, end: start, text: 'export default async () => { ' },
    { start: end, end, text: ' };' },
  ];
};

/** Whether a name is the style sheets that takumi's `fromJsx` returns beside the node. */
export const isOfMarkup = (node: Node, { tree }: Pick<Conversion, 'tree'>): boolean => {
  const declaration = tree.bindingOf(node)?.declaration;
  const made = declaration?.type === 'VariableDeclarator' ? declaration.init : undefined;
  return made != null && getMarkup(made, tree) !== made;
};
