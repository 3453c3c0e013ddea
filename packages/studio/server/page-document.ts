/** Parts of the page's document that depend on the server. */
export interface DocumentParts {
  readonly nonce: string;
  /** The API that the page calls directly. @default none: it calls its server */
  readonly apiUrl?: string;
  /** Whether templates can be generated; without `apiUrl` the server reports this itself. */
  readonly canGenerate?: boolean;
  /** URL of the API, for sites. @default apiUrl */
  readonly baseUrl?: string | undefined;
  /** URL of the image host, for sites. @default '', which the page shows as unknown */
  readonly imageHost?: string | undefined;
}

/** Returns a text as the value of an attribute in quotes. */
const toAttribute = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export const pageDocument = (html: string, parts: DocumentParts): string => {
  const { nonce, apiUrl = '', canGenerate = false, baseUrl = apiUrl, imageHost = '' } = parts;
  const values: Readonly<Record<string, string>> = {
    ...{ NONCE: nonce, SERVICE: apiUrl, GENERATES: canGenerate ? 'yes' : '', BASE_URL: baseUrl, IMAGE_HOST: imageHost },
  };
  // in one pass, and by a function: no value is read as another's place or as a pattern
  return html.replace(new RegExp(Object.keys(values).join('|'), 'g'), (name) => toAttribute(values[name] ?? ''));
};

export interface PolicyParts {
  readonly nonce: string;
  /** Origin of the images of minted URLs. */
  readonly imageOrigin: string;
  /** Origin of the API that the page calls directly. @default none */
  readonly apiOrigin?: string;
}

/** Returns the page's policy: it may load itself, call its service and show images. */
export const contentSecurityPolicy = ({ nonce, imageOrigin, apiOrigin = '' }: PolicyParts): string =>
  [
    "default-src 'none'",
    `script-src 'self'`,
    // the editor adds its styles to the document
    `style-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self' ${apiOrigin}`.trim(),
    `img-src 'self' blob: data: ${imageOrigin}`.trim(),
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');

/** Headers of every file of the page, besides the policy. */
export const fixedHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;
