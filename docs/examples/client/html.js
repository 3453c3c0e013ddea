import { metaTags } from 'image-url-client/html';
import { card } from './card.js';
import { images } from './images.js';

const articles = [{ title: 'First article' }, { title: 'Second article' }];

export const heads = await Promise.all(
  articles.map(({ title }) => metaTags(images, { ...card({ title }), alt: `Card: ${title}` })),
);
