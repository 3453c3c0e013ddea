import type { Node, ObjectExpression } from '@babel/types';
import type { EngineName } from '../engine-names.ts';
import { getOwn } from '../get-own.ts';
import { formatsByEnding } from '../image-formats.ts';
import type { Json } from '../json.ts';
import type { Constants } from '../template/source/constants.ts';
import { getProperty } from '../template/source/constants.ts';
import { applyEdits, type Edit } from '../template/source/edits.ts';
import { getExports } from '../template/source/module.ts';
import {
  getExcerpt,
  getKey,
  getText,
  isMember,
  isWithin,
  stripTypeAnnotations,
} from '../template/source/syntax-tree.ts';
import { isFunction, referencesWithin } from '../template/source/variable-scopes.ts';
import type { Conversion, ImageResponse } from './conversion.ts';
import type { Program } from './program.ts';
import { placeIn } from './value.ts';

/** Options of an image that become options of the template. */
const copiedOptions = ['width', 'height', 'devicePixelRatio', 'quality'] as const;
/** Options that are handled elsewhere, or have no effect and need no note. */
const unreportedOptions: ReadonlySet<string> = new Set([
  ...[...copiedOptions, 'fonts', 'format', 'stylesheets', 'css', 'tailwindConfig'],
  ...['debug', 'embedFont', 'loadAdditionalAsset', 'graphemeImages'],
]);

/**
 * Returns `export const options` from the options of the image and the exports that its framework reads, or the
 * author's own, for the end of the template. Undefined if there are none.
 */
export const moveOptions = (
  program: Program,
  file: Conversion,
  response: ImageResponse | undefined,
  fontFamily: string | undefined,
  engine: EngineName | undefined,
): { readonly text: string; readonly origin: number } | undefined => {
  const work = { ...file, resolve: (one: Node) => resolveGiven(program, one) };
  const own = findExport(work, 'options');
  if (own?.type === 'ObjectExpression')
    return { text: `\nexport const options = ${writeOwn(work, own, engine)};\n`, origin: own.start ?? 0 };
  const given = response?.options && work.resolve(response.options);
  const size = findExport(work, 'size');
  const chosen: Record<string, Json> = {
    ...numbersIn(work, given ?? size),
    ...formatIn(given, findExport(work, 'contentType'), work),
    ...(fontFamily !== undefined && { fontFamily }),
    ...(engine && { engine }),
  };
  if (given) reportLeftOut(work, given);
  if (given) reportUnread(work, given);
  const written = Object.entries(chosen).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  if (written.length === 0) return undefined;
  const origin = response?.options?.start ?? response?.node.start ?? 0;
  return { text: `\nexport const options = { ${written.join(', ')} };\n`, origin };
};

/** Returns the expression behind a name; for a parameter what the only call of its function gives. */
const resolveGiven = ({ bindingOf, resolve, sitesOf }: Program, expression: Node): Node => {
  const node = resolve(expression) ?? expression;
  const binding = node.type === 'Identifier' ? bindingOf(node) : undefined;
  const fn = binding?.declaration;
  if (!binding || !fn || !isFunction(fn) || fn !== binding.scope) return node;
  const [site, ...others] = sitesOf(fn);
  const index = fn.params.findIndex((one) => isWithin(binding.identifier, one));
  const pattern = fn.params[index];
  const path = pattern && placeIn(pattern, binding.identifier)?.path;
  const argument = site?.is === 'call' && others.length === 0 && path ? site.args[index] : undefined;
  const part = path?.reduce<Node | undefined>((one, key) => {
    const object = one && resolve(one);
    return object && getProperty(object, String(key));
  }, argument);
  return (part && resolve(part)) ?? node;
};

/** Returns the names that the options have for width and height: for `size.w` these are `size` and `w`. */
export const findSides = (work: Conversion, options: Node | undefined): readonly (readonly string[])[] => {
  const given = options && work.resolve(options);
  return ['width', 'height'].map((name) => {
    const side = given && getProperty(given, name);
    return side ? namesOf(work.resolve(side)) : [];
  });
};

