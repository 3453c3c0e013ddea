import { CodedError, engineErrors } from 'image-url-engine/errors.ts';
import { getValidText } from 'image-url-engine/image-options.ts';
import { formatThousands } from 'image-url-engine/words.ts';
import { limits } from './limits.ts';

/**
 * Every error that the service returns.
 *
 * The order of rows has no meaning. Which of several errors is reported is decided by the route (`routes.ts`,
 * docs/interface.md#errors).
 */
export const errorCatalogue = {
  MISSING_API_KEY: { status: 401, message: 'Send the API key in the Authorization header: Bearer <key>.' },
  INVALID_API_KEY: { status: 401, message: 'This API key is not known.' },
  KEY_INACTIVE: { status: 403, message: 'This API key has been revoked.' },
  KEY_EXPIRED: { status: 401, message: 'This API key has expired.' },
  INSUFFICIENT_SCOPE: {
    status: 403,
    message: (p: { scope: string }) => `This API key lacks the scope ${p.scope}.`,
  },
  KEY_LIMIT_EXCEEDED: {
    status: 429,
    message: (p: { limit: number }) =>
      `The ${formatThousands(p.limit)} image mints that this key has in a month are used up.`,
  },
  KEY_NOT_FOUND: { status: 404, message: 'No such key, or it is not yours.' },
  SIGNING_KEY_NOT_FOUND: { status: 404, message: 'No such signing key, or it is not yours.' },
  SITE_NOT_FOUND: { status: 404, message: 'No such site, or it is not yours.' },
  TOO_MANY_SITES: { status: 400, message: `An account can have ${limits.sites} sites; delete some.` },
  SITE_EXISTS: {
    status: 409,
    message: (p: { siteId: string }) => `The account has a site for this origin: ${p.siteId}.`,
  },
  PAGE_NOT_USABLE: { status: 404, message: 'The page of this image cannot be used.' },
  TOO_MANY_KEYS: { status: 400, message: `An account can have ${limits.keys} keys of each kind; delete some.` },
  NO_SUBSCRIPTION: { status: 402, message: 'No subscription is attached to this account.' },
  SUBSCRIPTION_INACTIVE: { status: 402, message: 'The subscription has expired or was canceled.' },

  INVALID_IDEMPOTENCY_KEY: {
    status: 400,
    message: `Idempotency-Key must be 1 to ${limits.idempotencyKeyCharacters} printable ASCII characters.`,
  },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still under way; try again shortly.',
  },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'This Idempotency-Key has come with another body before.' },

  INVALID_BODY: { status: 400, message: 'The request body is not a valid JSON object.' },
  INVALID_JSON: { status: 400, message: 'The request body is not a valid JSON object.' },
  INVALID_ITEMS: { status: 400, message: 'items must be an array of objects.' },
  EMPTY_ITEMS: { status: 400, message: 'items is empty.' },
  TOO_MANY_ITEMS: { status: 400, message: 'items holds too many entries.' },
  MISSING_TEMPLATE_ID: { status: 400, message: 'templateId is required, as a string.' },
  INVALID_VARIABLES: { status: 400, message: 'variables must be an object.' },
  INVALID_WIDTH: { status: 400, message: getValidText('width') },
  INVALID_HEIGHT: { status: 400, message: getValidText('height') },
  INVALID_SIZE: { status: 400, message: engineErrors.INVALID_SIZE },
  INVALID_FORMAT: { status: 400, message: getValidText('format') },
  INVALID_DEVICE_PIXEL_RATIO: { status: 400, message: engineErrors.INVALID_DEVICE_PIXEL_RATIO },
  INVALID_SCOPE: { status: 400, message: 'scope must be all, mine or starter.' },
  MISSING_NAME: { status: 400, message: 'name is required.' },
  INVALID_NAME: { status: 400, message: `name must be 1 to ${limits.nameCharacters} characters.` },
  MISSING_CODE: { status: 400, message: 'code is required.' },
  INVALID_CODE: {
    status: 400,
    message: `code must be a string of at most ${formatThousands(limits.codeCharacters)} characters.`,
  },
  EMPTY_UPDATE: { status: 400, message: 'Send at least one of name, description and code.' },
  LEGACY_TEMPLATE_PAYLOAD: {
    status: 400,
    message: "Old-style fields are not accepted; send the template's source as code.",
  },
  COMPILE_ERROR: { status: 400, message: (p: { problems: string }) => p.problems },

  INVALID_QUERY: { status: 400, message: 'The query of this request is not valid.' },
  INVALID_VERSION: { status: 400, message: 'version must be a whole number of 1 or more.' },

  TEMPLATE_NOT_FOUND: { status: 404, message: 'No such template, or it is not yours to use.' },
  VIEWS_NOT_COUNTED: { status: 404, message: 'This service does not count views.' },
  VERSION_NOT_FOUND: { status: 404, message: 'The template has no such version.' },
  URL_NOT_FOUND: { status: 404, message: 'This is not an image URL of your account that is still valid.' },
  REVOCATION_NOT_FOUND: { status: 404, message: 'No such revocation, or it is not yours to lift.' },
  TOO_MANY_REVOCATIONS: {
    status: 400,
    message: `An account can have ${formatThousands(limits.revocations)} revocations; lift some.`,
  },
  INVALID_FONT: { status: 400, message: 'data must be a TTF, OTF, WOFF or WOFF2 file in base64.' },
  FONT_NOT_FOUND: { status: 404, message: 'No such font, or it is not yours.' },
  TOO_MANY_FONTS: {
    status: 400,
    message: `An account can have ${limits.fonts} font files; delete some.`,
  },
  INVALID_ASSET: {
    status: 400,
    message: 'dataUrl must be a PNG, JPEG, WebP, AVIF, GIF or SVG image as a data: address in base64.',
  },
  REQUEST_TOO_LARGE: {
    status: 413,
    message: `A picture has at most ${formatThousands(limits.assetBytes)} bytes; make it smaller, or save it as WebP or AVIF.`,
  },
  ASSET_NOT_FOUND: { status: 404, message: 'No such asset, or it is not yours.' },
  TOO_MANY_ASSETS: {
    status: 400,
    message: `An account can have ${formatThousands(limits.assets)} assets; delete some.`,
  },
  TOO_MANY_TEMPLATES: {
    status: 400,
    message: (p: { limit: number }) => `Your plan holds ${formatThousands(p.limit)} templates; delete some.`,
  },
  TOO_MANY_VERSIONS: {
    status: 400,
    message: `A template can have ${formatThousands(limits.versions)} versions; create a new template.`,
  },
  STORAGE_QUOTA_EXCEEDED: {
    status: 429,
    message: (p: { limit: number }) =>
      `The ${formatThousands(p.limit)} bytes that your plan stores in a month are used up; this needs more than is left.`,
  },
  TOO_MANY_TRIALS: {
    status: 429,
    message: `An account can check and save ${formatThousands(limits.trialsPerHour)} templates an hour; try again later.`,
  },
  TOO_MANY_REQUESTS: { status: 429, message: 'The account has done this too often in this hour; try again later.' },
  TOO_MANY_FAILED_GENERATIONS: {
    status: 429,
    message: (p: { limit: number }) =>
      `${formatThousands(p.limit)} AI generations failed this month, as many as the plan has; no more are started until it ends.`,
  },
  MISSING_TEMPLATE_VARIABLES: {
    status: 400,
    message: (p: { names: readonly string[] }) => `Required variables are missing: ${p.names.join(', ')}.`,
  },
  TEMPLATE_NOT_COMPILED: { status: 400, message: 'The template has no compiled render plan; save its code again.' },
  QUOTA_EXCEEDED: {
    status: 429,
    message: (p: { unit: 'mint'; limit: number } | { unit: 'generation' }) =>
      p.unit === 'mint'
        ? `The monthly quota of ${p.limit} images has been exceeded.`
        : 'The monthly AI generation quota has been exceeded.',
  },
  SUBSCRIPTION_REQUIRED: { status: 402, message: 'AI generation needs a paid plan.' },
  PARSE_FAILED: { status: 422, message: 'The generated code could not be parsed.' },
  AI_NOT_CONFIGURED: { status: 502, message: 'The AI service is not available.' },
  GENERATION_FAILED: { status: 502, message: 'The AI generation failed.' },
  GENERATION_CANCELED: { status: 409, message: 'The generation was canceled before its template was saved.' },
  GENERATION_NOT_FOUND: { status: 404, message: 'No request of the last day has this Idempotency-Key.' },

  URL_EXPIRED: { status: 403, message: 'This image URL has expired.' },
  INVALID_SIGNATURE: { status: 403, message: 'The signature of this image URL does not match.' },
  URL_DENIED: { status: 403, message: 'This image is not delivered any more.' },
  URL_REVOKED: { status: 410, message: 'This image has been taken back.' },
  VNODE_NOT_FOUND: { status: 404, message: 'There is no render data for this URL.' },
  INVALID_VNODE: { status: 500, message: 'The render data of this URL is damaged.' },
  MAX_DEPTH: { status: 400, message: 'The render data of this URL is nested too deeply.' },
  RENDER_ERROR: { status: 500, message: engineErrors.RENDER_ERROR },

  SERVER_ERROR: { status: 500, message: 'Something went wrong on our side.' },
  TEMPLATES_LIST_FAILED: { status: 500, message: 'The templates could not be listed.' },
  TEMPLATE_CREATE_FAILED: { status: 500, message: 'The template could not be created.' },
  TEMPLATE_FETCH_FAILED: { status: 500, message: 'The template could not be fetched.' },
  TEMPLATE_DELETE_FAILED: { status: 500, message: 'The template could not be deleted.' },
  TEMPLATE_UPDATE_FAILED: { status: 500, message: 'The template could not be updated.' },

  NOT_FOUND: { status: 404, message: 'There is nothing at this address.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address does not answer that method.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request body is too large.' },
  SERVICE_UNAVAILABLE: { status: 503, message: engineErrors.SERVICE_UNAVAILABLE },
  REQUEST_BLOCKED: {
    status: 403,
    message: 'The firewall of this service refused the network address this request came from; ask its operator.',
  },
  THROTTLED: { status: 429, message: 'Too many requests at once; try again shortly.' },
} as const satisfies Record<string, { status: number; message: string | ((params: never) => string) }>;

