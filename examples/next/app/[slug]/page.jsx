import { cardMetadata } from 'image-url-client/next';
import { articles } from '../../articles.js';
import { images } from '../../images.js';

const find = async (params) => {
  const { slug } = await params;
  return articles.find((article) => article.slug === slug);
};

export const dynamicParams = false;

export const generateStaticParams = () => articles.map(({ slug }) => ({ slug }));

export const generateMetadata = async ({ params }) => {
  const { title, author, date } = await find(params);
  const card = await cardMetadata(images, {
    template: 'article',
    // every variable that shows: what is left out shows a sample of the starter
    variables: { title, author, date, publication: 'My site', section: 'Garden and rail', readingTime: '' },
    alt: `${title}, by ${author}`,
  });
  return { title, ...card };
};

export default async function Page({ params }) {
  const { title, author } = await find(params);
  return (
    <article>
      <h1>{title}</h1>
      <p>{author}</p>
    </article>
  );
}
