import { cardImage } from 'image-url-client/next';
import { card } from './card.js';
import { images } from './images.js';
import { findPage } from './pages.js';

export const size = { width: 1200, height: 630 };
export const contentType = 'image/jpeg';
export const alt = 'Title and author of the page';

export default async function Image({ params }) {
  return cardImage(images, card(findPage(await params)));
}
