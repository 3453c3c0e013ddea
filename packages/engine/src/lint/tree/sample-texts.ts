/**
 * Returns whether a value of a style contains a sample, which a mint replaces, or is a letter of one: a template that takes
 * a text apart gives each element a letter.
 */
export const isOfSample = (value: string, sampleTexts: readonly string[]): boolean =>
  sampleTexts.some(
    (sample) => sample !== '' && (value.includes(sample) || (isLetter.test(value) && sample.includes(value))),
  );

const isLetter = /^\p{L}$/u;
