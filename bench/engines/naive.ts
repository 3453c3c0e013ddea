import { Resvg } from '@resvg/resvg-js';
import satori from 'satori';
import sharp from 'sharp';
import type { Card } from '../cards.ts';
import { componentStore, prepared } from '../elements.ts';
import { emojiFile, getFonts } from '../fonts.ts';
import { asDataUri, getImages } from '../images.ts';
import { type Engine, quality } from './engine.ts';

/** satori, resvg and sharp, combined as in their documentation. */
export const openNaive = async (): Promise<Engine> => {
  const componentFor = componentStore();
  return {
    prepare: async (card) => void componentFor(card),
    render: async (card, variables, format) => {
      const component = componentFor(card);
      const svg = await satori(prepared(component(variables), await embeddedImages(card)) as never, {
        width: card.width,
        height: card.height,
        fonts: (await getFonts(card)) as never,
        // satori does not ask for those of its characters that it takes for text, as ⚡
        graphemeImages: getEmoji(card.source),
        loadAdditionalAsset: async (code, segment) => (code === 'emoji' ? emojiUri(segment) : ''),
      });
      const png = new Resvg(svg).render().asPng();
      if (format === 'png') return png;
      return format === 'jpeg' ? sharp(png).jpeg({ quality }).toBuffer() : sharp(png).webp({ quality }).toBuffer();
    },
  };
};

/** Returns a card's images as data URIs, for engines that take them inside the tree. */
export const embeddedImages = async (card: Card): Promise<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(await getImages(card.source)).map(([address, bytes]) => [address, asDataUri(bytes)]),
  );

/** Returns the images of the emoji in a text. */
const getEmoji = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...new Set(Array.from(new Intl.Segmenter('und').segment(text), ({ segment }) => segment))].flatMap((grapheme) => {
      const uri = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(grapheme) ? emojiUri(grapheme) : '';
      return uri === '' ? [] : [[grapheme, uri]];
    }),
  );

const emojiUri = (grapheme: string): string => {
  const codes = [...grapheme].map((char) => (char.codePointAt(0) as number).toString(16));
  const plain = grapheme.includes('\u200d') ? codes : codes.filter((code) => code !== 'fe0f');
  const svg = emojiFile(plain.join('-'));
  return svg ? `data:image/svg+xml;base64,${svg.toString('base64')}` : '';
};
