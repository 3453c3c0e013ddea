import { createFileRoute } from '@tanstack/react-router';
import { createServerFn } from '@tanstack/react-start';
import { metaTags } from 'image-url-client/tags';
import { card } from '../card.js';
import { images } from '../images.js';
import { findPage } from '../pages.js';

const getCardTags = createServerFn()
  .validator((slug) => String(slug))
  .handler(({ data: slug }) => {
    const page = findPage({ slug });
    return metaTags(images, { ...card(page), alt: `Card: ${page.title}` });
  });

export const Route = createFileRoute('/$slug')({
  loader: ({ params }) => getCardTags({ data: params.slug }),
  head: ({ loaderData }) => ({ meta: loaderData }),
  component: () => <p>{Route.useParams().slug}</p>,
});
