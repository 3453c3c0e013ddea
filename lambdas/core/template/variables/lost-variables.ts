/** Splits a name into words: `logoUrl` and `logo_url` into `logo` and `url`. */
const getWords = (name: string): string[] =>
  name
    .split(/_+|(?<=[a-z\d])(?=[A-Z])/)
    .map((word) => word.toLowerCase())
    .filter((word) => word.length > 2);

/** Returns the variables that a revised template lost although its prompt does not mention them. */
export const lintLostVariables = (before: readonly string[], after: readonly string[], wish: string): string[] => {
  const prompt = wish.toLowerCase();
  const isMentioned = (name: string) => [name.toLowerCase(), ...getWords(name)].some((word) => prompt.includes(word));
  return before.filter((name) => !after.includes(name) && !isMentioned(name));
};
