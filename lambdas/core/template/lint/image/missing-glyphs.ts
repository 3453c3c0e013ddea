import { joinFirst } from '../../../truncate.ts';
import type { ImageDiagnostic } from './image-diagnostics.ts';
import { addSourcePosition, quoted } from './overflow.ts';
import type { MarkedText } from './texts.ts';

/** Maximum number of characters in a message. */
const maxListed = 5;

/** Reports characters that no font contains, at the first text with one of them. */
export const lintMissingGlyphs = (characters: readonly string[], texts: readonly MarkedText[]): ImageDiagnostic[] => {
  if (characters.length === 0) return [];
  const names = characters.map((character) => `${character} (U+${getHex(character)})`);
  const text = texts.find((one) => characters.some((character) => one.text.includes(character)));
  const where = text ? ` in ${quoted(text)}` : '';
  const message = `No font here has ${joinFirst(names, maxListed)}${where}: a box is rendered instead.`;
  const diagnostic: ImageDiagnostic = { code: 'missing-glyph', message };
  return [text ? addSourcePosition(diagnostic, text) : diagnostic];
};

const getHex = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
