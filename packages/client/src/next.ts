import { type CardRequest, getCards } from './card.ts';
import type { Client } from './create-client.ts';
import type { TemplateName } from './minting.ts';
import { twitterCard } from './tags.ts';

/** Result of `generateMetadata` for a page's card. */
export interface CardMetadata {
  openGraph: { images: { url: string; width?: number; height?: number; type?: string; alt: string }[] };
  /** `images` contains the first one, only if there are several. */
  twitter: { card: 'summary' | 'summary_large_image'; images?: string[] };
}

/** Returns the metadata of a page's card, for `generateMetadata`. */
export const cardMetadata = async <Name extends TemplateName>(
  client: Client,
  request: CardRequest<Name>,
): Promise<CardMetadata> => {
  const cards = await getCards(client, request);
  const [first, ...others] = cards;
  if (!first) return { openGraph: { images: [] }, twitter: { card: 'summary' } };
  return {
    openGraph: { images: cards.map(({ contentType: type, ...image }) => ({ ...image, ...(type && { type }) })) },
    twitter: { card: twitterCard(first), ...(others.length > 0 && { images: [first.url] }) },
  };
};
