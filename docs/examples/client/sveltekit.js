import { metaTags } from 'image-url-client/sveltekit';
import { card } from './card.js';
import { images } from './images.server.js';
import { findPage } from './pages.js';

export const load = async ({ params }) => {
  const page = findPage(params);
  return { tags: await metaTags(images, { ...card(page), alt: `Card: ${page.title}` }) };
};
