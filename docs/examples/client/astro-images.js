import { createClient } from 'image-url-client';

export const images = createClient({
  imageHost: import.meta.env.IMAGE_URL_HOST,
  signingKey: import.meta.env.IMAGE_URL_SIGNING_KEY,
});
