/** The words of a name: `logoUrl` and `logo_url` are `logo` and `url`. */
const getWords = (name: string): string[] =>
  name
    .split(/_+|(?<=[a-z\d])(?=[A-Z])/)
    .map((word) => word.toLowerCase())
    .filter((word) => word.length > 2);

/**
 * Returns the variables that a revised template lost although its prompt does not mention them, by name or by a word of
 * the name.
 */
export const lostVariables = (before: readonly string[], after: readonly string[], wish: string): string[] => {
  const message = wish.toLowerCase();
  const isMeant = (name: string) => [name.toLowerCase(), ...getWords(name)].some((word) => message.includes(word));
  return before.filter((name) => !after.includes(name) && !isMeant(name));
};