type Catalogue = typeof errorCatalogue;
export type ErrorCode = keyof Catalogue;

/** Parameters of a code's message; an empty tuple for a fixed message. */
export type ErrorParams<C extends ErrorCode> = Catalogue[C]['message'] extends (params: infer P) => string
  ? [params: P]
  : [];

/** Codes with a fixed message; schema rules and `failsAs` accept only these. */
export type PlainErrorCode = { [C in ErrorCode]: ErrorParams<C> extends [] ? C : never }[ErrorCode];

interface Extras {
  /** The underlying error, for the log only. */
  readonly cause?: unknown;
  /** Replaces the catalogue's message; shown to the caller. */
  readonly detail?: string;
  /** Replaces `detail` in answers that anybody may read: without texts of templates. @default `detail` */
  readonly publicDetail?: string | undefined;
  /** When a retry can succeed; returned as `Retry-After`. */
  readonly retryAt?: Date;
  /** Index of the item of a batch that it is about; returned as `item`. */
  readonly item?: number | undefined;
}

/** An error that is returned to the caller. It has a code but no HTTP status. */
export class ServiceError<C extends ErrorCode = ErrorCode> extends CodedError<C> {
  override readonly name: string = 'ServiceError';

  constructor(code: C, params: ErrorParams<C>, extras: Extras = {}) {
    const { message } = errorCatalogue[code];
    const standard = () => (typeof message === 'string' ? message : (message as (p: unknown) => string)(params[0]));
    super(code, extras.detail ?? standard(), extras);
  }
}

