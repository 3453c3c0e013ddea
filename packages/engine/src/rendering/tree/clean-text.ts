/** Composes accents, and replaces fraction characters, which fonts lack, with superscripts and subscripts. */
export const cleanText = (text: string): string =>
  text.normalize('NFC').replace(/[\u2150-\u215a\u215f\u2189]/g, getFraction);

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const lowered = '₀₁₂₃₄₅₆₇₈₉';

/** `⅔` becomes `²⁄₃`. */
const getFraction = (sign: string): string => {
  const [top = '', bottom = ''] = sign.normalize('NFKC').split('\u2044');
  const inDigits = (number: string, digits: string) =>
    number.replace(/\d/g, (digit) => digits[Number(digit)] as string);
  return `${inDigits(top, raised)}\u2044${inDigits(bottom, lowered)}`;
};
