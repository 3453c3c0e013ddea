import { createClient } from 'image-url-client';
import lock from '../image-url.lock.json';

const { baseUrl, templates } = lock.environments.default;

export const images = createClient({
  imageHost: process.env.IMAGE_URL_HOST ?? 'http://127.0.0.1:8788',
  signingKey: process.env.IMAGE_URL_SIGNING_KEY,
  // without a signing key, images are minted
  baseUrl,
  apiKey: process.env.IMAGE_URL_API_KEY,
  cache: '.cache/image-urls.json',
  templates,
});
