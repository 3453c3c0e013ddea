/** Ids of the starter templates, in the order of `starters/index.ts`. */
export const starterIds: readonly string[] = [
  'starter-article',
  'starter-product',
  'starter-event',
  'starter-podcast',
  'starter-quote',
  'starter-changelog',
  'starter-documentation',
  'starter-repository',
  'starter-profile',
  'starter-price-table',
  'starter-job',
  'starter-newsletter',
  'starter-metric',
  'starter-place',
  'starter-ticket',
  'starter-chart',
];
