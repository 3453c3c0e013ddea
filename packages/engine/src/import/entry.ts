import type { Node } from '@babel/types';
import { isAvailable } from '../lint/source/rules.ts';
import { getExports, isElement } from '../template/source/module.ts';
import { isMember, stripTypeAnnotations } from '../template/source/syntax-tree.ts';
import { type FunctionNode, isFunction } from '../template/source/variable-scopes.ts';
import { joinFirst, truncate } from '../truncate.ts';
import type { EntryPoint } from './context.ts';
import type { ImageResponse } from './conversion.ts';
import { getReexports, importedName } from './imports.ts';
import type { Program, Unit } from './program.ts';
import { isRoute } from './responses.ts';

/** Names under which frameworks find a handler, the best first. */
const routeNames = ['default', 'GET', 'loader', 'onRequest', 'onRequestGet', 'handler', 'POST', 'HEAD', 'PUT'];
const isRouteName = (name: string): boolean => routeNames.includes(name);

/** A function that can become the template. */
export interface Entry extends EntryPoint {
  readonly unit: Unit;
  readonly isDefault: boolean;
  /** The images that it makes, the template's last; none for a component. */
  readonly responses: readonly ImageResponse[];
}

/** Why no function of a file can become the template. */
export interface NoEntry {
  readonly at: Node;
  readonly message: string;
}

export type Sinks = ReadonlyMap<Node, ImageResponse>;

/** Returns the calls that make images: the known ones, else calls of something outside that is given elements. */
export const findSinks = (program: Program): Sinks => {
  const known = program.units.flatMap(({ responses }) => responses).filter(({ node }) => !isStart(program, node));
  const found =
    known.length > 0
      ? known
      : program.units.flatMap(({ tree }) => tree.nodes.flatMap((node) => guess(program, node) ?? []));
  return new Map(found.map((one) => [one.node, one]));
};

/** `draw(<Card />, options)`, `png({ element: <Card />, width })` */
const guess = (program: Program, node: Node): ImageResponse | undefined => {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined;
  if (!isOutside(program, node.callee)) return undefined;
  const [first, options] = node.arguments;
  if (first && isElement(first)) return { node, element: first, ...(options && { options }) };
  const properties = first?.type === 'ObjectExpression' ? first.properties : [];
  const field = properties.find((one) => one.type === 'ObjectProperty' && isElement(one.value));
  if (!first || field?.type !== 'ObjectProperty') return undefined;
  return { node, element: field.value, options: options ?? first };
};

/** `init(yoga)` of satori. */
const isStart = ({ bindingOf }: Program, node: Node): boolean => {
  const declaration = 'callee' in node ? bindingOf(node.callee as Node)?.declaration : undefined;
  return declaration !== undefined && /^init/.test(importedName(declaration) ?? '');
};

const isOutside = ({ bindingOf, moduleOf, reactName }: Program, callee: Node): boolean => {
  const node = stripTypeAnnotations(callee);
  if (isMember(node) || node.type !== 'Identifier') return false;
  const binding = bindingOf(node);
  return binding ? moduleOf(binding) !== undefined && reactName(node) === undefined : !isAvailable(node.name);
};

interface ExportedFunction {
  readonly name: string;
  readonly fn: FunctionNode;
  readonly unit: Unit;
  /** Whether it is given to what is exported: `new Elysia().get('/og', ({ query }) => ...)`. */
  readonly isInner: boolean;
}

/** Returns the functions that the author's file exports, also those that it hands on from another file. */
const findExported = (program: Program): readonly ExportedFunction[] => {
  const { first, getUnit, findUnit, units } = program;
  const toFunction = (name: string, value: Node): ExportedFunction[] => {
    const own = program.functionOf(value);
    const fn = own ?? innerFunction(program, value);
    return fn ? [{ name, fn, unit: getUnit(fn), isInner: !own }] : [];
  };
  const own = getExports(first.tree).flatMap(({ name, value }) => toFunction(name, value));
  const handedOn = getReexports(first.tree).flatMap(({ from, imported, exported }) => {
    const target = exported === '*' ? undefined : program.followFrom(first, from, imported);
    return target ? toFunction(exported, target) : [];
  });
  const all = [...own, ...handedOn];
  // `export * from './handler'`
  const isStar = all.length === 0 ? getReexports(first.tree).find(({ exported }) => exported === '*') : undefined;
  const star = isStar && findUnit(first, isStar.from);
  return star && units.includes(star)
    ? getExports(star.tree).flatMap(({ name, value }) => (name === 'default' ? [] : toFunction(name, value)))
    : all;
};

