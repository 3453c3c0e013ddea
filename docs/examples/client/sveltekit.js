import { metaTags } from 'image-url-client/sveltekit';
import { images } from './images.js';

export const load = async ({ params: { title } }) => ({
  tags: await metaTags(images, { templateId: 'starter-article', variables: { title }, alt: `Card: ${title}` }),
});
