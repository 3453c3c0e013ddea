/** What a site needs of the service. */
export interface SiteEnvironment {
  readonly baseUrl: string;
  readonly imageHost: string;
  readonly signingKey?: string;
  readonly apiKey?: string;
}

/** Returns the lines of a `.env` file. What the studio does not know has an empty value. */
export const envBlock = ({ baseUrl, imageHost, signingKey, apiKey }: SiteEnvironment): string =>
  Object.entries({
    IMAGE_URL_HOST: imageHost,
    IMAGE_URL_BASE_URL: baseUrl,
    IMAGE_URL_SIGNING_KEY: signingKey,
    IMAGE_URL_API_KEY: apiKey,
  })
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
    .join('\n');
