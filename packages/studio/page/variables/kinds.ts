const isTextIn = (code: string, name: string): boolean =>
  // a string that looks like JSON: `year = '2026'`
  new RegExp(`\\b${name}\\s*(?::[^=,;{}()]*)?(?:=|\\?\\?|\\|\\|)\\s*(['"\`])`).test(code);

/** Parses a default, which the service returns as text, or as JSON if it is not text. */
export const getDefault = ({ name, defaultValue }: { name: string; defaultValue: string }, code: string): unknown => {
  if (!/^(-?\d|\[|\{|true$|false$|null$)/.test(defaultValue) || isTextIn(code, name)) return defaultValue;
  try {
    return JSON.parse(defaultValue);
  } catch {
    return defaultValue;
  }
};

/** Returns a label for a name: "Reading time" for `readingTime`. */
export const getLabel = (name: string): string => {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
