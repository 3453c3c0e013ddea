import type { Node } from '@babel/types';
import { shortened } from '../shortened.ts';
import { diagnosticAt } from '../template/source/syntax-tree.ts';
import type { Constants } from './constants.ts';
import { getProperty, type ImageResponse } from './responses.ts';
import { writeSheet } from './stacking.ts';
import { getTheme } from './tailwind-config.ts';
import type { Work } from './work.ts';

/**
 * Brings `css` and `stylesheets` (takumi) and `tailwindConfig` (satori) of an image's options into a `<style>`, tokens as an
 * `@theme`.
 */
export const takeSheets = (work: Work, { element, options }: ImageResponse, constants: Constants): void => {
  const given = options && constants.resolve(options);
  const sheets =
    given && [getProperty(given, 'stylesheets'), getProperty(given, 'css')].filter((one) => one !== undefined);
  const config = given && getProperty(given, 'tailwindConfig');
  const texts = [
    ...(config ? [getTheme(config, constants, (node, of) => reportUnread(work, node, of))] : []),
    ...(sheets ?? []).flatMap((one) => getTexts(work, one, constants)),
  ];
  const css = texts.filter((text) => text.trim() !== '').join('\n');
  if (css === '') return;
  writeSheet(work, element, css, constants);
  const message = 'Its style sheets and tokens are a <style> of the template.';
  work.notes.push(diagnosticAt(sheets?.[0] ?? config ?? element, 'taken-over', message));
};

const getTexts = (work: Work, sheets: Node, constants: Constants): string[] => {
  const list = constants.resolve(sheets) ?? sheets;
  const elements = list.type === 'ArrayExpression' ? list.elements : [list];
  return elements.flatMap((one) => {
    // a sheet may stand in an object with how it is to be taken: `{ css: '...' }`
    const text = one && constants.getConstant(getProperty(one, 'css') ?? one);
    if (typeof text === 'string') return [text];
    if (one) reportUnread(work, one, 'stylesheets');
    return [];
  });
};

const reportUnread = ({ tree, notes }: Work, node: Node, of: string): void => {
  const [start, end] = [node.start ?? 0, node.end ?? 0];
  const written = shortened(tree.source.slice(start, Math.min(end, start + 200)).replaceAll(/\s+/g, ' '), 60);
  const message = `${of}: what ${written} says cannot be read here and is left out; write rules into a <style> of the template, tokens into an @theme there.`;
  notes.push(diagnosticAt(node, 'taken-over', message));
};
