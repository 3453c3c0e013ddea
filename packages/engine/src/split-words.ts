/** Splits a text into words. Long lists of names are written as text. */
export const splitWords = (text: string): string[] => text.trim().split(/\s+/);
