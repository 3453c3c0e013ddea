const isTextIn = (code: string, name: string): boolean =>
  // a text that looks like JSON: `year = '2026'`
  new RegExp(`\\b${name}\\s*(?::[^=,;{}()]*)?(?:=|\\?\\?|\\|\\|)\\s*(['"\`])`).test(code);

/** The value of a default: the service tells it as text, or as JSON where it is none. */
export const getDefault = ({ name, defaultValue }: { name: string; defaultValue: string }, code: string): unknown => {
  if (!/^(-?\d|\[|\{|true$|false$|null$)/.test(defaultValue) || isTextIn(code, name)) return defaultValue;
  try {
    return JSON.parse(defaultValue);
  } catch {
    return defaultValue;
  }
};

/** `readingTime` as people write it: "Reading time". */
export const getLabel = (name: string): string => {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
