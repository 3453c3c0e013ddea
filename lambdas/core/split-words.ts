/** The words of a text: lists of names are written as text where they are long. */
export const splitWords = (text: string): string[] => text.trim().split(/\s+/);
