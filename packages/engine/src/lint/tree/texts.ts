import { halfWidthMarks } from '../../rendering/tree/full-width-marks.ts';
import type { RuleInput, TreeDiagnostic } from './tree-lint.ts';

const rightToLeft = '\\p{sc=Hebr}\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Thaa}\\p{sc=Nkoo}';
/** A letter of a script from right to left with another word or a number after it, or a number before it. */
const severalDirections = new RegExp(
  `[${rightToLeft}](?:[^\\p{L}\\p{M}\\p{N}]+[\\p{L}\\p{N}]|(?=[^${rightToLeft}])[\\p{L}\\p{N}])|\\p{N}[^\\p{L}\\p{N}]*[${rightToLeft}]`,
  'u',
);

/** Reports texts that no engine, or satori alone, renders as a browser does. */
export const lintTexts = ({ element, isInsideSvg, request: { engine }, at }: RuleInput): TreeDiagnostic[] => {
  if (isInsideSvg) return [];
  const found: TreeDiagnostic[] = [];
  const texts = element.children.filter((child) => typeof child === 'string').join('');
  if (texts.includes('\u00ad'))
    found.push({
      ...at(),
      code: 'unlike-browser',
      message: 'A word that breaks at a soft hyphen gets no hyphen at the end of its line.',
    });
  if (/\u09cd[\u09ac\u09b0]/.test(texts))
    found.push({
      ...at(),
      code: 'unlike-browser',
      message: 'Bengali letters that stand below others (\u09cd\u09ac, \u09cd\u09b0) are rendered beside them.',
    });
  if (/[\u2000-\u200a\u202f\u205f]/.test(texts) && engine === 'satori')
    found.push({
      ...at(),
      code: 'unlike-browser',
      message:
        "satori gives narrow spaces (U+202F and the like) another width; options.engine = 'takumi' renders them.",
    });
  if (engine === 'satori' && element.children.some((child) => typeof child === 'string' && child.match(halfWidthMarks)))
    found.push({
      ...at(),
      code: 'unlike-browser',
      message: "satori leaves gaps between full-width marks that meet (」「); options.engine = 'takumi' closes them.",
    });
  const isTurned = element.children.some((child) => typeof child === 'string' && severalDirections.test(child));
  if (isTurned && engine === 'satori')
    found.push({
      ...at(),
      code: 'unlike-browser',
      message:
        "satori sets words from right to left, and numbers beside them, in the wrong order; options.engine = 'takumi' renders them.",
    });
  return found;
};
