import { metaTags } from 'image-url-client/html';
import { images } from './images.js';

const articles = [{ title: 'First article' }, { title: 'Second article' }];

export const heads = await Promise.all(
  articles.map(({ title }) =>
    metaTags(images, { templateId: 'starter-article', variables: { title }, alt: `Card: ${title}` }),
  ),
);