/** Returns the function that is written in a call: `withAuth(async (request) => ...)`. */
const innerFunction = (program: Program, value: Node, depth = 0): FunctionNode | undefined => {
  const node = stripTypeAnnotations(value);
  if (isFunction(node) || depth > 5) return isFunction(node) ? node : undefined;
  if (node.type === 'CallExpression') {
    const inner = node.arguments.findLast((one) => isFunction(stripTypeAnnotations(one)));
    return inner && innerFunction(program, inner, depth + 1);
  }
  const declaration = node.type === 'Identifier' ? program.bindingOf(node)?.declaration : undefined;
  const init = declaration?.type === 'VariableDeclarator' ? declaration.init : undefined;
  return init ? innerFunction(program, init, depth + 1) : undefined;
};

/** Maximum number of functions between an image and the template. */
const maxCallers = 10;

/**
 * Returns the functions that can become the template, the outermost caller of what makes an image first: an inner one
 * is the template where what is around it does not run. Of several, the default export is preferred, then a route.
 */
export const findEntries = (program: Program, sinks: Sinks): readonly Entry[] | NoEntry => {
  const { functionAround, ancestorsOf, getUnit, first } = program;
  const exported = findExported(program);
  const nameOf = (fn: FunctionNode) => exported.find((one) => one.fn === fn)?.name;
  const isRoot = (fn: FunctionNode) => isRouteName(nameOf(fn) ?? '');
  const isCaught = ({ node }: ImageResponse) => ancestorsOf(node).some(({ parent }) => parent.type === 'CatchClause');
  const all = [...sinks.values()];
  const chosen = all.some((one) => !isCaught(one)) ? all.filter((one) => !isCaught(one)) : all;
  const roots = chosen.flatMap((response) => {
    const maker = functionAround(response.node);
    const callers = maker ? callersOf(program, maker, isRoot) : [];
    // an exported function is what its file is for, unless a route calls it
    const isAsked = callers.some((one) => isRoot(one) || isRegistered(program, one));
    const own = isAsked ? -1 : callers.findIndex((one) => nameOf(one) !== undefined);
    const chain = own < 0 ? callers : callers.slice(0, own + 1);
    const fn = chain.at(-1);
    return fn && (getUnit(fn) === first || nameOf(fn) !== undefined) ? [{ fn, chain, response }] : [];
  });
  const named = routeNames.map((name) => roots.findLast(({ fn }) => nameOf(fn) === name)).find((one) => one);
  const root =
    named ??
    roots.findLast(({ fn }) => nameOf(fn) !== undefined) ??
    // of several routes the first, of its images the last
    roots.findLast(({ fn }) => fn === roots[0]?.fn);
  if (!root) return findDrawnText(program) ?? findComponent(program, exported);
  const several = named ? [] : [...new Set(roots.flatMap(({ fn }) => nameOf(fn) ?? []))];
  if (several.length > 1) return { at: root.fn, message: severalMessage(several) };
  if ('generator' in root.fn && root.fn.generator) return { at: root.fn, message: generatorMessage };
  const outermost = root.chain.at(-1);
  const isCandidate = (fn: FunctionNode) => fn === outermost || nameOf(fn) !== undefined || fn.params.length > 0;
  const name = nameOf(root.fn);
  const isInner = exported.some((one) => one.fn === root.fn && one.isInner);
  return root.chain
    .toReversed()
    .filter((fn) => getUnit(fn) === getUnit(root.fn) && isCandidate(fn))
    .map((fn) => ({
      ...{ fn, unit: getUnit(fn), makesImage: true, isDefault: nameOf(fn) === 'default' },
      isHandler: fn === root.fn && (name === undefined || isInner || (isRouteName(name) && name !== 'default')),
      responses: roots.filter((one) => one.fn === root.fn).map(({ response }) => response),
    }));
};

