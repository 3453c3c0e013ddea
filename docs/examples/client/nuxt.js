import { head } from 'image-url-client/nuxt';
import { card } from '../utils/card.js';
import { images } from '../utils/images.js';
import { findPage } from '../utils/pages.js';

export default defineEventHandler((event) => {
  const page = findPage(getQuery(event));
  return head(images, { ...card(page), alt: `Card: ${page.title}` });
});
