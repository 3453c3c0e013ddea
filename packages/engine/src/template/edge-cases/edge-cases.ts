/** A change of variables that tests a layout with unusual values. */
export interface EdgeCase {
  readonly name: string;
  readonly text?: (text: string) => string;
  /** The replacement of an image URL. */
  readonly image?: string;
  readonly isEmpty?: boolean;
}

/** Repeats and cuts a phrase to the length of the text; at least four letters. */
const asLongAs = (text: string, phrase: string): string => {
  const letters = [...phrase.repeat(Math.ceil(Math.max(text.length, 4) / phrase.length))];
  return letters.slice(0, Math.max(text.length, 4)).join('').trim();
};

/** The edge cases of the studio and of the lint of generated templates. */
export const edgeCases: readonly EdgeCase[] = [
  { name: 'Empty', text: () => '', image: '', isEmpty: true },
  { name: 'Three times as long', text: (text) => Array(3).fill(text).join(' ').trim() },
  { name: 'One long word', text: () => 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz' },
  { name: 'Chinese, Japanese', text: (text) => asLongAs(text, '静かに戻ってきた手描きの地图与旅行') },
  { name: 'Arabic', text: (text) => asLongAs(text, 'العودة الهادئة للخريطة المرسومة باليد ') },
  { name: 'Emoji', text: (text) => `${text} 👩🏽‍🚀🏳️‍🌈🎉`.trim() },
  // A reserved name that never resolves (RFC 6761).
  { name: 'Missing image', image: 'https://missing.invalid/picture.png' },
];

/** Returns a value as changed by an edge case; unchanged if the edge case does not apply to it. */
export const applyEdgeCase = (name: string, value: unknown, edgeCase: EdgeCase): unknown => {
  switch (getKind(name, value)) {
    case 'list':
      return edgeCase.isEmpty ? [] : (value as unknown[]).map((row) => applyEdgeCase(name, row, edgeCase));
    case 'object':
      return Object.fromEntries(
        Object.entries(value as object).map(([key, inner]) => [key, applyEdgeCase(key, inner, edgeCase)]),
      );
    case 'image':
      return edgeCase.image ?? value;
    case 'text':
    case 'long text':
      return edgeCase.text ? edgeCase.text(String(value ?? '')) : value;
    default:
      return value;
  }
};

/** The purpose of a value, which determines its control in the studio and its change by an edge case. */
export type Kind = 'text' | 'long text' | 'number' | 'switch' | 'colour' | 'list' | 'object' | 'image';

const colour = /^(#[0-9a-f]{3,8}|(rgb|hsl|oklch)a?\(.*\))$/i;
const imageName = /(image|photo|image|avatar|cover|logo|portrait|icon|thumbnail|(img|image)?src)(url|src)?$/i;
const colourName = /(colou?r|accent|background|tint)$/i;
const longName = /(description|summary|body|excerpt|abstract|quote)$/i;

/** Returns the kind of a value. Uses its name if the value is ambiguous. */
export const getKind = (name: string, value: unknown): Kind => {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'switch';
  if (Array.isArray(value)) return 'list';
  if (value !== null && typeof value === 'object') return 'object';
  const text = typeof value === 'string' ? value : '';
  if (/^(https?:|data:image\/)/.test(text) || (imageName.test(name) && !/\s/.test(text))) return 'image';
  if (colour.test(text) || (text === '' && colourName.test(name))) return 'colour';
  return text.length > 60 || text.includes('\n') || longName.test(name) ? 'long text' : 'text';
};
