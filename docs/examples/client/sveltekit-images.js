import { createClient } from 'image-url-client';
import { env } from '$env/dynamic/private';

export const images = createClient({
  imageHost: env.IMAGE_URL_HOST,
  signingKey: env.IMAGE_URL_SIGNING_KEY,
});
