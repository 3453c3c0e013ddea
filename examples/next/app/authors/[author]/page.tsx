import { notFound } from 'next/navigation';
import { authors } from '../../../authors';

interface Props {
  readonly params: Promise<{ author: string }>;
}

export const generateMetadata = async ({ params }: Props) => ({ title: authors.get((await params).author) });

/** The image is that of `opengraph-image.tsx` beside this page. */
export default async function Page({ params }: Props) {
  const name = authors.get((await params).author);
  if (name === undefined) notFound();
  return <h1>{name}</h1>;
}
