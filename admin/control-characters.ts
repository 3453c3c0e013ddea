/** Characters that control a terminal, end a line or change the direction of text, for a class of a regular expression. */
const controls = '\\p{Cc}\\u2028-\\u202e\\u2066-\\u2069';

/** Matches each control character. */
export const controlCharacters = new RegExp(`[${controls}]`, 'gu');
/** Matches a text without control characters. */
export const withoutControlCharacters = new RegExp(`^[^${controls}]*$`, 'u');
