import type { ErrorCode } from '../../lambdas/contract/errors.ts';
import { Refusal } from './template-source.ts';

export interface ServiceRequest {
  readonly method: string;
  /** With the query, from `/v1/` on. */
  readonly path: string;
  readonly body?: Uint8Array<ArrayBuffer> | string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ServiceAnswer {
  readonly status: number;
  /** JSON. */
  readonly body: Uint8Array | string;
}

/** Asks the service; what the page asks for under `/v1` goes through it. */
export type AskService = (request: ServiceRequest) => Promise<ServiceAnswer>;

/** Asks a service over HTTP, with the key that stays here. */
export const serviceConnection =
  ({ baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string }): AskService =>
  async ({ method, path, body, signal }) => {
    const isEmpty = body === undefined || body.length === 0;
    const headers = { authorization: `Bearer ${apiKey}`, ...(!isEmpty && { 'content-type': 'application/json' }) };
    const carried = isEmpty ? {} : { body };
    try {
      // the key, and the code in a request, are for this address
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

/** The answer of a request that must succeed. @throws Refusal as the service refused it. */
export const askFor = async <T>(
  ask: AskService,
  method: string,
  path: string,
  body?: object,
  signal?: AbortSignal,
): Promise<T> => {
  const answer = await ask({ method, path, body: body && JSON.stringify(body), signal });
  const text = typeof answer.body === 'string' ? answer.body : new TextDecoder().decode(answer.body);
  if (answer.status < 400) return JSON.parse(text) as T;
  const { code, message } = JSON.parse(text) as { code: ErrorCode; message: string };
  throw new Refusal(answer.status, code, message);
};
