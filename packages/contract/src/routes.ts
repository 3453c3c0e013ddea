import type * as z from 'zod';
import type { ErrorCode, PlainErrorCode } from './errors.ts';
import { limits } from './limits.ts';
import * as assets from './schemas/asset.ts';
import * as audit from './schemas/audit.ts';
import * as fonts from './schemas/font.ts';
import * as generation from './schemas/generate.ts';
import * as keys from './schemas/key.ts';
import * as mint from './schemas/mint.ts';
import * as onDemand from './schemas/on-demand.ts';
import * as revocations from './schemas/revocation.ts';
import * as sites from './schemas/site.ts';
import * as templates from './schemas/template.ts';
import * as usage from './schemas/usage.ts';
import * as views from './schemas/views.ts';
import type { Scope } from './scopes.ts';

interface AnyRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** OpenAPI-style path, which API Gateway accepts too. */
  readonly path: `/v1/${string}`;
  readonly host: 'api' | 'image';
  readonly summary: string;
  readonly pathParameters?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Largest request body, in bytes. */
  readonly bodyBytes?: number;
  /** Accepts the bytes of an image too: its body is then `{ dataUrl }`. */
  readonly acceptsImages?: boolean;
  /**
   * Success response; an image route returns bytes and has no body schema. With `again`, that is the status for what was
   * there before the request (`runtime.answerAgain`).
   */
  readonly ok: { readonly status: 200 | 201; readonly again?: 200; readonly body?: z.ZodType };
  /** `warnings` of its response are diagnostics with codes. @default texts */
  readonly hasDiagnostics?: boolean;
  /** What it creates or changes goes on without the API key and may consume units: it requires the scope `mint` too. */
  readonly consumesLater?: boolean;
  /** Accepts an `Idempotency-Key`: a repeated request gets the first response. */
  readonly isIdempotent?: boolean;
  /** It is in the account's audit: its use case calls `runtime.beginAct` before its first write. */
  readonly isAudited?: boolean;
  /** The quota whose units it consumes; responses contain the remaining units. */
  readonly quota?: usage.QuotaName;
  /** Code for a body that is not a JSON object. */
  readonly malformedBody?: PlainErrorCode;
  /** Code for unexpected failures, and for codes that `errors` does not list. */
  readonly failsAs: PlainErrorCode;
  /** Codes of this endpoint's errors. If several apply, the first listed wins. */
  readonly errors: readonly ErrorCode[];
  /** Statuses that differ from those of the catalogue. */
  readonly statuses?: Readonly<Partial<Record<ErrorCode, number>>>;
}

/** A row of the route table. Every route for API keys declares the scope that it requires; undefined: every key may. */
export type Route = AnyRoute &
  (
    | { readonly auth: 'apiKey'; readonly scope: Scope | undefined }
    | { readonly auth: 'signature' | 'page'; readonly scope?: undefined }
  );

export const authErrors = [
  'MISSING_API_KEY',
  'INVALID_API_KEY',
  'KEY_INACTIVE',
  'KEY_EXPIRED',
  'NO_SUBSCRIPTION',
  'SUBSCRIPTION_INACTIVE',
] as const;
export const scopeErrors = ['INSUFFICIENT_SCOPE'] as const;
const bodyErrors = ['PAYLOAD_TOO_LARGE'] as const;
export const idempotencyErrors = [
  'INVALID_IDEMPOTENCY_KEY',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_IN_PROGRESS',
] as const;
/** Errors of generating a template, of the whole request or of an item. */
const authorErrors = [
  'SUBSCRIPTION_REQUIRED',
  'AI_NOT_CONFIGURED',
  'QUOTA_EXCEEDED',
  'TOO_MANY_FAILED_GENERATIONS',
  'PARSE_FAILED',
  'STORAGE_QUOTA_EXCEEDED',
  'GENERATION_CANCELED',
] as const;
/** Errors of minting one URL, alone or in a batch. */
const mintErrors = [
  'MISSING_TEMPLATE_ID',
  'INVALID_VARIABLES',
  'INVALID_WIDTH',
  'INVALID_HEIGHT',
  'INVALID_SIZE',
  'INVALID_FORMAT',
  'INVALID_DEVICE_PIXEL_RATIO',
  'INVALID_VERSION',
  'TEMPLATE_NOT_FOUND',
  'VERSION_NOT_FOUND',
  'MISSING_TEMPLATE_VARIABLES',
  'TEMPLATE_NOT_COMPILED',
  'QUOTA_EXCEEDED',
  'KEY_LIMIT_EXCEEDED',
] as const;

