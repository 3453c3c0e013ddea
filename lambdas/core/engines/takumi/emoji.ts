import { safeSvg } from '../../picture/svg/safe-svg.ts';
import { writeXml } from '../../picture/svg/xml.ts';
import { type EmojiFiles, emojiFor, graphemesOf } from '../../picture/tree/emoji.ts';

/** Emoji of some texts as pictures: each is read and checked once per process. */
export const emojiKeeper = (files: EmojiFiles) => {
  const safe = new Map<string, string>();
  /** @param keep keeps a document for one tree, and answers its key. @returns keys by grapheme */
  return (texts: readonly string[], keep: (svg: string) => string): ReadonlyMap<string, string> => {
    const keys = new Map<string, string>();
    for (const grapheme of new Set(texts.flatMap(graphemesOf))) {
      const svg = emojiFor(grapheme, files);
      if (svg === undefined) continue;
      const text = safe.get(svg) ?? writeXml(safeSvg(svg, () => undefined));
      safe.set(svg, text);
      keys.set(grapheme, keep(text));
    }
    return keys;
  };
};
