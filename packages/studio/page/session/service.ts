import { type AskService, askFor, serviceConnection } from '../../templates/service-connection.ts';
import { Refusal } from '../../templates/template-source.ts';
import { words } from '../words.ts';
import { session } from './session.ts';
import { apiKey, apiUrl, isOfStage } from './stage.ts';

const { service: texts } = words;

const gone = texts.gone;

/** Sends a request to the studio's server, which holds the key. */
const askServer: AskService = async ({ method, path, body, signal, idempotencyKey }) => {
  const headers = { 'studio-session': session(), ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) };
  const request = { method, headers, signal: signal ?? null, ...(body && { body }) };
  const response = await fetch(path, request).catch((error: Error) => {
    if (error.name === 'AbortError') throw error;
    throw new Refusal(0, 'UNREACHABLE', gone);
  });
  return { status: response.status, body: await response.text() };
};

/** Sends a request to the service, through the studio's server if there is one. */
export const askService: AskService = (request) =>
  isOfStage ? serviceConnection({ baseUrl: apiUrl, apiKey: apiKey() })(request) : askServer(request);

/** @throws Refusal; AbortError when the signal fires */
export const ask = <T>(
  method: string,
  path: string,
  body?: object,
  signal?: AbortSignal,
  idempotencyKey?: string,
): Promise<T> => askFor<T>(askService, method, path, body, signal, idempotencyKey);

export const isAborted = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

export const getMessage = (error: unknown): string => (error instanceof Refusal ? error.message : texts.unexpected);
