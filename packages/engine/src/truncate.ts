/** Truncates a text to a number of UTF-16 code units, without splitting a character, and appends `...`. */
export const truncate = (text: string, characters: number): string =>
  text.length > characters ? `${text.slice(0, characters).toWellFormed()}...` : text;

/** Joins the first names of a list: `a, b and 3 more`. */
export const joinFirst = (names: readonly string[], most: number): string => {
  const more = names.length > most ? ` and ${names.length - most} more` : '';
  return `${names.slice(0, most).join(', ')}${more}`;
};
