import { cardImage } from 'image-url-client/next';
import { notFound } from 'next/navigation';
import { authors } from '../../../authors';
import { images } from '../../../images.js';

export const size = { width: 1200, height: 630 };
export const contentType = 'image/jpeg';
export const alt = 'The name of the author';

export default async function Image({ params }: { params: Promise<{ author: string }> }) {
  const name = authors.get((await params).author);
  if (name === undefined) notFound();
  return cardImage(images, {
    template: 'article',
    variables: { title: name, author: '', date: '', publication: 'My site', section: 'Authors', readingTime: '' },
  });
}
