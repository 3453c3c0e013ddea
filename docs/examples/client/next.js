import { cardMetadata } from 'image-url-client/next';
import { card } from './card.js';
import { images } from './images.js';
import { findPage } from './pages.js';

export const generateMetadata = async ({ params }) => {
  const page = findPage(await params);
  return { title: page.title, ...(await cardMetadata(images, { ...card(page), alt: `Card: ${page.title}` })) };
};
