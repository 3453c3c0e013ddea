import { session } from './session.ts';

/** What the service, or the studio's server, refused. */
export class ServiceError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const gone = 'The studio’s server does not answer. Is “npm run dev” still running?';

/** @throws ServiceError; AbortError when the signal said so. */
export const ask = async <T>(method: string, path: string, body?: object, signal?: AbortSignal): Promise<T> => {
  const carried = body && { body: JSON.stringify(body) };
  const request = { method, headers: { 'studio-session': session() }, signal: signal ?? null, ...carried };
  const response = await fetch(path, request).catch((error: Error) => {
    if (error.name === 'AbortError') throw error;
    throw new ServiceError(0, 'UNREACHABLE', gone);
  });
  const answer = await response.json();
  if (response.ok) return answer as T;
  throw new ServiceError(response.status, answer.code, answer.message);
};

export const isAborted = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

export const messageOf = (error: unknown): string =>
  error instanceof ServiceError ? error.message : 'Something went wrong; the browser’s console says what.';
