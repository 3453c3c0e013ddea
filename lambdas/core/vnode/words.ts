/** Where a line may break: at space, hyphens and slashes, and in some scripts between any two characters. */
const breaks =
  /[\s\p{Dash}/\u200b\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}]/u;

/** Whether a text has a word longer than this, in UTF-16 code units. */
export const hasWordLongerThan = (characters: number, text: string): boolean =>
  text.length > characters && text.split(breaks).some((word) => word.length > characters);