/** Returns whether an error has a code of the catalogue, as those of the service and of the engine have. */
export const isServiceError = (error: unknown): error is ServiceError =>
  error instanceof CodedError && Object.hasOwn(errorCatalogue, error.code);

/** Creates an error: `throw fail('TEMPLATE_NOT_FOUND')`. */
export const fail = <C extends ErrorCode>(code: C, ...params: ErrorParams<C>): ServiceError<C> =>
  new ServiceError(code, params);

/** Like `fail`, with the underlying error for the log. */
export const failWithCause = <C extends ErrorCode>(
  cause: unknown,
  code: C,
  ...params: ErrorParams<C>
): ServiceError<C> => new ServiceError(code, params, { cause });

/** Like `fail`, with a message that replaces the catalogue's, and the item of a batch that it is about. */
export const failWithDetail = <C extends PlainErrorCode>(
  code: C,
  detail: string | undefined,
  item?: number,
): ServiceError<C> =>
  new ServiceError<PlainErrorCode>(code, [], { ...(detail !== undefined && { detail }), item }) as ServiceError<C>;

/** Like `fail`, with the time after which a retry can succeed. */
export const failWithRetryAt = <C extends ErrorCode>(
  retryAt: Date,
  code: C,
  ...params: ErrorParams<C>
): ServiceError<C> => new ServiceError(code, params, { retryAt });
