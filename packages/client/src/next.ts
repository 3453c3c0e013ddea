import { type CardRequest, getCards } from './card.ts';
import type { Client } from './create-client.ts';
import type { TemplateName } from './minting.ts';
import { twitterCard } from './tags.ts';

/** What `generateMetadata` answers for a page's card. */
export interface CardMetadata {
  openGraph: { images: { url: string; width?: number; height?: number; type?: string; alt: string }[] };
  /** `images` names the first where there are several. */
  twitter: { card: 'summary' | 'summary_large_image'; images?: string[] };
}

/** The metadata of a page's card, to be answered by `generateMetadata` alone or spread among more. */
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
