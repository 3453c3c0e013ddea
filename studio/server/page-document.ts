/** What stands in the page's document where it is given out. */
export interface DocumentParts {
  readonly nonce: string;
  /** The API that the page calls by itself. @default none: it asks the server that it comes from */
  readonly apiUrl?: string;
  /** Whether templates can be had from AI; the server of a page without `apiUrl` says so itself. */
  readonly canGenerate?: boolean;
}

export const pageDocument = (html: string, { nonce, apiUrl = '', canGenerate = false }: DocumentParts): string =>
  html
    .replaceAll('NONCE', nonce)
    .replace('SERVICE', apiUrl)
    .replace('GENERATES', canGenerate ? 'yes' : '');

export interface PolicyParts {
  readonly nonce: string;
  /** Where images of minted URLs come from. */
  readonly imageOrigin: string;
  /** The API that the page calls by itself. @default none */
  readonly apiOrigin?: string;
}

/** What the page may do: load itself, ask its service, show images. Text never becomes markup or script. */
export const contentSecurityPolicy = ({ nonce, imageOrigin, apiOrigin = '' }: PolicyParts): string =>
  [
    "default-src 'none'",
    `script-src 'self'`,
    // the editor writes its styles into the document itself
    `style-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self' ${apiOrigin}`.trim(),
    `img-src 'self' blob: data: ${imageOrigin}`.trim(),
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');

/** Headers of every file of the page, beside the policy. */
export const fixedHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;
