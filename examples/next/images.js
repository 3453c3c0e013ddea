import { createClient } from 'image-url-client';

export const images = createClient({
  imageHost: process.env.IMAGE_URL_HOST ?? 'http://127.0.0.1:8788',
  signingKey: process.env.IMAGE_URL_SIGNING_KEY,
  // without a signing key, images are minted
  baseUrl: process.env.IMAGE_URL_BASE_URL ?? 'http://127.0.0.1:8787',
  apiKey: process.env.IMAGE_URL_API_KEY,
  cache: '.cache/image-urls.json',
  // the size is known without a request, and stands in the tags
  templates: { article: { templateId: 'starter-article', width: 1200, height: 630 } },
});
