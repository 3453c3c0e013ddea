import type { SurveyFinding } from './findings.ts';
import { quoted, withPlace } from './overflow.ts';
import type { MarkedText } from './texts.ts';

/** Characters named of those that no font has. */
const listed = 5;

/** Says which characters are drawn as boxes, at the first text that has one. */
export const missingGlyphs = (characters: readonly string[], texts: readonly MarkedText[]): SurveyFinding[] => {
  if (characters.length === 0) return [];
  const names = characters.slice(0, listed).map((character) => `${character} (U+${hexOf(character)})`);
  const more = characters.length > listed ? ` and ${characters.length - listed} more` : '';
  const text = texts.find((one) => characters.some((character) => one.text.includes(character)));
  const where = text ? ` in ${quoted(text)}` : '';
  const message = `No font here has ${names.join(', ')}${more}${where}: a box is drawn instead.`;
  const finding: SurveyFinding = { code: 'missing-glyph', message };
  return [text ? withPlace(finding, text) : finding];
};

const hexOf = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
