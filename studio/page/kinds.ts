/** What a control is for. */
export type Kind = 'text' | 'long text' | 'number' | 'switch' | 'colour' | 'list' | 'object' | 'picture';

const colour = /^(#[0-9a-f]{3,8}|(rgb|hsl|oklch)a?\(.*\))$/i;
const pictureName = /(image|photo|picture|avatar|cover|logo|portrait|icon|thumbnail|(img|image)?src)(url|src)?$/i;
const colourName = /(colou?r|accent|background|tint)$/i;
const longName = /(description|summary|body|excerpt|abstract|quote)$/i;

/** The kind of a value; its name helps where the value alone does not say. */
export const kindOf = (name: string, value: unknown): Kind => {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'switch';
  if (Array.isArray(value)) return 'list';
  if (value !== null && typeof value === 'object') return 'object';
  const text = typeof value === 'string' ? value : '';
  if (/^(https?:|data:image\/)/.test(text) || (pictureName.test(name) && !/\s/.test(text))) return 'picture';
  if (colour.test(text) || (text === '' && colourName.test(name))) return 'colour';
  return text.length > 60 || text.includes('\n') || longName.test(name) ? 'long text' : 'text';
};

const isTextIn = (code: string, name: string): boolean =>
  // a text that looks like JSON: `year = '2026'`
  new RegExp(`\\b${name}\\s*(?::[^=,;{}()]*)?(?:=|\\?\\?|\\|\\|)\\s*(['"\`])`).test(code);

/** The value of a default: the service tells it as text, or as JSON where it is none. */
export const defaultOf = ({ name, defaultValue }: { name: string; defaultValue: string }, code: string): unknown => {
  if (!/^(-?\d|\[|\{|true$|false$|null$)/.test(defaultValue) || isTextIn(code, name)) return defaultValue;
  try {
    return JSON.parse(defaultValue);
  } catch {
    return defaultValue;
  }
};

/** `readingTime` as people write it: "Reading time". */
export const labelOf = (name: string): string => {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
