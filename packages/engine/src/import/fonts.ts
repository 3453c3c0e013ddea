import type { Node, ObjectExpression } from '@babel/types';
import type { Json } from '../json.ts';
import { parseRenderedFamilies, toFamilyName } from '../rendering/fonts/catalogue.ts';
import { indexedFamilies } from '../rendering/fonts/font-index.ts';
import { weightNames } from '../rendering/fonts/opentype/names.ts';
import { getProperty } from '../template/source/constants.ts';
import { getKey, isMember, isWithin, stripTypeAnnotations } from '../template/source/syntax-tree.ts';
import { isFunction } from '../template/source/variable-scopes.ts';
import type { Conversion, ImageResponse } from './conversion.ts';
import type { Program } from './program.ts';
import { placeIn } from './value.ts';

/** A font that imported code loads: `{ name: 'Geist-Black', data, weight: 900 }`. */
interface LoadedFont {
  readonly name: string;
  readonly node: Node;
  readonly family?: string;
  /** That of its name; for the only face of a name also that of its options. */
  readonly weight?: number;
}

/**
 * Replaces loaded fonts with their family and weight in the catalogue. As in satori, the first font is the default.
 *
 * @returns the default family of a template whose outermost element cannot name it
 */
export const convertFonts = (
  program: Program,
  work: Conversion,
  images: readonly ImageResponse[],
): string | undefined => {
  const fonts = new Map<string, LoadedFont>();
  // the author's file is the last
  const trees = program.units.toReversed().map(({ tree }) => tree);
  const objects = trees.flatMap(({ nodes }) => nodes.filter((node) => node.type === 'ObjectExpression'));
  const loaded = objects.flatMap((node) => loadedFonts(program, node));
  for (const [name, [face, ...others]] of Map.groupBy(loaded, (one) => one.name.toLowerCase()))
    if (face) fonts.set(name, others.length === 0 ? { ...weightIn(program, face), ...face } : face);
  const [first] = fonts.values();
  if (!first) {
    reportUnread(work, images.at(-1));
    return undefined;
  }
  const families = [...fonts.values()].flatMap(({ family }) => family ?? []);
  const message = `${[...new Set(families)].join(', ')}: found by name, without loading anything here.`;
  if (families.length > 0) work.note(first.node, message);
  for (const node of objects) nameFamily(work, node, fonts, first);
  // A family that the catalogue lacks keeps its name: the account may have it, and otherwise the lint reports it.
  const family = first.family ?? (/^[\w .-]+$/.test(first.name) ? first.name : undefined);
  const weight = fonts.size === 1 ? first.weight : undefined;
  if (family === undefined || (family === 'Inter' && weight === undefined)) return undefined;
  const others = images.filter(({ element }) => !setRootFamily(work, element, family, weight));
  return others.length > 0 ? family : undefined;
};

/** Returns the weight that the options of a font say, unless it is the usual one. */
const weightIn = ({ getConstant }: Program, { node }: LoadedFont): { weight?: number } => {
  const written = getProperty(node, 'weight');
  const weight = written && getConstant(written);
  return typeof weight === 'number' && weight !== 400 ? { weight } : {};
};

/** Adds a note for fonts whose names are not in the files. */
const reportUnread = (work: Conversion, image: ImageResponse | undefined): void => {
  const options = image?.options && work.resolve(image.options);
  const fonts = options && getProperty(options, 'fonts');
  const list = fonts && work.resolve(fonts);
  if (!fonts || (list?.type === 'ArrayExpression' && list.elements.length === 0)) return;
  work.note(
    fonts,
    'The names of these fonts are not written in this file: texts are in Inter, unless fontFamily names another family.',
  );
};

/**
 * Replaces fonts of `next/font` with what is read of them. Its class names have styles in pages only: an image that
 * Vercel OG renders does not have them.
 */
export const convertPageFonts = ({ tree, replace }: Conversion): void => {
  for (const node of tree.nodes) {
    const binding = node.type === 'CallExpression' ? tree.bindingOf(node.callee) : undefined;
    const module = tree.moduleOf(binding);
    if (!binding || module === undefined || !/^next\/font\/(?:google|local)$/.test(module)) continue;
    const { declaration } = binding;
    const name = declaration.type === 'ImportSpecifier' && 'name' in declaration.imported && declaration.imported.name;
    const family = name ? `fontFamily: ${JSON.stringify(name.replaceAll('_', ' '))}` : '';
    replace(node, `({ className: '', variable: '', style: { ${family} } })`);
  }
};

/** Returns the fonts that an object literal is: several, where a function makes them of their names. */
const loadedFonts = (program: Program, node: ObjectExpression): readonly LoadedFont[] => {
  const written = getProperty(node, 'name');
  if (!written || !node.properties.some((one) => getKey(one) === 'data')) return [];
  const constant = program.getConstant(written);
  const names = constant === undefined ? namesGiven(program, written) : [constant];
  return names.flatMap((name) =>
    typeof name === 'string' && name.trim() !== '' ? [{ name, node, ...findInCatalogue(name) }] : [],
  );
};

