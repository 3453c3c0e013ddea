/** A text as a message quotes it: no more than so many UTF-16 code units, no half of a character, and dots where there was more. */
export const shortened = (text: string, characters: number): string =>
  text.length > characters ? `${text.slice(0, characters).toWellFormed()}...` : text;

/** The first of some names as a message lists them: `a, b and 3 more`. */
export const joinFirst = (names: readonly string[], most: number): string => {
  const more = names.length > most ? ` and ${names.length - most} more` : '';
  return `${names.slice(0, most).join(', ')}${more}`;
};
