import type { Diagnostic } from '../../diagnostics/diagnostics.ts';
import { htmlMessage } from '../../import/cuts.ts';
import type { ImportOrigin } from '../../import/import-template.ts';
import { truncate } from '../../truncate.ts';
import { sourcePositionProperty } from '../../vnode/source-position.ts';
import { getElements, type VElement } from '../../vnode/vnode.ts';

/** A text that is a whole element of HTML. */
const isMarkup = (text: string): boolean => /^<(?:!doctype|[a-z][\w-]*)[\s>]/i.test(text) && text.endsWith('>');

/**
 * Returns an error for an imported template whose sample shows no element of the author's file: its elements come from
 * outside, are HTML in a text, or depend on a statement that was removed.
 *
 * @param sampleTexts texts of the sample values
 */
export const checkImportedTree = (
  tree: VElement,
  origin: ImportOrigin,
  sampleTexts: readonly string[],
): Diagnostic | undefined => {
  // a style sheet may be one of the import
  if (getElements(tree).some(({ type }, index) => index > 0 && type !== 'style')) return undefined;
  const text = tree.children
    .filter((one) => typeof one === 'string')
    .join('')
    .trim();
  if (text === '' && !hasImage(tree)) return emptyImport(origin);
  // An element of the author has a position, or is an object.
  const { style, [sourcePositionProperty]: position } = tree.props;
  if (position !== undefined || JSON.stringify(style) !== '{"width":"100%","height":"100%"}') return undefined;
  const { line, column } = origin.at;
  const error = (message: string): Diagnostic => ({ line, column, code: 'empty-import', message });
  if (isMarkup(text)) return error(htmlMessage);
  // a fragment of the author may be a text
  if (sampleTexts.reduce((left, one) => left.replaceAll(one, ''), text).trim() !== '') return undefined;
  const shown = JSON.stringify(truncate(text, 40));
  return error(
    `The elements of this image come from outside the file, and only the text ${shown} is left: paste the function that returns them into this file.`,
  );
};

/** Returns the error for an imported template whose image is empty. */
export const emptyImport = ({ at, removed }: ImportOrigin): Diagnostic => {
  const { line, column } = removed ?? at;
  const cause = removed
    ? `"${removed.text}" was removed, because it needs what a template does not have`
    : 'it has no text and no image';
  const message = `Nothing of this image is left: ${cause}. Return the elements whatever that gives.`;
  return { line, column, code: 'empty-import', message };
};

const hasImage = ({ type, props }: VElement): boolean =>
  type === 'img' || type === 'svg' || /gradient\(|url\(|tw|class/.test(JSON.stringify(props));
