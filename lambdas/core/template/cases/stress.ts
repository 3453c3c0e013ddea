import { kindOf } from './kind-of.ts';

/** Values that stand for what comes in one day. */
export interface Stress {
  readonly name: string;
  /** What becomes of a text. */
  readonly text?: (text: string) => string;
  /** What becomes of the address of a picture. */
  readonly picture?: string;
  /** Lists have no rows. */
  readonly isEmpty?: boolean;
}

/** As many letters as the text has, out of a phrase said as often as that takes; at least a word. */
const asLongAs = (text: string, phrase: string): string => {
  const letters = [...phrase.repeat(Math.ceil(Math.max(text.length, 4) / phrase.length))];
  return letters.slice(0, Math.max(text.length, 4)).join('').trim();
};

/** The stress cases, for whoever looks at a template: the studio shows them, and findings are looked for in them. */
export const stresses: readonly Stress[] = [
  { name: 'Empty', text: () => '', picture: '', isEmpty: true },
  { name: 'Three times as long', text: (text) => Array(3).fill(text).join(' ').trim() },
  { name: 'One long word', text: () => 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz' },
  { name: 'Chinese, Japanese', text: (text) => asLongAs(text, '静かに戻ってきた手描きの地图与旅行') },
  { name: 'Arabic', text: (text) => asLongAs(text, 'العودة الهادئة للخريطة المرسومة باليد ') },
  { name: 'Emoji', text: (text) => `${text} 👩🏽‍🚀🏳️‍🌈🎉`.trim() },
  // nobody has this name (RFC 6761)
  { name: 'Missing picture', picture: 'https://missing.invalid/picture.png' },
];

/** A value under a stress; what it does not concern stays as it is. */
export const stressed = (name: string, value: unknown, stress: Stress): unknown => {
  switch (kindOf(name, value)) {
    case 'list':
      return stress.isEmpty ? [] : (value as unknown[]).map((row) => stressed(name, row, stress));
    case 'object':
      return Object.fromEntries(
        Object.entries(value as object).map(([key, inner]) => [key, stressed(key, inner, stress)]),
      );
    case 'picture':
      return stress.picture ?? value;
    case 'text':
    case 'long text':
      return stress.text ? stress.text(String(value ?? '')) : value;
    default:
      return value;
  }
};
