import { type Route, routes } from './routes.ts';

/**
 * Returns the headers that allow pages of one origin, the stage's studio, to read a response. The page sends the API
 * key in a header, so credentials are not allowed.
 */
export const corsHeaders = (origin: string): Readonly<Record<string, string>> => ({
  'Access-Control-Allow-Origin': origin,
  Vary: 'Origin',
});

const methods = new Set(
  (Object.values(routes) as Route[]).filter(({ host }) => host === 'api').map(({ method }) => method),
);

/** Returns the headers of the response to a CORS preflight request. */
export const preflightHeaders = (origin: string): Readonly<Record<string, string>> => ({
  ...corsHeaders(origin),
  'Access-Control-Allow-Methods': [...methods].join(', '),
  'Access-Control-Allow-Headers': 'authorization, content-type, idempotency-key',
  // the longest time that browsers accept
  'Access-Control-Max-Age': '7200',
});
