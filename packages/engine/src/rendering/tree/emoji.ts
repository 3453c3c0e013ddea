/** Returns the SVG of an emoji. `code` is its code points in hexadecimal, joined by '-', without U+FE0F. */
export type EmojiFiles = (code: string) => string | undefined;

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
const candidate = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

/** Returns the graphemes of a text. A text without emoji is returned as one element, for speed. */
export const getGraphemes = (text: string): string[] =>
  candidate.test(text) ? Array.from(segmenter.segment(text), ({ segment }) => segment) : [text];

/**
 * Returns the image of a grapheme that is rendered as an emoji: those that are emoji by default or by request (U+FE0F,
 * keycaps, flags, sequences), but not those that are text by default, such as a plain heart or the copyright sign.
 *
 * @returns undefined if the grapheme is text or has no image.
 */
export const getEmoji = (grapheme: string, files: EmojiFiles): string | undefined => {
  if (!candidate.test(grapheme) || grapheme.endsWith('\ufe0e')) return undefined;
  const asksForImage = /\ufe0f|\u20e3|\u200d|\p{Regional_Indicator}|\p{Emoji_Modifier}/u.test(grapheme);
  if (!asksForImage && !/\p{Emoji_Presentation}/u.test(grapheme)) return undefined;
  const whole = files(getCode(grapheme));
  if (whole !== undefined || !grapheme.includes('\u200d')) return whole;
  // Without an image of the sequence, its first part is the best approximation.
  return files(getCode(grapheme.split('\u200d')[0] as string));
};

/** Returns the images of all graphemes in the texts that are rendered as emoji. */
export const findEmoji = (texts: readonly string[], files: EmojiFiles): Map<string, string> => {
  const found = new Map<string, string>();
  for (const grapheme of new Set(texts.flatMap(getGraphemes))) {
    const svg = getEmoji(grapheme, files);
    if (svg !== undefined) found.set(grapheme, svg);
  }
  return found;
};

/** Returns the sequences in texts that have no image of their own: their first part is rendered alone. */
export const findBrokenSequences = (texts: readonly string[], files: EmojiFiles): string[] =>
  [...new Set(texts.flatMap(getGraphemes))].filter(
    (grapheme) =>
      grapheme.includes('\u200d') && getEmoji(grapheme, files) !== undefined && files(getCode(grapheme)) === undefined,
  );

const getCode = (grapheme: string): string =>
  Array.from(grapheme.replaceAll('\ufe0f', ''), (char) => (char.codePointAt(0) as number).toString(16)).join('-');
