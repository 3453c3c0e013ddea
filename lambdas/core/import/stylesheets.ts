import type { Node } from '@babel/types';
import { shortened } from '../shortened.ts';
import { diagnosticAt } from '../template/source/syntax-tree.ts';
import type { Constants } from './constants.ts';
import { type PictureResponse, propertyOf } from './responses.ts';
import { writeSheet } from './stacking.ts';
import { themeOf } from './tailwind-config.ts';
import type { Work } from './work.ts';

/**
 * Brings `css` and `stylesheets` (takumi) and `tailwindConfig` (satori) of a picture's options into a `<style>`, tokens as an
 * `@theme`.
 */
export const takeSheets = (work: Work, { element, options }: PictureResponse, constants: Constants): void => {
  const given = options && constants.resolve(options);
  const sheets =
    given && [propertyOf(given, 'stylesheets'), propertyOf(given, 'css')].filter((one) => one !== undefined);
  const config = given && propertyOf(given, 'tailwindConfig');
  const texts = [
    ...(config ? [themeOf(config, constants, (node, of) => tellUnread(work, node, of))] : []),
    ...(sheets ?? []).flatMap((one) => textsOf(work, one, constants)),
  ];
  const css = texts.filter((text) => text.trim() !== '').join('\n');
  if (css === '') return;
  writeSheet(work, element, css, constants);
  const message = 'Its style sheets and tokens are a <style> of the template.';
  work.notes.push(diagnosticAt(sheets?.[0] ?? config ?? element, 'taken-over', message));
};

const textsOf = (work: Work, sheets: Node, constants: Constants): string[] => {
  const list = constants.resolve(sheets) ?? sheets;
  const elements = list.type === 'ArrayExpression' ? list.elements : [list];
  return elements.flatMap((one) => {
    // a sheet may stand in an object with how it is to be taken: `{ css: '...' }`
    const text = one && constants.constantOf(propertyOf(one, 'css') ?? one);
    if (typeof text === 'string') return [text];
    if (one) tellUnread(work, one, 'stylesheets');
    return [];
  });
};

const tellUnread = ({ tree, notes }: Work, node: Node, of: string): void => {
  const [start, end] = [node.start ?? 0, node.end ?? 0];
  const written = shortened(tree.source.slice(start, Math.min(end, start + 200)).replaceAll(/\s+/g, ' '), 60);
  const message = `${of}: what ${written} says cannot be read here and is left out; write rules into a <style> of the template, tokens into an @theme there.`;
  notes.push(diagnosticAt(node, 'taken-over', message));
};
