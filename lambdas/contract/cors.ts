import { type Route, routes } from './routes.ts';

/**
 * What lets a page of another origin read an answer: the studio of a stage that has one, and no other. A key stands in a header of its
 * own, so nothing is sent along that the page does not know, and no credentials are allowed.
 */
export const corsHeaders = (origin: string): Readonly<Record<string, string>> => ({
  'Access-Control-Allow-Origin': origin,
  Vary: 'Origin',
});

const methods = new Set(
  (Object.values(routes) as Route[]).filter(({ host }) => host === 'api').map(({ method }) => method),
);

/** What the browser asks beforehand is answered with. */
export const preflightHeaders = (origin: string): Readonly<Record<string, string>> => ({
  ...corsHeaders(origin),
  'Access-Control-Allow-Methods': [...methods].join(', '),
  'Access-Control-Allow-Headers': 'authorization, content-type',
  // as long as browsers take it
  'Access-Control-Max-Age': '7200',
});
