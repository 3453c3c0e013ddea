import { createClient } from 'image-url-client';

export const images = createClient({
  baseUrl: process.env.IMAGE_URL_BASE_URL,
  apiKey: process.env.IMAGE_URL_API_KEY,
  cache: '.cache/image-urls.json',
});
