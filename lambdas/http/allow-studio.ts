import type { MiddlewareObj, Request } from '@middy/core';
import { corsHeaders } from '../contract/cors.ts';
import type { Runtime } from '../ports/runtime.ts';
import { getHeader, type Incoming, type Outgoing } from './call.ts';

/** Allows the stage's studio, if there is one, to read responses; no other origin may. */
export const allowStudio = ({ studioOrigin }: Runtime): MiddlewareObj<Incoming, Outgoing> => {
  const allow = (request: Request<Incoming, Outgoing>): void => {
    const { event, response } = request;
    if (studioOrigin === undefined || getHeader(event, 'origin') !== studioOrigin || !response) return;
    request.response = { ...response, headers: { ...response.headers, ...corsHeaders(studioOrigin) } };
  };
  return { after: allow, onError: allow };
};
