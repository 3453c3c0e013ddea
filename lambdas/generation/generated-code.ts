const fence = /```[a-z]*[^\S\n]*\n([\s\S]*?)```/gi;

/**
 * Finds the template in a language model's answer: the longest fenced block that exports a component, or the whole
 * answer if it is code without fences.
 *
 * @returns undefined if the answer contains no template.
 */
export const getAnswerCode = (answer: string): string | undefined => {
  const blocks = [...answer.matchAll(fence)].map(([, block = '']) => block.trim());
  const candidates = blocks.length > 0 ? blocks : [answer.trim()];
  const templates = candidates.filter((text) => /\bexport\s+default\b|\bas\s+default\b/.test(text));
  return templates.toSorted((a, b) => b.length - a.length)[0];
};

const maxNameLength = 80;

/** Returns a name for a generated template: the beginning of its prompt, cut at a word. */
export const nameFromPrompt = (prompt: string): string => {
  const line = prompt.trim().replace(/\s+/g, ' ');
  if (line.length <= maxNameLength) return line;
  const cut = line.slice(0, maxNameLength);
  const lastSpace = cut.lastIndexOf(' ');
  return `${(lastSpace < 0 ? cut : cut.slice(0, lastSpace)).toWellFormed()} …`;
};

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
