import { createClient } from 'image-url-client';
import { IMAGE_URL_HOST, IMAGE_URL_SIGNING_KEY } from '$app/env/private';

export const images = createClient({
  imageHost: IMAGE_URL_HOST,
  signingKey: IMAGE_URL_SIGNING_KEY,
});
