import type { Client } from './create-client.ts';
import type { MintedUrl, MintRequest, SizeOf, TemplateName } from './minting.ts';
import type { OnError } from './on-error.ts';
import type { SignRequest } from './signing.ts';

/** A mint request for a page, and the alternative text of its image. */
export type CardRequest<Name extends TemplateName = TemplateName> = MintRequest<Name> & {
  readonly alt: string;
  /** Sizes for the tags, the first for `twitter:card`. @default one image, of `size` or the first size */
  readonly sizes?: readonly SizeOf<Name>[] | undefined;
  /** Like `lastDay` of `sign`. Only with a signing key. */
  readonly lastDay?: string | undefined;
  /** @default the client's, otherwise 'throw' */
  readonly onError?: OnError | undefined;
};

/** An image for the meta tags of a page. */
export interface Card {
  readonly url: string;
  /** Absent for a fallback image, and for a signed image without a size in the request or `templates`. */
  readonly width?: number;
  readonly height?: number;
  /** Type that every reader of the tags gets; absent for WebP, in place of which link previewers get JPEG or PNG. */
  readonly contentType?: MintedUrl['contentType'] | 'image/svg+xml';
  readonly alt: string;
}

const isDevelopment = (): boolean => typeof process !== 'undefined' && process.env.NODE_ENV === 'development';

const lineCharacters = 46;

/** Splits text into lines; a word longer than a line is cut. */
const getLines = (text: string): string[] =>
  text.match(new RegExp(`\\S[^]{0,${lineCharacters - 2}}(?=\\s|$)|\\S{1,${lineCharacters}}`, 'gu')) ?? [];

const escaped: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for HTML and XML, including attributes. */
export const escapeText = (text: string): string =>
  text
    .toWellFormed()
    // XML cannot represent them, and HTML does not need them
    .replace(/\p{Cc}/gu, ' ')
    .replace(/[&<>"]/g, (character) => escaped[character] ?? '');

/** Returns an SVG data URI that shows an error message. */
const getImage = (message: string): string => {
  const lines = getLines(message)
    .slice(0, 8)
    .map((line, n) => `<text x="80" y="${230 + n * 52}">${escapeText(line)}</text>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" font-family="monospace" font-size="40" fill="#fff"><rect width="1200" height="630" fill="#7f1d1d"/><text x="80" y="140" font-size="56" font-weight="bold">No image</text>${lines.join('')}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};

const typeForPreviewers = (contentType: MintedUrl['contentType']) =>
  contentType === 'image/webp' ? {} : { contentType };

/** Returns the signed image, with its size if the request or `templates` contains it. */
const signImage = <Name extends TemplateName>(client: Client, request: SignRequest<Name>): Omit<Card, 'alt'> => {
  const { template, templateId: _id, variables: _variables, page: _page, ...options } = request;
  const named = template === undefined ? undefined : client.templates?.[template];
  const [firstSize] = Object.keys(named?.sizes ?? {});
  const [ofWidth, ofHeight] = named?.sizes?.[options.size ?? firstSize ?? ''] ?? [named?.width, named?.height];
  const [width, height] = [options.width ?? ofWidth, options.height ?? ofHeight];
  const ratio = options.devicePixelRatio ?? named?.devicePixelRatio ?? 1;
  return {
    url: client.sign(request),
    ...(width !== undefined &&
      height !== undefined && { width: Math.round(width * ratio), height: Math.round(height * ratio) }),
    ...typeForPreviewers(`image/${options.format ?? named?.format ?? 'webp'}`),
  };
};

/**
 * Returns the images of a page, one per size; empty for a failure with `onError: 'omit'`. In development, a failure
 * returns an image of the message. @throws ImageUrlError with `onError: 'throw'`
 */
export const getCards = async <Name extends TemplateName>(
  client: Client,
  { alt, lastDay, onError = client.onError ?? 'throw', sizes, ...request }: CardRequest<Name>,
): Promise<Card[]> => {
  const requests = sizes === undefined ? [request] : sizes.map((size) => ({ ...request, size }));
  try {
    if (client.hasSigningKey)
      return requests.map((one) => ({ ...signImage(client, { ...one, lastDay } as SignRequest<Name>), alt }));
    const minted = await Promise.all(requests.map((one) => client.mint(one as MintRequest<Name>)));
    return minted.map(({ url, width, height, contentType }) => ({
      ...{ url, width, height, alt },
      ...typeForPreviewers(contentType),
    }));
  } catch (error) {
    if (!isDevelopment() && onError === 'throw') throw error;
    const { message } = error as Error;
    // biome-ignore lint/suspicious/noConsole: the only report of a missing or replaced image
    console.error(`image-url-client: ${message}`);
    if (!isDevelopment()) return onError === 'omit' ? [] : [{ url: onError, alt }];
    return [{ url: getImage(message), width: 1200, height: 630, contentType: 'image/svg+xml', alt: message }];
  }
};
