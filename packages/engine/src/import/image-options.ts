import type { Node } from '@babel/types';
import type { EngineName } from '../engine-names.ts';
import { getOwn } from '../get-own.ts';
import { formatsByEnding } from '../image-formats.ts';
import type { Json } from '../json.ts';
import { getExports } from '../template/source/module.ts';
import { getExcerpt, getKey, type SyntaxTree, stripTypeAnnotations } from '../template/source/syntax-tree.ts';
import type { Constants } from './constants.ts';
import type { Conversion } from './conversion.ts';
import { getProperty, type ImageResponse } from './responses.ts';

/** Options of an image that become options of the template. */
const copiedOptions = ['width', 'height', 'devicePixelRatio', 'quality'] as const;
/** Options that are handled elsewhere, or have no effect and need no note. */
const unreportedOptions: ReadonlySet<string> = new Set([
  ...[...copiedOptions, 'fonts', 'format', 'stylesheets', 'css', 'tailwindConfig'],
  ...['debug', 'embedFont', 'loadAdditionalAsset', 'graphemeImages'],
]);

/** Writes `export const options` from the options of the image and the exports that its framework reads. */
export const writeOptions = (
  work: Conversion,
  response: ImageResponse | undefined,
  constants: Constants,
  engine: EngineName | undefined,
): void => {
  const { tree } = work;
  const given = response?.options && constants.resolve(response.options);
  const size = findExport(tree, 'size', constants);
  const chosen: Record<string, Json> = {
    ...numbersIn(work, given ?? size, constants),
    ...formatIn(given, findExport(tree, 'contentType', constants), constants),
    ...(engine && { engine }),
  };
  if (given) reportLeftOut(work, given, constants);
  const written = Object.entries(chosen).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const own = findExport(tree, 'options', constants);
  if (own?.type === 'ObjectExpression' && engine !== undefined && !getProperty(own, 'engine'))
    work.insert(` engine: '${engine}',`, (own.start ?? 0) + 1);
  if (written.length === 0 || own) return;
  const origin = response?.options?.start ?? response?.node.start ?? 0;
  work.insert(`\nexport const options = { ${written.join(', ')} };\n`, undefined, origin);
};

/** Returns the numeric options. Adds a note for a size that is computed, because it cannot become an option. */
const numbersIn = (work: Conversion, given: Node | undefined, constants: Constants): Record<string, Json> => {
  if (!given) return {};
  const sides = [getProperty(given, 'width'), getProperty(given, 'height')];
  const computed = sides.find((node) => node && isComputed(node, constants));
  if (computed)
    work.note(
      computed,
      `The size is computed (${getExcerpt(work.tree, computed)}), and a template has one size: that of its options. A mint that wants another sends width and height.`,
    );
  const values = copiedOptions.map((name) => [name, getField(given, name, constants)] as const);
  return Object.fromEntries(values.flatMap(([name, value]) => (typeof value === 'number' ? [[name, value]] : [])));
};

const formatIn = (given: Node | undefined, type: Node | undefined, constants: Constants): { format?: string } => {
  const named = (given && getField(given, 'format', constants)) ?? (type && constants.getConstant(type));
  const format = typeof named === 'string' ? getOwn(formatsByEnding, named.replace(/^image\//, '')) : undefined;
  return format === undefined ? {} : { format };
};

/** Returns the value of an object's field, also from objects spread into it. */
const getField = (object: Node, name: string, constants: Constants): Json | undefined => {
  const node = stripTypeAnnotations(object);
  if (node.type !== 'ObjectExpression') return undefined;
  const spreads = node.properties.flatMap((one) => (one.type === 'SpreadElement' ? [one.argument] : []));
  const objects = [node, ...spreads.flatMap((one) => constants.resolve(one) ?? [])];
  const value = objects.map((one) => getProperty(one, name)).find((one) => one !== undefined);
  return value && constants.getConstant(value);
};

/** Returns the constant that a file exports under a name. */
const findExport = (tree: SyntaxTree, name: string, { resolve }: Constants): Node | undefined => {
  const found = getExports(tree).find((one) => one.name === name);
  return found && resolve(found.value);
};

/** Returns whether a number depends on the request, even if it has a fallback: `Number(query.width) || 1200`. */
const isComputed = (node: Node, constants: Constants): boolean => {
  const value = constants.resolve(node) ?? node;
  if (constants.getConstant(value) === undefined) return true;
  if (value.type === 'LogicalExpression') return isComputed(value.left, constants);
  return value.type === 'CallExpression' && value.arguments.some((one) => isComputed(one, constants));
};

const reportLeftOut = (work: Conversion, given: Node, { getConstant }: Constants): void => {
  const node = stripTypeAnnotations(given);
  if (node.type !== 'ObjectExpression') return;
  const emoji = getProperty(node, 'emoji');
  // Twemoji is the default of both.
  const isSame = (name: string) => name === 'emoji' && emoji !== undefined && getConstant(emoji) === 'twemoji';
  const names = node.properties
    .flatMap((one) => getKey(one) ?? [])
    .filter((name) => !unreportedOptions.has(name) && !isSame(name));
  if (names.length > 0)
    work.note(node, `${names.join(', ')}: these options mean nothing to a template, and are left out.`);
};
