import { createClient } from 'image-url-client';

export const images = createClient({
  imageHost: process.env.IMAGE_URL_HOST,
  signingKey: process.env.IMAGE_URL_SIGNING_KEY,
});