export const getScopes = ({ scope, consumesLater }: Route): Scope[] => [
  ...(scope === undefined ? [] : [scope]),
  ...(consumesLater ? (['mint'] as const) : []),
];

/** A row of the API; omitted fields have the values of most routes. */
type ApiRow = Omit<AnyRoute, 'method' | 'path' | 'host' | 'failsAs'> & { readonly failsAs?: PlainErrorCode };
/** A declared route. `errors` of the row come after those of authentication and before `failsAs`. */
type ApiRoute<R extends ApiRow, S> = Omit<R, 'errors'> &
  Extract<Route, { auth: 'apiKey' }> & {
    readonly host: 'api';
    readonly errors: readonly (
      | (typeof authErrors)[number]
      | (S extends Scope ? (typeof scopeErrors)[number] : never)
      | (R extends { readonly isIdempotent: true } ? (typeof idempotencyErrors)[number] : never)
      | (R extends { readonly body: z.ZodType } ? (typeof bodyErrors)[number] : never)
      | R['errors'][number]
      | (R extends { readonly failsAs: infer F } ? F : 'SERVER_ERROR')
    )[];
  };

/** Declares a route of the API and the scope that it requires. */
const api = <const R extends ApiRow, S extends Scope | undefined>(
  method: AnyRoute['method'],
  path: AnyRoute['path'],
  scope: S,
  row: R,
): ApiRoute<R, S> => {
  const { failsAs = 'SERVER_ERROR', isIdempotent }: ApiRow = row;
  const ofCaller = [...authErrors, ...(scope === undefined ? [] : scopeErrors)];
  const own = [...(isIdempotent ? idempotencyErrors : []), ...(row.body ? bodyErrors : []), ...row.errors];
  return {
    ...(row.body && { bodyBytes: limits.bodyBytes.mint, malformedBody: 'INVALID_BODY' }),
    ...{ ...row, method, path, host: 'api', auth: 'apiKey', scope, failsAs, errors: [...ofCaller, ...own, failsAs] },
  } as unknown as ApiRoute<R, S>;
};

