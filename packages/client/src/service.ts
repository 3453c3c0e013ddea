import { ImageUrlError } from './image-url-error.ts';

export interface Service {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** @throws INVALID_BASE_URL if it is not the URL of a service */
export const getBaseUrl = (given: string | undefined): string =>
  getAddress(given, 'baseUrl', 'https://api.example.com');

/** @throws INVALID_BASE_URL if it is not the URL of an image host */
export const getImageHost = (given: string | undefined): string =>
  getAddress(given, 'imageHost', 'https://img.example.com');

const getAddress = (given: string | undefined, name: string, example: string): string => {
  const url = given !== undefined && URL.canParse(given) ? new URL(given) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.username === '')
    return url.origin + url.pathname.replace(/\/+$/, '');
  const what = given ? `${JSON.stringify(given)} is not an address` : 'There is no address';
  throw new ImageUrlError(
    `${what} of a service: give createClient ${name === 'imageHost' ? 'an' : 'a'} ${name} like ${example}.`,
    {
      code: 'INVALID_BASE_URL',
    },
  );
};

/** The error of a client without any key, whose environment was probably not read: without an address, too. */
export const missingKey = (): ImageUrlError =>
  new ImageUrlError(
    'There is no key: give createClient a signingKey (IMAGE_URL_SIGNING_KEY) or an apiKey (IMAGE_URL_API_KEY) from the environment of the server. Is that read as your framework reads it?',
    { code: 'MISSING_API_KEY' },
  );

/** @throws MISSING_API_KEY; INVALID_API_KEY for characters that headers cannot contain */
export const getApiKey = (given: string | undefined): string => {
  const key = given?.trim() ?? '';
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw key === ''
    ? new ImageUrlError('There is no API key: give createClient an apiKey, best from the environment.', {
        code: 'MISSING_API_KEY',
      })
    : new ImageUrlError('The apiKey has characters that no API key has: was it copied whole?', {
        code: 'INVALID_API_KEY',
      });
};

interface Runtime {
  readonly document?: unknown;
  readonly importScripts?: unknown;
  readonly process?: { readonly versions?: { readonly node?: string } };
}

/** Returns whether this is a page or worker of a browser, not Node, Bun or Deno with a simulated document. */
export const isBrowser = ({ document, importScripts, process }: Runtime): boolean =>
  (document !== undefined || typeof importScripts === 'function') && process?.versions?.node === undefined;
