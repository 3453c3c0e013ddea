/** The purpose of a value, which determines its control in the studio and its change by an edge case. */
export type Kind = 'text' | 'long text' | 'number' | 'switch' | 'colour' | 'list' | 'object' | 'picture';

const colour = /^(#[0-9a-f]{3,8}|(rgb|hsl|oklch)a?\(.*\))$/i;
const imageName = /(image|photo|picture|avatar|cover|logo|portrait|icon|thumbnail|(img|image)?src)(url|src)?$/i;
const colourName = /(colou?r|accent|background|tint)$/i;
const longName = /(description|summary|body|excerpt|abstract|quote)$/i;

/** Returns the kind of a value. Uses its name if the value is ambiguous. */
export const getKind = (name: string, value: unknown): Kind => {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'switch';
  if (Array.isArray(value)) return 'list';
  if (value !== null && typeof value === 'object') return 'object';
  const text = typeof value === 'string' ? value : '';
  if (/^(https?:|data:image\/)/.test(text) || (imageName.test(name) && !/\s/.test(text))) return 'picture';
  if (colour.test(text) || (text === '' && colourName.test(name))) return 'colour';
  return text.length > 60 || text.includes('\n') || longName.test(name) ? 'long text' : 'text';
};
