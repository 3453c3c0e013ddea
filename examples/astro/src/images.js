import { createClient } from 'image-url-client';
import lock from '../image-url.lock.json';

const { baseUrl, templates } = lock.environments.default;

export const images = createClient({
  baseUrl,
  apiKey: process.env.IMAGE_URL_API_KEY,
  cache: '.cache/image-urls.json',
  templates,
});
