import { type Card, type CardRequest, cardOf } from './card.ts';
import type { Client } from './create-client.ts';
import type { TemplateName } from './minting.ts';

/** The attributes of one `<meta>`. */
export type Tag =
  | { readonly property: string; readonly content: string }
  | { readonly name: string; readonly content: string };

export const twitterCard = ({ width, height }: Card): 'summary' | 'summary_large_image' =>
  width > height ? 'summary_large_image' : 'summary';

/** The meta tags of a page's card, as attributes: frameworks write, and escape, them themselves. */
export const metaTags = async <Name extends TemplateName>(
  client: Client,
  request: CardRequest<Name>,
): Promise<Tag[]> => {
  const card = await cardOf(client, request);
  return [
    { property: 'og:image', content: card.url },
    { property: 'og:image:width', content: String(card.width) },
    { property: 'og:image:height', content: String(card.height) },
    { property: 'og:image:type', content: card.contentType },
    { property: 'og:image:alt', content: card.alt },
    { name: 'twitter:card', content: twitterCard(card) },
  ];
};
