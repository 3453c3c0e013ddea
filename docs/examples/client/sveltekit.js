import { metaTags } from 'image-url-client/sveltekit';
import { images } from '$lib/server/images.js';
import { card } from './card.js';
import { findPage } from './pages.js';

export const load = async ({ params }) => {
  const page = findPage(params);
  return { tags: await metaTags(images, { ...card(page), alt: `Card: ${page.title}` }) };
};
