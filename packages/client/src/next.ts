import { type CardRequest, getCard } from './card.ts';
import type { Client } from './create-client.ts';
import type { TemplateName } from './minting.ts';
import { twitterCard } from './tags.ts';

/** What `generateMetadata` answers for a page's card. */
export interface CardMetadata {
  openGraph: { images: { url: string; width?: number; height?: number; type?: string; alt: string }[] };
  twitter: { card: 'summary' | 'summary_large_image' };
}

/** The metadata of a page's card, to be answered by `generateMetadata` alone or spread among more. */
export const cardMetadata = async <Name extends TemplateName>(
  client: Client,
  request: CardRequest<Name>,
): Promise<CardMetadata> => {
  const card = await getCard(client, request);
  if (!card) return { openGraph: { images: [] }, twitter: { card: 'summary' } };
  const { contentType: type, ...image } = card;
  return { openGraph: { images: [{ ...image, ...(type && { type }) }] }, twitter: { card: twitterCard(card) } };
};
