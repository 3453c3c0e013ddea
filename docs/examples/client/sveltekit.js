import { metaTags } from 'image-url-client/sveltekit';
import { card } from './card.js';
import { images } from './images.js';

export const load = async ({ params: { title } }) => ({
  tags: await metaTags(images, { ...card({ title }), alt: `Card: ${title}` }),
});
