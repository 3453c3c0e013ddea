import { sitePrefix } from './edge.ts';

/* A page of the API host that names its image, so that the canary has a site to test. */

/** Pattern of a site's id: the page shows nothing else of its path. */
export const siteIdPattern = '[0-9A-Za-z]{1,32}-[0-9A-Za-z]{16}';

/** Returns the path of the canary's page below the API's address. */
export const canaryPagePath = (siteId: string): string => `/v1/canary/${siteId}`;

/** Headers of the page. Nothing in it runs. */
export const canaryPageHeaders = {
  'Content-Type': 'text/html',
  'Content-Security-Policy': 'sandbox',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};

/** Returns the page. @param basePath path of the API's address, without a slash at the end */
export const canaryPage = (siteId: string, basePath: string): string =>
  `<!doctype html><title>Canary</title><meta property="og:image" content="https://images.invalid${sitePrefix}${siteId}${basePath}${canaryPagePath(siteId)}.webp">`;
