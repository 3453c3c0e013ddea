import { readFile } from 'node:fs/promises';

/**
 * The starter templates in the order they are listed. An id stands in published URLs: it never changes. Those that
 * import packages are bundled by `npm run docs`.
 */
const listed: readonly {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly file: string;
}[] = [
  {
    id: 'starter-article',
    name: 'Article',
    description: 'A front page: two rules, a headline that fills the width, the author and the date.',
    file: 'article.jsx',
  },
  {
    id: 'starter-product',
    name: 'Product',
    description: 'Name and price beside the thing itself; a badge and an earlier price if there are any.',
    file: 'product.jsx',
  },
  {
    id: 'starter-event',
    name: 'Event',
    description: 'A poster with the day as the sun. A date such as 2026-11-28 is taken apart.',
    file: 'event.jsx',
  },
  {
    id: 'starter-podcast',
    name: 'Podcast',
    description: 'An episode with its cover and a sound wave drawn from the title.',
    file: 'podcast.jsx',
  },
  {
    id: 'starter-quote',
    name: 'Quote',
    description: 'Square: one large speech bubble and who said so.',
    file: 'quote.jsx',
  },
  {
    id: 'starter-changelog',
    name: 'Changelog',
    description: 'The version in large figures and up to five changes, each with its kind.',
    file: 'changelog.jsx',
  },
  {
    id: 'starter-documentation',
    name: 'Documentation page',
    description: 'Path, title and summary, with the headings of the page rising beside them.',
    file: 'documentation.jsx',
  },
  {
    id: 'starter-repository',
    name: 'Repository card',
    description: 'Owner, name, stars, forks and licence; the languages run along the bottom edge.',
    file: 'repository.jsx',
  },
  {
    id: 'starter-profile',
    name: 'Profile',
    description: 'A person with a monogram or a portrait over the full height.',
    file: 'profile.jsx',
  },
  {
    id: 'starter-price-table',
    name: 'Price table',
    description: 'Up to four plans side by side, one of them chosen.',
    file: 'price-table.jsx',
  },
  {
    id: 'starter-job',
    name: 'Job',
    description: 'Black on yellow: the position in large letters, the facts in four columns.',
    file: 'job.jsx',
  },
  {
    id: 'starter-newsletter',
    name: 'Newsletter',
    description: 'An airmail envelope with the issue as its stamp and the topics as its address.',
    file: 'newsletter.jsx',
  },
  {
    id: 'starter-metric',
    name: 'Metric',
    description: 'One number in large figures above the bars that led to it.',
    file: 'metric.jsx',
  },
  {
    id: 'starter-place',
    name: 'Place',
    description: 'A picture from edge to edge with a caption card; a drawn valley where there is no picture.',
    file: 'place.jsx',
  },
  {
    id: 'starter-ticket',
    name: 'Ticket',
    description: 'Admission to an event, with a QR code of an address or any other text.',
    file: 'bundled/ticket.jsx',
  },
  {
    id: 'starter-chart',
    name: 'Chart',
    description: 'A line over time, with labelled axes.',
    file: 'bundled/chart.jsx',
  },
];

/** Reads the starter templates, code included. */
export const starters = () =>
  Promise.all(
    listed.map(async ({ file, ...starter }) => ({
      ...starter,
      code: await readFile(new URL(file, import.meta.url), 'utf8'),
    })),
  );
