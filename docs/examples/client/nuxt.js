import { head } from 'image-url-client/nuxt';
import { card } from './card.js';
import { images } from './images.js';

export default defineEventHandler((event) => {
  const { title } = getQuery(event);
  return head(images, { ...card({ title }), alt: `Card: ${title}` });
});
