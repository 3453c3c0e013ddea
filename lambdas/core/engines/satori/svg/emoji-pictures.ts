import { type SafeDocument, safeSvg } from '../../../picture/svg/safe-svg.ts';
import { svgDataUri, writeXml } from '../../../picture/svg/xml.ts';
import { type EmojiFiles, emojiFor, graphemesOf } from '../../../picture/tree/emoji.ts';

/** Emoji of some texts as pictures: each is read and checked once per process. */
export const emojiPictures = (files: EmojiFiles) => {
  // no more than there are emoji
  const known = new Map<string, { uri: string; picture: SafeDocument }>();
  return (texts: readonly string[]) => {
    /** By grapheme. */
    const uris: Record<string, string> = Object.create(null);
    /** By address. */
    const used = new Map<string, SafeDocument>();
    for (const grapheme of new Set(texts.flatMap(graphemesOf))) {
      const svg = emojiFor(grapheme, files);
      if (svg === undefined) continue;
      const emoji = known.get(svg) ?? readEmoji(svg);
      known.set(svg, emoji);
      uris[grapheme] = emoji.uri;
      used.set(emoji.uri, emoji.picture);
    }
    return { uris, used };
  };
};

const readEmoji = (svg: string) => {
  const document = safeSvg(svg, () => undefined);
  const text = writeXml(document);
  return { uri: svgDataUri(text), picture: { document, isPlain: !text.includes(' id="') } };
};