/** Returns why a file that draws a text of SVG gives no template. */
const findDrawnText = ({ nodes, bindingOf, moduleOf }: Program): NoEntry | undefined => {
  const drawn = nodes.find(
    (node) => node.type === 'NewExpression' && /\bresvg\b/.test(moduleOf(bindingOf(node.callee)) ?? ''),
  );
  return drawn && { at: drawn, message: svgMessage };
};

const svgMessage =
  'This image is SVG in a text, and a template is JSX: return its elements, <svg>...</svg>, from a function instead.';

/** Returns a function and its callers, innermost first. */
const callersOf = (program: Program, maker: FunctionNode, isRoot: (fn: FunctionNode) => boolean): FunctionNode[] => {
  const chain = [maker];
  for (let fn = maker; !isRoot(fn) && chain.length <= maxCallers; ) {
    const sites = program.sitesOf(fn).flatMap(({ is, node }) => (is === 'call' ? node : []));
    const callers = [...sites, ...askedBy(program, fn)].map((node) => program.functionAround(node));
    const caller = callers.find((one) => one !== undefined && !chain.includes(one));
    if (!caller) break;
    chain.push(caller);
    fn = caller;
  }
  return chain;
};

/** Whether a function is given to a router: `app.get('/og', async (request) => ...)`. */
const isRegistered = ({ parentOf }: Program, fn: FunctionNode): boolean => {
  const { parent, key } = parentOf(fn) ?? {};
  return parent !== undefined && key === 'arguments' && fn.params.length > 0 && isRoute(parent);
};

/** Returns the call that is given a function without parameters, and whose result is used: `return cached(() => image)`. */
const askedBy = ({ ancestorsOf }: Program, fn: FunctionNode): readonly Node[] => {
  const around = ancestorsOf(fn).find(({ parent }) => !/^Object/.test(parent.type));
  const { parent: call, key } = around ?? {};
  if (fn.params.length > 0 || call?.type !== 'CallExpression' || key !== 'arguments') return [];
  const user = ancestorsOf(call).find(({ parent }) => !/^(?:TS|Await)/.test(parent.type))?.parent;
  const isUsed = user && (/^(?:ReturnStatement|VariableDeclarator)$/.test(user.type) || isFunction(user));
  return isUsed ? [call] : [];
};

/** Returns the component of a file that makes no image: the default export, or the only one. */
const findComponent = (program: Program, exported: readonly ExportedFunction[]): readonly Entry[] | NoEntry => {
  const { first, nodesIn } = program;
  const hasElement = ({ fn }: ExportedFunction) => nodesIn(fn).some((node) => isElement(node));
  const toEntry = ({ fn, unit, name }: ExportedFunction): Entry[] => [
    { fn, unit, makesImage: false, isHandler: false, isDefault: name === 'default', responses: [] },
  ];
  const shown = exported.filter(hasElement);
  const main = shown.find(({ name }) => name === 'default');
  if (main) return toEntry(main);
  const components = shown.filter(({ name }) => /^[A-Z](?!ET$|OST$|EAD$|UT$)/.test(name));
  const [only] = components;
  if (only && components.length === 1) return toEntry(only);
  if (only) return { at: only.fn, message: severalMessage(components.map(({ name }) => name)) };
  const [lone, ...others] = shown;
  if (lone && others.length === 0 && !isRouteName(lone.name)) return toEntry(lone);
  const handed = getReexports(first.tree).find((one) => isRouteName(one.exported));
  if (handed) {
    const what = handed.imported === 'default' ? 'The default export' : handed.imported;
    const message = `${what} comes from "${truncate(handed.from, 80)}": paste it into this file, or run image-url import in the project, which looks there.`;
    return { at: handed.node, message };
  }
  const [other] = shown;
  // it may give what its helpers make
  const own = exported.find(({ name }) => name === 'default');
  if (own) return toEntry(own);
  if (!other || exported.some(({ name }) => isRouteName(name))) return [];
  const message = `No image is made in this file: export ${other.name} as default, if its elements are the image, or import the file that makes one of them.`;
  return { at: other.fn, message };
};

const severalMessage = (names: readonly string[]): string =>
  `${joinFirst(names, 10)} each give an image, and a template is one: paste each into a file of its own, with export default.`;

const generatorMessage =
  'The image is made in a generator (function*), which a template does not run: paste what makes the elements as an async function, with await in the place of yield*.';
