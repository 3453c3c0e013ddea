/** Break opportunities: white space, hyphens and slashes, and any two characters in some scripts. */
const breaks =
  /[\s\p{Dash}/\u200b\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}]/u;

/** Returns whether a text has a word longer than a number of UTF-16 code units. */
export const hasWordLongerThan = (characters: number, text: string): boolean =>
  text.length > characters && text.split(breaks).some((word) => word.length > characters);
