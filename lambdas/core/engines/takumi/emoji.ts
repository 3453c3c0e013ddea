import { safeSvg } from '../../rendering/svg/safe-svg.ts';
import { writeXml } from '../../rendering/svg/xml.ts';
import { type EmojiFiles, emojiFor, getGraphemes } from '../../rendering/tree/emoji.ts';

/** Emoji of some texts as images: each is read and checked once per process. */
export const emojiCache = (files: EmojiFiles) => {
  const safe = new Map<string, string>();
  /** @param keep keeps a document for one tree, and answers its key. @returns keys by grapheme */
  return (texts: readonly string[], store: (svg: string) => string): ReadonlyMap<string, string> => {
    const keys = new Map<string, string>();
    for (const grapheme of new Set(texts.flatMap(getGraphemes))) {
      const svg = emojiFor(grapheme, files);
      if (svg === undefined) continue;
      const text = safe.get(svg) ?? writeXml(safeSvg(svg, () => undefined));
      safe.set(svg, text);
      keys.set(grapheme, store(text));
    }
    return keys;
  };
};
