import { card } from './card.js';
import { images } from './images.js';

export const size = { width: 1200, height: 630 };
export const contentType = 'image/jpeg';

export default async function Image({ params }) {
  const { title } = await params;
  return fetch(images.sign({ ...card({ title }), format: 'jpeg' }));
}
