import type { ErrorCode } from 'image-url-contract/errors.ts';
import { Refusal } from './template-source.ts';

export interface ServiceRequest {
  readonly method: string;
  /** With the query, beginning with `/v1/`. */
  readonly path: string;
  readonly body?: Uint8Array<ArrayBuffer> | string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Names a generation, so that it can be watched and canceled. */
  readonly idempotencyKey?: string | undefined;
}

export interface ServiceAnswer {
  readonly status: number;
  /** JSON. */
  readonly body: Uint8Array | string;
}

/** Sends a request to the service, for requests of the page below `/v1`. */
export type AskService = (request: ServiceRequest) => Promise<ServiceAnswer>;

/** Returns a function that calls a service over HTTP with an API key. */
export const serviceConnection =
  ({ baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string }): AskService =>
  async ({ method, path, body, signal, idempotencyKey }) => {
    const isEmpty = body === undefined || body.length === 0;
    const headers = {
      authorization: `Bearer ${apiKey}`,
      ...(!isEmpty && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    };
    const carried = isEmpty ? {} : { body };
    try {
      // key and code must not be sent to another address
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers,
        ...carried,
        signal: signal ?? null,
        redirect: 'error',
      });
      return { status: response.status, body: new Uint8Array(await response.arrayBuffer()) };
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Refusal(502, 'UNREACHABLE', `The service at ${baseUrl} does not answer.`);
    }
  };

/** Returns the body of a successful response. @throws Refusal with the service's error */
export const askFor = async <T>(
  ask: AskService,
  method: string,
  path: string,
  body?: object,
  signal?: AbortSignal,
  idempotencyKey?: string,
): Promise<T> => {
  const answer = await ask({ method, path, body: body && JSON.stringify(body), signal, idempotencyKey });
  const text = typeof answer.body === 'string' ? answer.body : new TextDecoder().decode(answer.body);
  if (answer.status < 400) return JSON.parse(text) as T;
  const { code, message } = JSON.parse(text) as { code: ErrorCode; message: string };
  throw new Refusal(answer.status, code, message);
};
