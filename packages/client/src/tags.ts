import { type Card, type CardRequest, getCard } from './card.ts';
import type { Client } from './create-client.ts';
import type { TemplateName } from './minting.ts';

/** The attributes of one `<meta>`. */
export type Tag =
  | { readonly property: string; readonly content: string }
  | { readonly name: string; readonly content: string };

export const twitterCard = ({ width = 2, height = 1 }: Card): 'summary' | 'summary_large_image' =>
  width > height ? 'summary_large_image' : 'summary';

/** The meta tags of a page's card, as attributes: frameworks write, and escape, them themselves. */
export const metaTags = async <Name extends TemplateName>(
  client: Client,
  request: CardRequest<Name>,
): Promise<Tag[]> => {
  const card = await getCard(client, request);
  if (!card) return [];
  const { url, width, height, contentType, alt } = card;
  return [
    { property: 'og:image', content: url },
    ...(width === undefined ? [] : [{ property: 'og:image:width', content: String(width) }]),
    ...(height === undefined ? [] : [{ property: 'og:image:height', content: String(height) }]),
    ...(contentType === undefined ? [] : [{ property: 'og:image:type', content: contentType }]),
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:card', content: twitterCard(card) },
  ];
};
