import type { Node } from '@babel/types';
import { getExcerpt } from '../template/source/syntax-tree.ts';
import type { Constants } from './constants.ts';
import type { Conversion } from './conversion.ts';
import { getProperty, type ImageResponse } from './responses.ts';
import { writeSheet } from './stacking.ts';
import { getTheme } from './tailwind-config.ts';

/** Moves `css` and `stylesheets` (takumi) and `tailwindConfig` (satori) from the image's options to a `<style>`. */
export const convertStylesheets = (
  work: Conversion,
  { element, options }: ImageResponse,
  constants: Constants,
): void => {
  const given = options && constants.resolve(options);
  if (!given) return;
  const sheets = [getProperty(given, 'stylesheets'), getProperty(given, 'css')].filter((one) => one !== undefined);
  const config = getProperty(given, 'tailwindConfig');
  const report = (node: Node, of: string) =>
    work.note(
      node,
      `${of}: what ${getExcerpt(work.tree, node)} says cannot be read here and is left out; write rules into a <style> of the template, tokens into an @theme there.`,
    );
  const texts = [
    ...(config ? [getTheme(config, constants, report)] : []),
    ...sheets.flatMap((one) => getTexts(one, constants, report)),
  ];
  const css = texts.filter((text) => text.trim() !== '').join('\n');
  if (css === '') return;
  writeSheet(work, element, css, constants);
  work.note(sheets[0] ?? config ?? element, 'Its style sheets and tokens are a <style> of the template.');
};

const getTexts = (
  sheets: Node,
  { resolve, getConstant }: Constants,
  report: (node: Node, of: string) => void,
): string[] => {
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
