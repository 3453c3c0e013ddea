import { type Card, type CardRequest, getCards } from './card.ts';
import type { Client } from './create-client.ts';
import type { TemplateName } from './minting.ts';

/** The attributes of one `<meta>`. */
export type Tag =
  | { readonly property: string; readonly content: string }
  | { readonly name: string; readonly content: string };

/** Returns the kind of Twitter card that fits an image. */
export const twitterCard = ({ width = 2, height = 1 }: Card): 'summary' | 'summary_large_image' =>
  width > height ? 'summary_large_image' : 'summary';

const getImageTags = ({ url, width, height, contentType, alt }: Card): Tag[] => [
  { property: 'og:image', content: url },
  ...(width === undefined ? [] : [{ property: 'og:image:width', content: String(width) }]),
  ...(height === undefined ? [] : [{ property: 'og:image:height', content: String(height) }]),
  ...(contentType === undefined ? [] : [{ property: 'og:image:type', content: contentType }]),
  { property: 'og:image:alt', content: alt },
];

/** Returns the meta tags of a page's card as unescaped attributes, one group per size. */
export const metaTags = async <Name extends TemplateName>(
  client: Client,
  request: CardRequest<Name>,
): Promise<Tag[]> => {
  const cards = await getCards(client, request);
  const [first, ...others] = cards;
  if (!first) return [];
  // platforms that ignore further `og:image` tags show the first one
  const twitterImage: Tag[] = others.length > 0 ? [{ name: 'twitter:image', content: first.url }] : [];
  return [...cards.flatMap(getImageTags), { name: 'twitter:card', content: twitterCard(first) }, ...twitterImage];
};
