import { type EngineName, engineNames } from '../../engine-names.ts';
import { halfWidthMarks } from '../../rendering/tree/full-width-marks.ts';
import type { RuleInput, TreeDiagnostic } from './tree-lint.ts';

const rightToLeft = '\\p{sc=Hebr}\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Thaa}\\p{sc=Nkoo}';
/** A letter of a script from right to left with another word or a number after it, or a number before it. */
const severalDirections = new RegExp(
  `[${rightToLeft}](?:[^\\p{L}\\p{M}\\p{N}]+[\\p{L}\\p{N}]|(?=[^${rightToLeft}])[\\p{L}\\p{N}])|\\p{N}[^\\p{L}\\p{N}]*[${rightToLeft}]`,
  'u',
);

/** Marks above a letter. */
const above = '\\u0300-\\u0314\\u033d-\\u0344\\u0346\\u034a-\\u034c\\u0350-\\u0352\\u0357\\u035b\\u0363-\\u036f';
const markedLetters = new RegExp(`(\\p{sc=Latn})\\p{M}*[${above}]`, 'gu');
const twoMarks = new RegExp(`[${above}]\\p{M}*[${above}]`, 'u');
const tallLetters = /[\p{Lu}bdfhklß]/u;

/** Returns whether a mark that is no part of its letter stands over a tall letter, or over another mark. */
const hasRaisedMarks = (text: string): boolean =>
  Array.from(text.normalize('NFC').matchAll(markedLetters)).some(
    ([marked, letter = '']) => tallLetters.test(letter) || twoMarks.test(marked.normalize('NFD')),
  );

interface TextFault {
  readonly engines: readonly EngineName[];
  readonly isIn: (text: string) => boolean;
  readonly message: string;
}

const faults: readonly TextFault[] = [
  {
    engines: engineNames,
    isIn: (text) => text.includes('\u00ad'),
    message: 'A word that breaks at a soft hyphen gets no hyphen at the end of its line.',
  },
  {
    engines: engineNames,
    isIn: (text) => /\u09cd[\u09ac\u09b0]/.test(text),
    message: 'Bengali letters that stand below others (\u09cd\u09ac, \u09cd\u09b0) are rendered beside them.',
  },
  {
    engines: ['satori'],
    isIn: (text) => /[\u2000-\u200a\u202f\u205f]/.test(text),
    message: "satori gives narrow spaces (U+202F and the like) another width; options.engine = 'takumi' renders them.",
  },
  {
    engines: ['satori'],
    isIn: (text) => text.match(halfWidthMarks) !== null,
    message: "satori leaves gaps between full-width marks that meet (」「); options.engine = 'takumi' closes them.",
  },
  {
    engines: ['satori'],
    isIn: (text) => severalDirections.test(text),
    message:
      "satori sets words from right to left, and numbers beside them, in the wrong order; options.engine = 'takumi' renders them.",
  },
  {
    engines: ['satori'],
    isIn: hasRaisedMarks,
    message:
      "satori sets every mark at the height of a small letter, through tall letters and other marks (Q\u0301, e\u0307\u0301); options.engine = 'takumi' raises it.",
  },
];

/** Reports texts that no engine, or satori alone, renders as a browser does. */
export const lintTexts = ({ element, isInsideSvg, request: { engine }, at }: RuleInput): TreeDiagnostic[] => {
  if (isInsideSvg) return [];
  const texts = element.children.filter((child) => typeof child === 'string');
  return faults
    .filter(({ engines, isIn }) => engines.includes(engine) && texts.some(isIn))
    .map(({ message }) => ({ ...at(), code: 'unlike-browser', message }));
};