export const routes = {
  mintUrl: api('POST', '/v1/url', 'mint', {
    summary: 'Mint one signed image URL',
    body: mint.mintRequest,
    quota: 'mints',
    isIdempotent: true,
    ok: { status: 200, body: mint.mintAnswer },
    errors: ['INVALID_BODY', ...mintErrors],
  }),
  mintUrls: api('POST', '/v1/urls', 'mint', {
    summary: `Mint up to ${limits.itemsPerMint} signed image URLs, all of them or none`,
    body: mint.mintBatchRequest,
    bodyBytes: limits.bodyBytes.mintBatch,
    quota: 'mints',
    isIdempotent: true,
    ok: { status: 200, body: mint.mintBatchResponse },
    errors: ['INVALID_BODY', 'INVALID_ITEMS', 'EMPTY_ITEMS', 'TOO_MANY_ITEMS', ...mintErrors],
  }),
  listTemplates: api('GET', '/v1/templates', 'templates:read', {
    summary: `List the templates the caller may use: own ones first, the newest first, at most ${limits.listedTemplates}`,
    query: templates.listTemplatesQuery,
    ok: { status: 200, body: templates.listTemplatesResponse },
    failsAs: 'TEMPLATES_LIST_FAILED',
    errors: ['INVALID_SCOPE'],
  }),
  createTemplate: api('POST', '/v1/templates', 'templates:write', {
    summary: 'Create a template from JSX code',
    body: templates.createTemplateRequest,
    bodyBytes: limits.bodyBytes.template,
    isIdempotent: true,
    ok: { status: 201, body: templates.savedTemplateResponse },
    malformedBody: 'INVALID_JSON',
    failsAs: 'TEMPLATE_CREATE_FAILED',
    errors: [
      // first, so that old clients learn about the new payload before any other error (docs/interface.md#errors)
      'LEGACY_TEMPLATE_PAYLOAD',
      'INVALID_JSON',
      'MISSING_NAME',
      'INVALID_NAME',
      'MISSING_CODE',
      'INVALID_CODE',
      'TOO_MANY_TRIALS',
      'COMPILE_ERROR',
      'TOO_MANY_TEMPLATES',
      'STORAGE_QUOTA_EXCEEDED',
    ],
  }),
  checkTemplate: api('POST', '/v1/templates/check', 'templates:read', {
    summary: 'Compile, run and render a template without keeping anything',
    body: templates.checkTemplateRequest,
    bodyBytes: limits.bodyBytes.template,
    ok: { status: 200, body: templates.checkTemplateResponse },
    hasDiagnostics: true,
    errors: [
      'INVALID_BODY',
      'INVALID_CODE',
      'INVALID_VARIABLES',
      'INVALID_WIDTH',
      'INVALID_HEIGHT',
      'INVALID_SIZE',
      'INVALID_FORMAT',
      'TEMPLATE_NOT_FOUND',
      'TOO_MANY_TRIALS',
      'INVALID_DEVICE_PIXEL_RATIO',
    ],
  }),
  generateTemplates: api('POST', '/v1/templates/generate', 'generate', {
    summary: 'Have templates written by AI',
    body: generation.generateRequest,
    bodyBytes: limits.bodyBytes.generation,
    quota: 'generations',
    isIdempotent: true,
    ok: { status: 200, body: generation.generateResponse },
    malformedBody: 'INVALID_JSON',
    failsAs: 'GENERATION_FAILED',
    errors: ['INVALID_JSON', 'INVALID_ITEMS', 'EMPTY_ITEMS', 'TOO_MANY_ITEMS', 'TOO_MANY_TEMPLATES', ...authorErrors],
  }),
  reviseTemplate: api('POST', '/v1/templates/{templateId}/revise', 'generate', {
    summary: 'Have a template of one’s own changed by AI',
    pathParameters: templates.templatePath,
    body: generation.reviseRequest,
    bodyBytes: limits.bodyBytes.generation,
    quota: 'generations',
    isIdempotent: true,
    ok: { status: 200, body: generation.reviseResponse },
    failsAs: 'GENERATION_FAILED',
    errors: ['MISSING_TEMPLATE_ID', 'INVALID_BODY', 'TEMPLATE_NOT_FOUND', 'TOO_MANY_VERSIONS', ...authorErrors],
  }),
  getGeneration: api('GET', '/v1/generations/{generationId}', 'generate', {
    summary: 'See how far a generation or revision is',
    pathParameters: generation.generationPath,
    ok: { status: 200, body: generation.generationProgress },
    errors: ['GENERATION_NOT_FOUND'],
  }),
  cancelGeneration: api('DELETE', '/v1/generations/{generationId}', 'generate', {
    summary: 'Cancel a generation or revision',
    pathParameters: generation.generationPath,
    ok: { status: 200, body: generation.generationProgress },
    errors: ['GENERATION_NOT_FOUND'],
  }),
  getTemplate: api('GET', '/v1/templates/{templateId}', 'templates:read', {
    summary: 'Fetch one template with its code',
    pathParameters: templates.templatePath,
    ok: { status: 200, body: templates.getTemplateResponse },
    failsAs: 'TEMPLATE_FETCH_FAILED',
    errors: ['MISSING_TEMPLATE_ID', 'TEMPLATE_NOT_FOUND'],
  }),
  updateTemplate: api('PATCH', '/v1/templates/{templateId}', 'templates:write', {
    summary: 'Change a template of one’s own',
    pathParameters: templates.templatePath,
    body: templates.updateTemplateRequest,
    bodyBytes: limits.bodyBytes.template,
    ok: { status: 200, body: templates.savedTemplateResponse },
    malformedBody: 'INVALID_JSON',
    failsAs: 'TEMPLATE_UPDATE_FAILED',
    errors: [
      'LEGACY_TEMPLATE_PAYLOAD',
      'MISSING_TEMPLATE_ID',
      'INVALID_JSON',
      'EMPTY_UPDATE',
      'INVALID_NAME',
      'INVALID_CODE',
      'TEMPLATE_NOT_FOUND',
      'TOO_MANY_TRIALS',
      'COMPILE_ERROR',
      'TOO_MANY_VERSIONS',
      'STORAGE_QUOTA_EXCEEDED',
    ],
  }),
  deleteTemplate: api('DELETE', '/v1/templates/{templateId}', 'templates:write', {
    summary: 'Delete a template of one’s own for good; published URLs keep their images',
    isAudited: true,
    pathParameters: templates.templatePath,
    ok: { status: 200, body: templates.deleteTemplateResponse },
    failsAs: 'TEMPLATE_DELETE_FAILED',
    errors: ['MISSING_TEMPLATE_ID', 'TEMPLATE_NOT_FOUND'],
  }),
  listVersions: api('GET', '/v1/templates/{templateId}/versions', 'templates:read', {
    summary: `List the versions of a template, the newest first, at most ${limits.listedVersions}`,
    pathParameters: templates.templatePath,
    ok: { status: 200, body: templates.listVersionsResponse },
    failsAs: 'TEMPLATE_FETCH_FAILED',
    errors: ['MISSING_TEMPLATE_ID', 'TEMPLATE_NOT_FOUND'],
  }),
  getVersion: api('GET', '/v1/templates/{templateId}/versions/{version}', 'templates:read', {
    summary: 'Fetch one version of a template with its code',
    pathParameters: templates.templateVersionPath,
    ok: { status: 200, body: templates.getTemplateResponse },
    failsAs: 'TEMPLATE_FETCH_FAILED',
    errors: ['MISSING_TEMPLATE_ID', 'INVALID_VERSION', 'TEMPLATE_NOT_FOUND', 'VERSION_NOT_FOUND'],
  }),
  restoreVersion: api('POST', '/v1/templates/{templateId}/versions/{version}/restore', 'templates:write', {
    summary: 'Save the code of an earlier version as a new one',
    pathParameters: templates.templateVersionPath,
    ok: { status: 200, body: templates.savedTemplateResponse },
    failsAs: 'TEMPLATE_UPDATE_FAILED',
    errors: [
      'MISSING_TEMPLATE_ID',
      'INVALID_VERSION',
      'TEMPLATE_NOT_FOUND',
      'VERSION_NOT_FOUND',
      'TOO_MANY_TRIALS',
      'COMPILE_ERROR',
      'TOO_MANY_VERSIONS',
      'STORAGE_QUOTA_EXCEEDED',
    ],
  }),
  createRevocation: api('POST', '/v1/revocations', 'revocations:write', {
    summary: 'Take back an image URL, or those of a template',
    isAudited: true,
    body: revocations.createRevocationRequest,
    ok: { status: 201, body: revocations.createRevocationResponse },
    errors: [
      'INVALID_BODY',
      'INVALID_VERSION',
      'URL_NOT_FOUND',
      'TEMPLATE_NOT_FOUND',
      'VERSION_NOT_FOUND',
      'TOO_MANY_REVOCATIONS',
    ],
  }),
  listRevocations: api('GET', '/v1/revocations', 'revocations:write', {
    summary: 'List what is taken back, the newest first',
    ok: { status: 200, body: revocations.listRevocationsResponse },
    errors: [],
  }),
  deleteRevocation: api('DELETE', '/v1/revocations/{revocationId}', 'revocations:write', {
    summary: 'Let what was taken back be delivered again',
    isAudited: true,
    pathParameters: revocations.revocationPath,
    ok: { status: 200, body: revocations.deleteRevocationResponse },
    errors: ['REVOCATION_NOT_FOUND'],
  }),
  createFont: api('POST', '/v1/fonts', 'fonts:write', {
    summary: 'Upload a font that templates of the account can name',
    body: fonts.createFontRequest,
    bodyBytes: limits.bodyBytes.font,
    ok: { status: 201, body: fonts.createFontResponse },
    errors: ['INVALID_BODY', 'TOO_MANY_TRIALS', 'INVALID_FONT', 'TOO_MANY_FONTS', 'STORAGE_QUOTA_EXCEEDED'],
  }),
  listFonts: api('GET', '/v1/fonts', 'templates:read', {
    summary: 'List the fonts of the account, the newest first',
    ok: { status: 200, body: fonts.listFontsResponse },
    errors: [],
  }),
  deleteFont: api('DELETE', '/v1/fonts/{fontId}', 'fonts:write', {
    summary: 'Delete a font; published URLs keep their images',
    pathParameters: fonts.fontPath,
    ok: { status: 200, body: fonts.deleteFontResponse },
    errors: ['FONT_NOT_FOUND'],
  }),
  createAsset: api('POST', '/v1/assets', 'assets:write', {
    summary: 'Upload a picture, which gets a public address of its own',
    body: assets.createAssetRequest,
    bodyBytes: limits.bodyBytes.asset,
    acceptsImages: true,
    ok: { status: 201, again: 200, body: assets.createAssetResponse },
    statuses: { STORAGE_QUOTA_EXCEEDED: 403 },
    errors: [
      'INVALID_BODY',
      'INVALID_NAME',
      'REQUEST_TOO_LARGE',
      'TOO_MANY_REQUESTS',
      'INVALID_ASSET',
      'TOO_MANY_ASSETS',
      'STORAGE_QUOTA_EXCEEDED',
    ],
  }),
  listAssets: api('GET', '/v1/assets', 'templates:read', {
    summary: `List the pictures of the account, the newest first, at most ${limits.assets}`,
    ok: { status: 200, body: assets.listAssetsResponse },
    errors: [],
  }),
  deleteAsset: api('DELETE', '/v1/assets/{assetId}', 'assets:write', {
    summary: 'Delete a picture and its address; published URLs keep their images',
    pathParameters: assets.assetPath,
    ok: { status: 200, body: assets.deleteAssetResponse },
    errors: ['ASSET_NOT_FOUND'],
  }),
  createKey: api('POST', '/v1/keys', 'keys:write', {
    summary: 'Create an API key with scopes and limits of its own',
    isAudited: true,
    body: keys.createKeyRequest,
    ok: { status: 201, body: keys.createKeyResponse },
    errors: ['INVALID_BODY', 'MISSING_NAME', 'INVALID_NAME', 'TEMPLATE_NOT_FOUND', 'TOO_MANY_KEYS'],
  }),
  listKeys: api('GET', '/v1/keys', 'keys:write', {
    summary: 'List the API keys of the account, the newest first',
    ok: { status: 200, body: keys.listKeysResponse },
    errors: [],
  }),
  getOwnKey: api('GET', '/v1/keys/self', undefined, {
    summary: 'Tell what the API key of the request may do',
    ok: { status: 200, body: keys.ownKeyResponse },
    errors: [],
  }),
  deleteKey: api('DELETE', '/v1/keys/{keyId}', 'keys:write', {
    summary: 'Delete an API key; what it minted stays',
    isAudited: true,
    pathParameters: keys.keyPath,
    ok: { status: 200, body: keys.deleteKeyResponse },
    errors: ['KEY_NOT_FOUND'],
  }),
  createSigningKey: api('POST', '/v1/signing-keys', 'keys:write', {
    summary: 'Create a key with which a site signs image URLs itself',
    isAudited: true,
    consumesLater: true,
    body: keys.createSigningKeyRequest,
    ok: { status: 201, body: keys.createSigningKeyResponse },
    errors: ['INVALID_BODY', 'MISSING_NAME', 'INVALID_NAME', 'TEMPLATE_NOT_FOUND', 'TOO_MANY_KEYS'],
  }),
  listSigningKeys: api('GET', '/v1/signing-keys', 'keys:write', {
    summary: 'List the signing keys of the account, the newest first',
    ok: { status: 200, body: keys.listSigningKeysResponse },
    errors: [],
  }),
  deleteSigningKey: api('DELETE', '/v1/signing-keys/{signingKeyId}', 'keys:write', {
    summary: 'Delete a signing key, and on request take back all of its URLs',
    isAudited: true,
    pathParameters: keys.signingKeyPath,
    query: keys.deleteSigningKeyQuery,
    ok: { status: 200, body: keys.deleteSigningKeyResponse },
    errors: ['INVALID_BODY', 'SIGNING_KEY_NOT_FOUND', 'TOO_MANY_REVOCATIONS'],
  }),
  putFallback: api('PUT', '/v1/fallback', 'templates:write', {
    summary: 'Set or remove the image of on-demand URLs that cannot be rendered',
    consumesLater: true,
    body: onDemand.putFallbackRequest,
    ok: { status: 200, body: onDemand.putFallbackResponse },
    errors: [
      'INVALID_BODY',
      'MISSING_TEMPLATE_ID',
      'TEMPLATE_NOT_FOUND',
      'QUOTA_EXCEEDED',
      'TOO_MANY_TRIALS',
      'MISSING_TEMPLATE_VARIABLES',
      'TEMPLATE_NOT_COMPILED',
      'STORAGE_QUOTA_EXCEEDED',
      'INVALID_VARIABLES',
    ],
  }),
  listRenderFailures: api('GET', '/v1/render-failures', 'usage:read', {
    summary: `List the image URLs that could not be rendered, the latest first, at most ${limits.renderFailures}`,
    ok: { status: 200, body: onDemand.listRenderFailuresResponse },
    errors: [],
  }),
  getViews: api('GET', '/v1/views', 'usage:read', {
    summary: 'Count the fetches of images, by day, template, platform or image',
    query: views.getViewsQuery,
    ok: { status: 200, body: views.getViewsResponse },
    errors: ['INVALID_QUERY', 'VIEWS_NOT_COUNTED', 'TOO_MANY_REQUESTS'],
  }),
  getUsage: api('GET', '/v1/usage', 'usage:read', {
    summary: 'Tell what the account has used of its month',
    ok: { status: 200, body: usage.usageResponse },
    errors: [],
  }),
  listAudit: api('GET', '/v1/audit', 'usage:read', {
    summary: 'List who changed keys, sites, revocations and the account, the newest first',
    query: audit.listAuditQuery,
    ok: { status: 200, body: audit.listAuditResponse },
    errors: ['INVALID_QUERY'],
  }),
  createSite: api('POST', '/v1/sites', 'sites:write', {
    summary: 'Create a site, whose pages get their images by a tag',
    isAudited: true,
    consumesLater: true,
    body: sites.createSiteRequest,
    ok: { status: 201, body: sites.siteResponse },
    errors: [
      'INVALID_BODY',
      'MISSING_TEMPLATE_ID',
      'INVALID_VERSION',
      'TEMPLATE_NOT_FOUND',
      'SITE_EXISTS',
      'TOO_MANY_SITES',
    ],
  }),
  listSites: api('GET', '/v1/sites', 'sites:write', {
    summary: 'List the sites of the account, the newest first',
    ok: { status: 200, body: sites.listSitesResponse },
    errors: [],
  }),
  updateSite: api('PATCH', '/v1/sites/{siteId}', 'sites:write', {
    summary: 'Change a site; images follow when their pages are read again',
    isAudited: true,
    consumesLater: true,
    pathParameters: sites.sitePath,
    body: sites.updateSiteRequest,
    ok: { status: 200, body: sites.siteResponse },
    errors: ['INVALID_BODY', 'MISSING_TEMPLATE_ID', 'INVALID_VERSION', 'TEMPLATE_NOT_FOUND', 'SITE_NOT_FOUND'],
  }),
  refreshSite: api('POST', '/v1/sites/{siteId}/refresh', 'sites:write', {
    summary: 'Have a page read again with the next request for its image',
    consumesLater: true,
    pathParameters: sites.sitePath,
    body: sites.refreshSiteRequest,
    ok: { status: 200, body: sites.refreshSiteResponse },
    errors: ['INVALID_BODY', 'SITE_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  }),
  deleteSite: api('DELETE', '/v1/sites/{siteId}', 'sites:write', {
    summary: 'Delete a site; its image URLs end',
    isAudited: true,
    pathParameters: sites.sitePath,
    ok: { status: 200, body: sites.deleteSiteResponse },
    errors: ['SITE_NOT_FOUND'],
  }),
  renderSiteImage: {
    method: 'GET',
    path: '/v1/s/{siteId}/{page}',
    host: 'image',
    auth: 'page',
    summary: 'Deliver the image of a page that names it in its tags',
    pathParameters: sites.siteImagePath,
    ok: { status: 200 },
    failsAs: 'RENDER_ERROR',
    statuses: { INVALID_VARIABLES: 422 },
    errors: [
      'SITE_NOT_FOUND',
      'URL_DENIED',
      'URL_REVOKED',
      'PAGE_NOT_USABLE',
      'INVALID_VARIABLES',
      'SUBSCRIPTION_INACTIVE',
      'TEMPLATE_NOT_FOUND',
      'VERSION_NOT_FOUND',
      'QUOTA_EXCEEDED',
      'RENDER_ERROR',
    ],
  },
  renderOnDemand: {
    method: 'GET',
    path: '/v1/i/{key}/{signature}/{templateId}/{options}/{payload}',
    host: 'image',
    auth: 'signature',
    summary: 'Deliver the image of an on-demand URL, and render it at the first request',
    pathParameters: onDemand.onDemandPath,
    ok: { status: 200 },
    failsAs: 'RENDER_ERROR',
    statuses: { INVALID_VARIABLES: 422 },
    errors: [
      'URL_EXPIRED',
      'INVALID_SIGNATURE',
      'URL_DENIED',
      'URL_REVOKED',
      'INVALID_VARIABLES',
      'SUBSCRIPTION_INACTIVE',
      'TEMPLATE_NOT_FOUND',
      'VERSION_NOT_FOUND',
      'QUOTA_EXCEEDED',
      'VNODE_NOT_FOUND',
      'MAX_DEPTH',
      'RENDER_ERROR',
      'INVALID_VNODE',
    ],
  },
  renderImage: {
    method: 'GET',
    path: '/v1/image',
    host: 'image',
    auth: 'signature',
    summary: 'Deliver the image of a signed URL',
    ok: { status: 200 },
    failsAs: 'RENDER_ERROR',
    errors: [
      'URL_EXPIRED',
      'INVALID_SIGNATURE',
      'URL_DENIED',
      'URL_REVOKED',
      'VNODE_NOT_FOUND',
      'MAX_DEPTH',
      'RENDER_ERROR',
      'INVALID_VNODE',
    ],
  },
} as const satisfies Record<string, Route>;

export type RouteId = keyof typeof routes;

/** Routes of the API, which require API keys. */
export type ApiRouteId = { [R in RouteId]: (typeof routes)[R]['host'] extends 'api' ? R : never }[RouteId];
export const apiRouteIds = (Object.keys(routes) as RouteId[]).filter(
  (id): id is ApiRouteId => routes[id].host === 'api',
);

/** Routes of the image host, each with its own function URL and edge function. */
export type ImageRouteId = Exclude<RouteId, ApiRouteId>;
export const imageRouteIds = (Object.keys(routes) as RouteId[]).filter(
  (id): id is ImageRouteId => routes[id].host === 'image',
);

/** Errors that any route may return, for any request: no worker was free in time. */
export const busyErrors = ['SERVICE_UNAVAILABLE'] as const satisfies readonly ErrorCode[];

/** Errors of requests that match no route. */
export const frontErrors = [
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'PAYLOAD_TOO_LARGE',
  'REQUEST_BLOCKED',
  'THROTTLED',
  'SERVER_ERROR',
] as const satisfies readonly ErrorCode[];
