import { getKind } from './kind-of.ts';

/** Values that stand for what comes in one day. */
export interface EdgeCase {
  readonly name: string;
  /** What becomes of a text. */
  readonly text?: (text: string) => string;
  /** What becomes of the address of an image. */
  readonly picture?: string;
  /** Lists have no rows. */
  readonly isEmpty?: boolean;
}

/** As many letters as the text has, out of a phrase said as often as that takes; at least a word. */
const asLongAs = (text: string, phrase: string): string => {
  const letters = [...phrase.repeat(Math.ceil(Math.max(text.length, 4) / phrase.length))];
  return letters.slice(0, Math.max(text.length, 4)).join('').trim();
};

/** The edge cases, for whoever looks at a template: the studio shows them, and findings are looked for in them. */
export const stresses: readonly EdgeCase[] = [
  { name: 'Empty', text: () => '', picture: '', isEmpty: true },
  { name: 'Three times as long', text: (text) => Array(3).fill(text).join(' ').trim() },
  { name: 'One long word', text: () => 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz' },
  { name: 'Chinese, Japanese', text: (text) => asLongAs(text, '静かに戻ってきた手描きの地图与旅行') },
  { name: 'Arabic', text: (text) => asLongAs(text, 'العودة الهادئة للخريطة المرسومة باليد ') },
  { name: 'Emoji', text: (text) => `${text} 👩🏽‍🚀🏳️‍🌈🎉`.trim() },
  // nobody has this name (RFC 6761)
  { name: 'Missing image', picture: 'https://missing.invalid/picture.png' },
];

/** A value under a stress; what it does not concern stays as it is. */
export const stressed = (name: string, value: unknown, edgeCase: EdgeCase): unknown => {
  switch (getKind(name, value)) {
    case 'list':
      return edgeCase.isEmpty ? [] : (value as unknown[]).map((row) => stressed(name, row, edgeCase));
    case 'object':
      return Object.fromEntries(
        Object.entries(value as object).map(([key, inner]) => [key, stressed(key, inner, edgeCase)]),
      );
    case 'picture':
      return edgeCase.picture ?? value;
    case 'text':
    case 'long text':
      return edgeCase.text ? edgeCase.text(String(value ?? '')) : value;
    default:
      return value;
  }
};