/** Returns what a function is given for a name: at its calls, or as the callback of a list that is written out. */
const namesGiven = (program: Program, written: Node): readonly (Json | undefined)[] => {
  const { bindingOf, getConstant, parentOf, resolve, sitesOf } = program;
  const expression = stripTypeAnnotations(written);
  const binding = bindingOf(isMember(expression) ? expression.object : expression);
  const fn = binding?.declaration;
  if (!binding || !fn || !isFunction(fn)) return [];
  const index = fn.params.findIndex((one) => isWithin(binding.identifier, one));
  const place = fn.params[index] && placeIn(fn.params[index], binding.identifier);
  const path = [...(place?.path ?? []), ...(isMember(expression) ? [getKey(expression) ?? ''] : [])];
  const { parent } = parentOf(fn) ?? {};
  const list = parent?.type === 'CallExpression' && isMember(parent.callee) ? resolve(parent.callee.object) : undefined;
  const items: readonly (Node | null)[] = list?.type === 'ArrayExpression' && index === 0 ? list.elements : [];
  const given = sitesOf(fn).map((site) => (site.is === 'call' ? site.args[index] : undefined));
  return [...items, ...given].map((one) => {
    const value = one && path.reduce<Node | undefined>((inner, key) => inner && partOf(resolve(inner), key), one);
    return value ? getConstant(value) : undefined;
  });
};

const partOf = (list: Node | undefined, key: string | number): Node | undefined => {
  if (typeof key === 'string') return list && getProperty(list, key);
  return (list?.type === 'ArrayExpression' && list.elements[key]) || undefined;
};

const weights: Readonly<Record<string, number>> = { ...weightNames, normal: 400 };
const suffix = new RegExp(`[\\s_-]*(?:(${Object.keys(weights).join('|')}|[1-9]00)|italic|variable|otf|ttf)$`, 'i');

/** Returns the family and weight of a font name: `Geist-Black` is Geist of weight 900; `GeistMono` is Geist Mono. */
const findInCatalogue = (given: string): { family?: string; weight?: number } => {
  let name = given.slice(0, 100).trim();
  let weight: number | undefined;
  for (let found = findFamily(name); ; found = findFamily(name)) {
    if (found !== undefined) return { family: found, ...(weight !== undefined && { weight }) };
    const [end, word] = suffix.exec(name) ?? [];
    if (end === undefined || end.length >= name.length) return {};
    weight ??= word === undefined ? undefined : (weights[word.toLowerCase()] ?? Number(word));
    name = name.slice(0, -end.length);
  }
};

const findFamily = (name: string): string | undefined =>
  [name, name.replace(/sans$/i, '')]
    .flatMap((one) => parseRenderedFamilies(one, indexedFamilies))
    .find(({ weight }) => weight === undefined)?.name;

/** Replaces loaded font names with catalogue names, and unknown ones with the first font, as satori does. */
const nameFamily = (
  work: Conversion,
  style: ObjectExpression,
  fonts: ReadonlyMap<string, LoadedFont>,
  first: LoadedFont,
): void => {
  const value = getProperty(style, 'fontFamily');
  if (value?.type !== 'StringLiteral') return;
  const names = value.value.split(',').map(toFamilyName);
  const named = names.map((name) => fonts.get(name)).find((font) => font !== undefined);
  const { family, weight } = named ?? first;
  if (family === undefined) return;
  // the only face of its name is drawn whatever weight the style asks for
  const isBold = named !== undefined && weight !== undefined;
  const written = getProperty(style, 'fontWeight');
  if (isBold && written) work.replace(written, String(weight));
  if (names[0] !== family.toLowerCase()) work.replace(value, `'${family}'`);
  if (isBold && !written) work.insert(`, fontWeight: ${weight}`, value.end);
};

/** Sets the font family of the outermost element, unless it has one. Returns whether that is a tag of the file. */
const setRootFamily = (work: Conversion, element: Node, family: string, weight: number | undefined): boolean => {
  const declared = `fontFamily: '${family}'${weight === undefined ? '' : `, fontWeight: ${weight}`}`;
  const root = work.resolve(element);
  const tag = root?.type === 'JSXElement' ? root.openingElement.name : undefined;
  const isTag = tag?.type === 'JSXIdentifier' && /^[a-z]/.test(tag.name);
  if (root?.type !== 'JSXElement' || !isTag) return false;
  const { attributes, name } = root.openingElement;
  const style = attributes.find((one) => one.type === 'JSXAttribute' && one.name.name === 'style');
  const value = style?.type === 'JSXAttribute' ? style.value : undefined;
  if (!style) work.insert(` style={{ ${declared} }}`, name.end);
  if (value?.type !== 'JSXExpressionContainer') return true;
  const written = stripTypeAnnotations(value.expression);
  if (written.type !== 'ObjectExpression') {
    work.insert(`{ ${declared}, ...(`, value.expression.start);
    work.insert(`) }`, value.expression.end);
  } else if (!getProperty(written, 'fontFamily')) work.insert(` ${declared},`, (written.start ?? 0) + 1);
  return true;
};
