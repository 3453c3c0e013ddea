import type { Node } from '@babel/types';
import { type Constants, getConstants, getProperty } from '../template/source/constants.ts';
import { isElement } from '../template/source/module.ts';
import { getAncestors, getExcerpt, type SyntaxTree } from '../template/source/syntax-tree.ts';
import { isFunction } from '../template/source/variable-scopes.ts';
import type { Conversion, ImageResponse } from './conversion.ts';
import { findExport } from './image-options.ts';
import { isOfMarkup } from './responses.ts';
import { getTheme } from './tailwind-config.ts';

/** Returns the style sheets among the options of a template itself, as takumi's own templates have them. */
const getOwnSheets = (options: Node | undefined): Node[] =>
  ['stylesheets', 'css'].flatMap((name) => (options && getProperty(options, name)) ?? []);

/** Returns whether a template has style sheets among its options. */
export const hasOwnSheets = (tree: SyntaxTree): boolean =>
  getOwnSheets(findExport({ tree, ...getConstants(tree) }, 'options')).length > 0;

/** The function that becomes the template, and the images that it makes. */
interface Rendered {
  readonly fn: Node;
  readonly responses: readonly ImageResponse[];
}

/** Moves the style sheets of a template's options to a `<style>`. */
export const convertOwnSheets = (work: Conversion, { fn, responses }: Rendered): void => {
  const options = findExport(work, 'options');
  const [element] = returnedBy(work.tree, fn);
  if (!options || !element || responses.length > 0) return;
  convertStyleSheets(work, { node: element, element, options });
  for (const sheet of getOwnSheets(options)) {
    const property = work.tree.positions.get(sheet)?.parent;
    if (property) work.replace(property, '...{}');
  }
};

/** Moves `css` and `stylesheets` (takumi) and `tailwindConfig` (satori) from the image's options to a `<style>`. */
export const convertStyleSheets = (work: Conversion, { element, options }: ImageResponse): void => {
  const given = options && work.resolve(options);
  if (!given) return;
  const sheets = [getProperty(given, 'stylesheets'), getProperty(given, 'css')].filter((one) => one !== undefined);
  const config = getProperty(given, 'tailwindConfig');
  const report = (node: Node, of: string) =>
    work.note(
      node,
      `${of}: what ${getExcerpt(work.tree, node)} says cannot be read here and is left out; write rules into a <style> of the template, tokens into an @theme there.`,
    );
  const texts = [
    ...(config ? [getTheme(config, work, report)] : []),
    ...sheets.flatMap((one) => getTexts(one, work, report)),
  ];
  const css = texts.filter((text) => text.trim() !== '').join('\n');
  if (css === '') return;
  writeSheet(work, element, css);
  work.note(sheets[0] ?? config ?? element, 'Its style sheets and tokens are a <style> of the template.');
};

const getTexts = (sheets: Node, work: Conversion, report: (node: Node, of: string) => void): string[] => {
  // the import has them where the elements are
  if (isOfMarkup(sheets, work)) return [];
  const { resolve, getConstant } = work;
  const list = resolve(sheets) ?? sheets;
  const elements = list.type === 'ArrayExpression' ? list.elements : [list];
  return elements.flatMap((one) => {
    // A sheet can be in an object with other settings: `{ css: '...' }`.
    const text = one && getConstant(getProperty(one, 'css') ?? one);
    if (typeof text === 'string') return [text];
    if (one) report(one, 'stylesheets');
    return [];
  });
};

/** satori treats every element as positioned: later ones are on top, and absolute ones are relative to their parent. */
export const stackingSheet = '* { position: relative }';

/** Makes elements stack as in the original. Only necessary if something is positioned. */
export const stackInOrder = (work: Conversion, { fn, responses }: Rendered): void => {
  const { tree } = work;
  if (!/\babsolute\b/.test(tree.source)) return;
  const roots = responses.map(({ element }) => getBox(element, work) ?? element);
  for (const root of new Set(responses.length === 0 ? returnedBy(tree, fn) : roots))
    writeSheet(work, root, stackingSheet);
};

/** Returns the elements that a function itself returns. */
const returnedBy = (tree: SyntaxTree, fn: Node): Node[] =>
  tree.nodes.filter((node) => {
    const parent = node.type === 'JSXElement' ? tree.positions.get(node)?.parent : undefined;
    if (parent?.type !== 'ReturnStatement' && parent !== fn) return false;
    return getAncestors(tree, node).find(({ parent }) => isFunction(parent))?.parent === fn;
  });

/** Adds a style sheet to an image: inside its outermost element, or beside a component. */
const writeSheet = (work: Conversion, element: Node, css: string): void => {
  const root = getBox(element, work);
  const sheet = `<style>{${JSON.stringify(css)}}</style>`;
  const [open, close] = isElement(element) ? ['', ''] : ['{', '}'];
  if (root) work.insert(sheet, root.openingElement.end);
  else {
    work.insert(`<>${sheet}${open}`, element.start);
    work.insert(`${close}</>`, element.end);
  }
};

/** Returns the outermost element of an image, if it is a tag that can contain a style sheet. */
const getBox = (element: Node, { resolve }: Constants) => {
  const root = resolve(element);
  if (root?.type !== 'JSXElement' || !root.closingElement) return undefined;
  const { name } = root.openingElement;
  return name.type === 'JSXIdentifier' && /^[a-z]/.test(name.name) && name.name !== 'svg' ? root : undefined;
};
