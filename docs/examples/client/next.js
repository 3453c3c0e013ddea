import { cardMetadata } from 'image-url-client/next';
import { images } from './images.js';

export const generateMetadata = async ({ params }) => {
  const { title } = await params;
  const card = await cardMetadata(images, {
    templateId: 'starter-article',
    variables: { title },
    alt: `Card: ${title}`,
  });
  return { title, ...card };
};
