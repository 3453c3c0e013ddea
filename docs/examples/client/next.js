import { cardMetadata } from 'image-url-client/next';
import { card } from './card.js';
import { images } from './images.js';

export const generateMetadata = async ({ params }) => {
  const { title } = await params;
  return { title, ...(await cardMetadata(images, { ...card({ title }), alt: `Card: ${title}` })) };
};
