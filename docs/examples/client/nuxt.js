import { head } from 'image-url-client/nuxt';
import { images } from './images.js';

export default defineEventHandler((event) => {
  const { title } = getQuery(event);
  return head(images, { templateId: 'starter-article', variables: { title }, alt: `Card: ${title}` });
});
