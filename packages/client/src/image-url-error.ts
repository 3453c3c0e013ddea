import type { ServiceCode } from './contract.ts';

/** Codes of errors that the client detects. */
type ClientCode =
  | 'RUNS_IN_BROWSER'
  | 'INVALID_BASE_URL'
  | 'INVALID_SIGNING_KEY'
  | 'UNREACHABLE'
  | 'UNAVAILABLE'
  | 'NOT_THE_SERVICE'
  | 'NO_IMAGE'
  | 'SERVICE_TOO_OLD'
  | 'CACHE_UNREADABLE';

/** A code of the service's contract or the client; a newer service may return others. */
export type ImageUrlErrorCode = ServiceCode | ClientCode | (string & Record<never, never>);

interface Facts {
  readonly code: ImageUrlErrorCode;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly item?: number | undefined;
  readonly cause?: unknown;
}

/** Why there is no URL, in one sentence. */
export class ImageUrlError extends Error {
  override readonly name = 'ImageUrlError';
  readonly code: ImageUrlErrorCode;
  /** The HTTP status; undefined if the service did not respond. */
  readonly status: number | undefined;
  /** Identifies the request in the operator's logs. */
  readonly requestId: string | undefined;
  /** Index of the item of a batch that it is about. @internal */
  readonly item: number | undefined;

  constructor(message: string, { code, status, requestId, item, cause }: Facts) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.item = item;
  }
}

/** Maximum number of characters of variables in a message. */
const longestVariables = 200;

/** Template, variables and page of an image. */
export interface ImageCircumstances {
  readonly template: string | undefined;
  readonly variables: unknown;
  readonly page: string | undefined;
}

const formatVariables = (variables: unknown): string => {
  if (variables === undefined) return 'no variables';
  const text = JSON.stringify(variables) ?? '';
  return `variables ${text.length > longestVariables ? `${text.slice(0, longestVariables).toWellFormed()}...` : text}`;
};

/** Returns the error with template, variables and page added to its message. */
export const getError = (error: unknown, { template, variables, page }: ImageCircumstances): unknown => {
  if (!(error instanceof ImageUrlError)) return error;
  const { code, status, requestId } = error;
  const where = [...(page === undefined ? [] : [`page ${page}`]), `template ${template}`, formatVariables(variables)];
  const text = `${error.message} (${where.join(', ')})`;
  return new ImageUrlError(text, { code, status, requestId, cause: error });
};
