import type { Node, ObjectExpression } from '@babel/types';
import { parseRenderedFamilies, toFamilyName } from '../rendering/fonts/catalogue.ts';
import { indexedFamilies } from '../rendering/fonts/font-index.ts';
import { weightNames } from '../rendering/fonts/opentype/names.ts';
import { getProperty } from '../template/source/constants.ts';
import { getKey, type SyntaxTree, stripTypeAnnotations } from '../template/source/syntax-tree.ts';
import type { Conversion } from './conversion.ts';
import { writeSheet } from './style-sheets.ts';

/** A font that imported code loads: `{ name: 'Geist-Black', data, weight: 900 }`. */
interface LoadedFont {
  readonly name: string;
  readonly node: Node;
  readonly family?: string;
  readonly weight?: number;
}

/**
 * Replaces loaded fonts with their family and weight in the catalogue. As in satori, the first font is the default.
 *
 * @param files the author's first
 */
export const convertFonts = (
  work: Conversion,
  files: readonly { readonly tree: SyntaxTree }[],
  element: Node | undefined,
): void => {
  const fonts = new Map<string, LoadedFont>();
  const objects = files.flatMap(({ tree }) => tree.nodes.filter((node) => node.type === 'ObjectExpression'));
  for (const node of objects) {
    const font = loadedFont(node, work);
    if (font && !fonts.has(font.name.toLowerCase())) fonts.set(font.name.toLowerCase(), font);
  }
  const [first] = fonts.values();
  if (!first) return;
  const families = [...fonts.values()].flatMap(({ family }) => family ?? []);
  const message = `${[...new Set(families)].join(', ')}: found by name, without loading anything here.`;
  if (families.length > 0) work.note(first.node, message);
  for (const node of objects) nameFamily(work, node, fonts, first);
  // A family that the catalogue lacks keeps its name: the account may have it, and otherwise the lint reports it.
  const family = first.family ?? (/^[\w .-]+$/.test(first.name) ? first.name : undefined);
  if (family !== undefined && family !== 'Inter' && element) setRootFamily(work, element, family);
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

const loadedFont = (node: ObjectExpression, { getConstant }: Conversion): LoadedFont | undefined => {
  const written = getProperty(node, 'name');
  const hasData = node.properties.some((one) => getKey(one) === 'data');
  const name = hasData && written ? getConstant(written) : undefined;
  return typeof name === 'string' && name.trim() !== '' ? { name, node, ...findInCatalogue(name) } : undefined;
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
  if (family === undefined || names[0] === family.toLowerCase()) return;
  const isBold = named !== undefined && weight !== undefined && !getProperty(style, 'fontWeight');
  const text = `'${family}'${isBold ? `, fontWeight: ${weight}` : ''}`;
  work.edits.push({ start: value.start ?? 0, end: value.end ?? 0, text });
};

/** Sets the font family of the outermost element, unless it has one. */
const setRootFamily = (work: Conversion, element: Node, family: string): void => {
  const root = work.resolve(element);
  if (root?.type === 'Identifier') {
    writeSheet(work, element, `:root { font-family: '${family}' }`);
    return;
  }
  if (root?.type !== 'JSXElement') return;
  const { attributes, name } = root.openingElement;
  if (name.type !== 'JSXIdentifier' || !/^[a-z]/.test(name.name)) return;
  const style = attributes.find((one) => one.type === 'JSXAttribute' && one.name.name === 'style');
  const value = style?.type === 'JSXAttribute' ? style.value : undefined;
  if (!style) work.insert(` style={{ fontFamily: '${family}' }}`, name.end);
  if (value?.type !== 'JSXExpressionContainer') return;
  const written = stripTypeAnnotations(value.expression);
  if (written.type !== 'ObjectExpression') {
    work.insert(`{ fontFamily: '${family}', ...(`, value.expression.start);
    work.insert(`) }`, value.expression.end);
  } else if (!getProperty(written, 'fontFamily')) work.insert(` fontFamily: '${family}',`, (written.start ?? 0) + 1);
};