const namesOf = (node: Node | undefined): readonly string[] => {
  if (isMember(node)) return [...namesOf(node.object), getKey(node) ?? ''];
  return node?.type === 'Identifier' ? [node.name] : [];
};

/** Returns the author's own options. Constants are written out, as the others of the file are inside the template. */
const writeOwn = (work: Conversion, own: ObjectExpression, engine: EngineName | undefined): string => {
  const { tree, edits } = work;
  const [start, end] = [own.start ?? 0, own.end ?? 0];
  const constants = [...referencesWithin(tree, own)].flatMap(({ node }): Edit[] => {
    const value = work.getConstant(node);
    if (value === undefined) return [];
    const { parent } = tree.positions.get(node) ?? {};
    const before = parent?.type === 'ObjectProperty' && parent.shorthand ? `${node.name}: ` : '';
    return [{ start: node.start ?? 0, end: node.end ?? 0, text: before + JSON.stringify(value) }];
  });
  const inside = [...edits, ...constants]
    .filter((one) => one.start > start && one.end < end)
    .map((one) => ({ ...one, start: one.start - start, end: one.end - start }));
  const named =
    engine === undefined || getProperty(own, 'engine') ? [] : [{ start: 1, end: 1, text: ` engine: '${engine}',` }];
  return applyEdits(getText(tree, own), [...named, ...inside]).text;
};

/** Returns the numeric options. Adds a note for a size that is computed, because it cannot become an option. */
const numbersIn = (work: Conversion, given: Node | undefined): Record<string, Json> => {
  if (!given) return {};
  const sides = [getProperty(given, 'width'), getProperty(given, 'height')];
  const computed = sides.find((node) => node && isComputed(node, work));
  if (computed)
    work.note(
      computed,
      `The size is computed (${getExcerpt(work.tree, computed)}), and a template has one size: that of its options. A mint that wants another sends width and height.`,
    );
  const values = copiedOptions.map((name) => [name, getField(given, name, work)] as const);
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
  return value && constants.getConstant(constants.resolve(value) ?? value);
};

/** Returns the constant that a file exports under a name. */
export const findExport = ({ tree, resolve }: Pick<Conversion, 'tree' | 'resolve'>, name: string): Node | undefined => {
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

/** Adds a note for options that are not written out where the image is made: they may hold its size. */
const reportUnread = (work: Conversion, given: Node): void => {
  const node = stripTypeAnnotations(given);
  const isWritten = (one: Node): boolean => {
    const found = work.resolve(one) ?? one;
    // `...(font && { fonts: [font] })`
    if (found.type === 'LogicalExpression') return isWritten(found.right);
    if (found.type === 'ConditionalExpression') return isWritten(found.consequent) && isWritten(found.alternate);
    return /^(?:Object|Null|Undefined)/.test(found.type);
  };
  const spreads = node.type === 'ObjectExpression' ? node.properties.filter((one) => one.type === 'SpreadElement') : [];
  const unread = [...spreads.map(({ argument }) => argument), ...(node.type === 'ObjectExpression' ? [] : [node])];
  const [first] = unread.filter((one) => !isWritten(one));
  if (first)
    work.note(
      first,
      `Options in ${getExcerpt(work.tree, first)} are not read: a template has the size of its own options, and a mint that wants another sends width and height.`,
    );
};

const reportLeftOut = (work: Conversion, given: Node): void => {
  const node = stripTypeAnnotations(given);
  if (node.type !== 'ObjectExpression') return;
  const emoji = getProperty(node, 'emoji');
  // Twemoji is the default of both.
  const isSame = (name: string) => name === 'emoji' && emoji !== undefined && work.getConstant(emoji) === 'twemoji';
  const names = node.properties
    .flatMap((one) => getKey(one) ?? [])
    .filter((name) => !unreportedOptions.has(name) && !isSame(name));
  if (names.length > 0)
    work.note(node, `${names.join(', ')}: these options mean nothing to a template, and are left out.`);
};
