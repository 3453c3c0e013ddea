import { type CardRequest, getCards } from './card.ts';
import type { Client } from './create-client.ts';
import { ImageUrlError } from './image-url-error.ts';
import type { MintRequest, TemplateName } from './minting.ts';
import type { SignRequest } from './signing.ts';
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

/** The global `Response`, for programs whose types have it: those of Next have. */
type ImageResponse = typeof globalThis extends { Response: { prototype: infer R } } ? R : unknown;

/** Milliseconds for an image, with the time to render it. */
const imageTimeoutMs = 60_000;

/** Returns the bytes of an image, complete. @throws ImageUrlError for every answer that is no image */
const fetchImage = async (url: string): Promise<Response> => {
  const signal = AbortSignal.timeout(imageTimeoutMs);
  const unreachable = (cause: unknown) => {
    const message = `The image could not be fetched from ${new URL(url).origin}.`;
    throw new ImageUrlError(message, { code: 'UNREACHABLE', cause });
  };
  const response = await fetch(url, { signal }).catch(unreachable);
  const bytes = await response.arrayBuffer().catch(unreachable);
  const type = response.headers.get('content-type') ?? '';
  if (response.ok && type.startsWith('image/')) return new Response(bytes, { headers: { 'content-type': type } });
  const { status } = response;
  const text = new TextDecoder().decode(bytes.slice(0, 300));
  throw new ImageUrlError(`The image host answered ${status} without an image: ${text}`, { code: 'NO_IMAGE', status });
};

/**
 * Returns an image of the service for `opengraph-image`, as JPEG without a `format` in the request: Next serves the
 * same bytes to every platform.
 *
 * @throws ImageUrlError if there is no URL, or no image behind it
 */
export const cardImage = async <Name extends TemplateName>(
  client: Client,
  request: MintRequest<Name> | SignRequest<Name>,
): Promise<ImageResponse> => {
  const wanted = { format: 'jpeg', ...request } as const;
  const url = client.hasSigningKey
    ? client.sign(wanted as SignRequest<Name>)
    : (await client.mint(wanted as MintRequest<Name>)).url;
  return fetchImage(url);
};
