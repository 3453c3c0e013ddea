/** A text as a message quotes it: no more than so many UTF-16 code units, no half of a character, and dots where there was more. */
export const shortened = (text: string, characters: number): string =>
  text.length > characters ? `${text.slice(0, characters).toWellFormed()}...` : text;
