export interface ServiceRequest {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** Path below the API's address, with a leading slash. */
  readonly path: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

/** Returns method, headers and body of a request with an API key. */
export const toHttp = (apiKey: string, { method, body, idempotencyKey }: ServiceRequest) => ({
  method,
  headers: {
    authorization: `Bearer ${apiKey}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});
