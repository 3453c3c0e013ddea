/** Returns an own property of a table, never one of its prototype: `word` is untrusted. */
export const getOwn = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;
