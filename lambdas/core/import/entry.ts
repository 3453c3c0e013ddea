import type { Node, Statement } from '@babel/types';
import { getExports } from '../template/source/module.ts';
import { getAncestors, isWithin, type SyntaxTree, stripTypeAnnotations } from '../template/source/syntax-tree.ts';
import { type FunctionNode, isFunction, type Scopes } from '../template/source/variable-scopes.ts';
import type { ImageResponse } from './responses.ts';

/** The function of imported code that becomes the component. */
export interface Entry {
  readonly fn: FunctionNode;
  /** The top-level statement that contains it. */
  readonly statement: Statement;
  /** Whether it is the default export. */
  readonly isDefault: boolean;
  /** Whether it handles requests: a route handler or an image file of Next.js. */
  readonly isRoute: boolean;
  /** The expressions in it that create the image. */
  readonly responses: readonly ImageResponse[];
}

const routeNames = /^(?:GET|POST|HEAD|PUT|loader|onRequest|onRequestGet)$/;

/** Returns the entry: the default export, else a `GET`, else the function that creates the file's last image. */
export const findEntry = (tree: SyntaxTree, scopes: Scopes, responses: readonly ImageResponse[]): Entry | undefined => {
  const exported = exportsIn(tree, scopes);
  const getResponses = (fn: Node) => {
    const own = responses.filter(({ node }) => isWithin(node, fn));
    return withoutCaught(tree, fn, own);
  };
  const getEntry = ({ name, fn }: Exported): Entry | undefined => {
    const statement = getStatement(tree, fn);
    const isDefault = name === 'default';
    const isRoute = isDefault || routeNames.test(name);
    return statement && { fn, statement, isDefault, isRoute, responses: getResponses(fn) };
  };
  const main = exported.find(({ name }) => name === 'default');
  if (main && (getResponses(main.fn).length > 0 || responses.length === 0)) return getEntry(main);
  const named = exported.filter(({ fn }) => makesImage(fn, getResponses(fn), tree));
  const route = named.find(({ name }) => routeNames.test(name)) ?? named.at(-1);
  if (route) return getEntry(route);
  const last = responses.at(-1);
  return last && (getComponent(tree, exported, last) ?? innermost(tree, last, getResponses));
};

/** Ignores images in a `catch`: they show a failure. */
const withoutCaught = (tree: SyntaxTree, fn: Node, responses: readonly ImageResponse[]): readonly ImageResponse[] => {
  const isCaught = ({ node }: ImageResponse): boolean =>
    getAncestors(tree, node).find(({ parent }) => parent === fn || parent.type === 'CatchClause')?.parent.type ===
    'CatchClause';
  const others = responses.filter((one) => !isCaught(one));
  return others.length > 0 ? others : responses;
};

interface Exported {
  readonly name: string;
  readonly fn: FunctionNode;
}

/** Returns whether a function itself creates an image, not a function inside it. */
const makesImage = (fn: FunctionNode, responses: readonly ImageResponse[], tree: SyntaxTree): boolean =>
  responses.some(({ node }) => getAncestors(tree, node).find(({ parent }) => isFunction(parent))?.parent === fn);

const getStatement = ({ program }: SyntaxTree, node: Node): Statement | undefined =>
  program.body.find((statement) => isWithin(node, statement));

/** Returns the exported functions in source order. */
const exportsIn = (tree: SyntaxTree, scopes: Scopes): Exported[] =>
  getExports(tree).flatMap(({ name, value }) => {
    const fn = getFunction(value, scopes);
    return fn ? [{ name, fn }] : [];
  });

/** Returns the function behind a name, or inside a call that wraps it: `withAuth(async (request) => ...)`. */
const getFunction = (value: Node, scopes: Scopes, depth = 0): FunctionNode | undefined => {
  const node = stripTypeAnnotations(value);
  if (isFunction(node)) return node;
  if (depth > 5) return undefined;
  if (node.type === 'CallExpression') {
    const inner = node.arguments.findLast((argument) => isFunction(stripTypeAnnotations(argument)));
    return inner && getFunction(inner, scopes, depth + 1);
  }
  const declaration = scopes.bindingOf(node)?.declaration;
  if (declaration?.type === 'FunctionDeclaration') return declaration;
  const init = declaration?.type === 'VariableDeclarator' ? declaration.init : undefined;
  return init ? getFunction(init, scopes, depth + 1) : undefined;
};

/** Returns the component of `new ImageResponse(<Card ... />)` inside a factory: the component is the template. */
const getComponent = (tree: SyntaxTree, exported: readonly Exported[], { element }: ImageResponse) => {
  const node = stripTypeAnnotations(element);
  const name =
    node.type === 'JSXElement' && node.openingElement.name.type === 'JSXIdentifier' && node.openingElement.name.name;
  const found = exported.find((one) => one.name === name);
  const statement = found && getStatement(tree, found.fn);
  return found && statement && { fn: found.fn, statement, isDefault: false, isRoute: false, responses: [] };
};

/** Returns the function directly around the image, if nothing is exported. */
const innermost = (
  tree: SyntaxTree,
  { node }: ImageResponse,
  getResponses: (fn: Node) => readonly ImageResponse[],
): Entry | undefined => {
  const fn = getAncestors(tree, node).find(({ parent }) => isFunction(parent))?.parent;
  const statement = fn && isFunction(fn) ? getStatement(tree, fn) : undefined;
  return fn && isFunction(fn) && statement
    ? { fn, statement, isDefault: false, isRoute: true, responses: getResponses(fn) }
    : undefined;
};
