import type { Client } from './create-client.ts';
import type { MintedUrl, MintRequest, TemplateName } from './minting.ts';

/** What to mint for a page, and what its picture says to those who cannot see it. */
export type CardRequest<Name extends TemplateName = TemplateName> = MintRequest<Name> & { readonly alt: string };

/** A picture for the meta tags of a page. */
export interface Card {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly contentType: MintedUrl['contentType'] | 'image/svg+xml';
  readonly alt: string;
}

const isDevelopment = (): boolean => typeof process !== 'undefined' && process.env.NODE_ENV === 'development';

const lineCharacters = 46;

/** Words in lines; a word that is longer than a line is cut. */
const linesOf = (text: string): string[] =>
  text.match(new RegExp(`\\S[^]{0,${lineCharacters - 2}}(?=\\s|$)|\\S{1,${lineCharacters}}`, 'gu')) ?? [];

const escaped: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as it may stand in HTML and XML, in an attribute too. */
export const escapeText = (text: string): string =>
  text
    .toWellFormed()
    // XML has no way to say them, and HTML no use for them
    .replace(/\p{Cc}/gu, ' ')
    .replace(/[&<>"]/g, (character) => escaped[character] ?? '');

/** A picture that says what is wrong. */
const pictureOf = (message: string): string => {
  const lines = linesOf(message)
    .slice(0, 8)
    .map((line, n) => `<text x="80" y="${230 + n * 52}">${escapeText(line)}</text>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" font-family="monospace" font-size="40" fill="#fff"><rect width="1200" height="630" fill="#7f1d1d"/><text x="80" y="140" font-size="56" font-weight="bold">No picture</text>${lines.join('')}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};

/** The card of a page. In development a failure is a picture that says what is wrong; everywhere else it is thrown, so that a build fails. */
export const cardOf = async <Name extends TemplateName>(
  client: Client,
  { alt, ...request }: CardRequest<Name>,
): Promise<Card> => {
  try {
    const { url, width, height, contentType } = await client.mint(request as MintRequest<Name>);
    return { url, width, height, contentType, alt };
  } catch (error) {
    if (!isDevelopment()) throw error;
    const { message } = error as Error;
    // biome-ignore lint/suspicious/noConsole: the picture is seen by whoever looks at it
    console.error(`image-url-client: ${message}`);
    return { url: pictureOf(message), width: 1200, height: 630, contentType: 'image/svg+xml', alt: message };
  }
};
