import type { MiddlewareObj } from '@middy/core';
import { failWithCause, failWithDetail, ServiceError } from '../contract/errors.ts';
import type { Route } from '../contract/routes.ts';
import type { Incoming, Outgoing } from './call.ts';
import { parseStrictJson, UnsafeJson } from './strict-json.ts';

const read = (route: Route, event: Incoming): unknown => {
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  const { bodyBytes = 0 } = route;
  if (bytes.length > bodyBytes)
    throw failWithDetail('PAYLOAD_TOO_LARGE', `The request body is larger than ${bodyBytes} bytes.`);
  const code = route.malformedBody ?? route.failsAs;
  try {
    return parseStrictJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof UnsafeJson) throw new ServiceError(code, [], { detail: error.message });
    throw failWithCause(error, code);
  }
};

/**
 * Reads the body as JSON. Errors are stored for `parseRequest`, because authentication comes first; the body is parsed
 * before it so that its templates are read together with the caller (docs/decisions/0031).
 */
export const readBody = (route: Route): MiddlewareObj<Incoming, Outgoing> => ({
  before: ({ event }) => {
    event.call = {};
    if (!route.body) return;
    try {
      event.call.rawBody = { json: read(route, event) };
    } catch (error) {
      event.call.rawBody = { failure: error as Error };
    }
  },
});
