export type Style = Record<string, string | number>;

/** Returns the name of a property in a style sheet: `font-size` for `fontSize`. */
export const toKebabCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Returns the name of a property in a `style`: `fontSize` for `font-size`. */
export const toCamelCase = (name: string): string =>
  name.replaceAll(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase());
