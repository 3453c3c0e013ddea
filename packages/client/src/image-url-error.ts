import type { paths } from './contract.ts';

type Responses = paths['/v1/urls']['post']['responses'];
/** Codes that the service answers a mint with. */
type ServiceCode = {
  [Status in keyof Responses]: Responses[Status] extends { content: { 'application/json': { code: infer Code } } }
    ? Code
    : never;
}[keyof Responses];

/** Codes of errors that the client detects. */
type ClientCode =
  | 'RUNS_IN_BROWSER'
  | 'INVALID_BASE_URL'
  | 'INVALID_SIGNING_KEY'
  | 'UNREACHABLE'
  | 'UNAVAILABLE'
  | 'NOT_THE_SERVICE'
  | 'SERVICE_TOO_OLD'
  | 'CACHE_UNREADABLE';

/** A code of the service's contract or of the client; a newer service may answer with others. */
export type ImageUrlErrorCode = ServiceCode | ClientCode | (string & Record<never, never>);

interface Facts {
  readonly code: ImageUrlErrorCode;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/** Why there is no URL, in one sentence. */
export class ImageUrlError extends Error {
  override readonly name = 'ImageUrlError';
  readonly code: ImageUrlErrorCode;
  /** The HTTP status; undefined when the service did not answer. */
  readonly status: number | undefined;
  /** Names the request in the operator's logs. */
  readonly requestId: string | undefined;

  constructor(message: string, { code, status, requestId, cause }: Facts) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.requestId = requestId;
  }
}

/** Characters of the variables that a message shows. */
const longestVariables = 200;

/** What an image was to be made of. */
export interface ImageCircumstances {
  readonly template: string | undefined;
  readonly variables: unknown;
  readonly page: string | undefined;
}

const variablesText = (variables: unknown): string => {
  if (variables === undefined) return 'no variables';
  const text = JSON.stringify(variables) ?? '';
  return `variables ${text.length > longestVariables ? `${text.slice(0, longestVariables).toWellFormed()}...` : text}`;
};

/** Returns the error with template, variables and page added to its message. */
export const getError = (error: unknown, { template, variables, page }: ImageCircumstances): unknown => {
  if (!(error instanceof ImageUrlError)) return error;
  const { code, status, requestId } = error;
  const where = [...(page === undefined ? [] : [`page ${page}`]), `template ${template}`, variablesText(variables)];
  const text = `${error.message} (${where.join(', ')})`;
  return new ImageUrlError(text, { code, status, requestId, cause: error });
};
