import { metaTags } from 'image-url-client/sveltekit';
import { images } from '$lib/server/images.js';
import { card } from './card.js';

export const load = async ({ params: { title } }) => ({
  tags: await metaTags(images, { ...card({ title }), alt: `Card: ${title}` }),
});
