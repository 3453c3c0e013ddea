import type * as z from 'zod';
import type { ErrorCode, PlainErrorCode } from './errors.ts';
import { limits } from './limits.ts';
import {
  createFontRequest,
  createFontResponse,
  deleteFontResponse,
  fontPath,
  listFontsResponse,
} from './schemas/font.ts';
import { generateRequest, generateResponse, reviseRequest, reviseResponse } from './schemas/generate.ts';
import { mintBatchRequest, mintBatchResponse, mintRequest, mintResponse } from './schemas/mint.ts';
import {
  createRevocationRequest,
  createRevocationResponse,
  deleteRevocationResponse,
  listRevocationsResponse,
  revocationPath,
} from './schemas/revocation.ts';
import {
  checkTemplateRequest,
  checkTemplateResponse,
  createTemplateRequest,
  deleteTemplateResponse,
  getTemplateResponse,
  listTemplatesQuery,
  listTemplatesResponse,
  listVersionsResponse,
  savedTemplateResponse,
  templatePath,
  templateVersionPath,
  updateTemplateRequest,
} from './schemas/template.ts';
import { type QuotaName, usageResponse } from './schemas/usage.ts';

/** One endpoint: a row of the route table. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** OpenAPI-style path; API Gateway takes the same form. */
  readonly path: `/v1/${string}`;
  /** Which public host serves it. */
  readonly host: 'api' | 'image';
  readonly auth: 'apiKey' | 'signature';
  readonly summary: string;
  readonly pathParameters?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Largest request body, in bytes. */
  readonly bodyBytes?: number;
  /** Success; an image route answers bytes and has no body schema. */
  readonly ok: { readonly status: 200 | 201; readonly body?: z.ZodType };
  /** Takes an `Idempotency-Key`: its first answer is given again. */
  readonly isIdempotent?: boolean;
  /** The quota whose units it takes; its answers say how much is left. */
  readonly quota?: QuotaName;
  /** Code for a body that is not a JSON object at all. */
  readonly malformedBody?: PlainErrorCode;
  /** Code for unexpected failures, and for codes that `errors` does not list. */
  readonly failsAs: PlainErrorCode;
  /** Codes this endpoint may answer with: when several apply, the first listed wins. */
  readonly errors: readonly ErrorCode[];
}

const authErrors = [
  'MISSING_API_KEY',
  'INVALID_API_KEY',
  'KEY_INACTIVE',
  'NO_SUBSCRIPTION',
  'SUBSCRIPTION_INACTIVE',
] as const;
const bodyErrors = ['PAYLOAD_TOO_LARGE'] as const;
const idempotencyErrors = ['INVALID_IDEMPOTENCY_KEY', 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS'] as const;
/** Errors of having a template written, that of a whole call and that of an item. */
const authorErrors = [
  'SUBSCRIPTION_REQUIRED',
  'AI_NOT_CONFIGURED',
  'QUOTA_EXCEEDED',
  'PARSE_FAILED',
  'GENERATION_FAILED',
] as const;
/** Errors of minting one URL, alone or in a batch. */
const mintErrors = [
  'MISSING_TEMPLATE_ID',
  'INVALID_VARIABLES',
  'INVALID_WIDTH',
  'INVALID_HEIGHT',
  'INVALID_FORMAT',
  'INVALID_DEVICE_PIXEL_RATIO',
  'INVALID_VERSION',
  'TEMPLATE_NOT_FOUND',
  'VERSION_NOT_FOUND',
  'MISSING_TEMPLATE_VARIABLES',
  'TEMPLATE_NOT_COMPILED',
  'QUOTA_EXCEEDED',
  'SERVER_ERROR',
] as const;

export const routes = {
  mintUrl: {
    method: 'POST',
    path: '/v1/url',
    host: 'api',
    auth: 'apiKey',
    summary: 'Mint one signed image URL',
    body: mintRequest,
    bodyBytes: limits.bodyBytes.mint,
    quota: 'mints',
    isIdempotent: true,
    ok: { status: 200, body: mintResponse },
    malformedBody: 'INVALID_BODY',
    failsAs: 'SERVER_ERROR',
    errors: [...authErrors, ...idempotencyErrors, ...bodyErrors, 'INVALID_BODY', ...mintErrors],
  },
  mintUrls: {
    method: 'POST',
    path: '/v1/urls',
    host: 'api',
    auth: 'apiKey',
    summary: `Mint up to ${limits.itemsPerMint} signed image URLs, all of them or none`,
    body: mintBatchRequest,
    bodyBytes: limits.bodyBytes.mintBatch,
    quota: 'mints',
    isIdempotent: true,
    ok: { status: 200, body: mintBatchResponse },
    malformedBody: 'INVALID_BODY',
    failsAs: 'SERVER_ERROR',
    errors: [
      ...authErrors,
      ...idempotencyErrors,
      ...bodyErrors,
      'INVALID_BODY',
      'INVALID_ITEMS',
      'EMPTY_ITEMS',
      'TOO_MANY_ITEMS',
      ...mintErrors,
    ],
  },
  listTemplates: {
    method: 'GET',
    path: '/v1/templates',
    host: 'api',
    auth: 'apiKey',
    summary: `List the templates the caller may use: own ones first, the newest first, at most ${limits.listedTemplates}`,
    query: listTemplatesQuery,
    ok: { status: 200, body: listTemplatesResponse },
    failsAs: 'TEMPLATES_LIST_FAILED',
    errors: [...authErrors, 'INVALID_SCOPE', 'TEMPLATES_LIST_FAILED'],
  },
  createTemplate: {
    method: 'POST',
    path: '/v1/templates',
    host: 'api',
    auth: 'apiKey',
    summary: 'Create a template from JSX code',
    body: createTemplateRequest,
    bodyBytes: limits.bodyBytes.template,
    isIdempotent: true,
    ok: { status: 201, body: savedTemplateResponse },
    malformedBody: 'INVALID_JSON',
    failsAs: 'TEMPLATE_CREATE_FAILED',
    errors: [
      ...authErrors,
      ...idempotencyErrors,
      ...bodyErrors,
      // an old client is told so before its other mistakes (docs/interface.md#errors)
      'LEGACY_TEMPLATE_PAYLOAD',
      'INVALID_JSON',
      'MISSING_NAME',
      'INVALID_NAME',
      'MISSING_CODE',
      'INVALID_CODE',
      'COMPILE_ERROR',
      'TEMPLATE_CREATE_FAILED',
    ],
  },
  checkTemplate: {
    method: 'POST',
    path: '/v1/templates/check',
    host: 'api',
    auth: 'apiKey',
    summary: 'Compile, run and draw a template without keeping anything',
    body: checkTemplateRequest,
    bodyBytes: limits.bodyBytes.template,
    ok: { status: 200, body: checkTemplateResponse },
    malformedBody: 'INVALID_BODY',
    failsAs: 'SERVER_ERROR',
    errors: [
      ...authErrors,
      ...bodyErrors,
      'INVALID_BODY',
      'INVALID_CODE',
      'INVALID_VARIABLES',
      'INVALID_WIDTH',
      'INVALID_HEIGHT',
      'INVALID_FORMAT',
      'INVALID_DEVICE_PIXEL_RATIO',
      'TEMPLATE_NOT_FOUND',
      'SERVER_ERROR',
    ],
  },
  generateTemplates: {
    method: 'POST',
    path: '/v1/templates/generate',
    host: 'api',
    auth: 'apiKey',
    summary: 'Have templates written by AI',
    body: generateRequest,
    bodyBytes: limits.bodyBytes.generation,
    quota: 'generations',
    isIdempotent: true,
    ok: { status: 200, body: generateResponse },
    malformedBody: 'INVALID_JSON',
    failsAs: 'GENERATION_FAILED',
    errors: [
      ...authErrors,
      ...idempotencyErrors,
      ...bodyErrors,
      'INVALID_JSON',
      'INVALID_ITEMS',
      'EMPTY_ITEMS',
      'TOO_MANY_ITEMS',
      ...authorErrors,
    ],
  },
  reviseTemplate: {
    method: 'POST',
    path: '/v1/templates/{templateId}/revise',
    host: 'api',
    auth: 'apiKey',
    summary: 'Have a template of one’s own changed by AI',
    pathParameters: templatePath,
    body: reviseRequest,
    bodyBytes: limits.bodyBytes.generation,
    quota: 'generations',
    isIdempotent: true,
    ok: { status: 200, body: reviseResponse },
    malformedBody: 'INVALID_BODY',
    failsAs: 'GENERATION_FAILED',
    errors: [
      ...authErrors,
      ...idempotencyErrors,
      ...bodyErrors,
      'MISSING_TEMPLATE_ID',
      'INVALID_BODY',
      'TEMPLATE_NOT_FOUND',
      ...authorErrors,
    ],
  },
  getTemplate: {
    method: 'GET',
    path: '/v1/templates/{templateId}',
    host: 'api',
    auth: 'apiKey',
    summary: 'Fetch one template with its code',
    pathParameters: templatePath,
    ok: { status: 200, body: getTemplateResponse },
    failsAs: 'TEMPLATE_FETCH_FAILED',
    errors: [...authErrors, 'MISSING_TEMPLATE_ID', 'TEMPLATE_NOT_FOUND', 'TEMPLATE_FETCH_FAILED'],
  },
  updateTemplate: {
    method: 'PATCH',
    path: '/v1/templates/{templateId}',
    host: 'api',
    auth: 'apiKey',
    summary: 'Change a template of one’s own',
    pathParameters: templatePath,
    body: updateTemplateRequest,
    bodyBytes: limits.bodyBytes.template,
    ok: { status: 200, body: savedTemplateResponse },
    malformedBody: 'INVALID_JSON',
    failsAs: 'TEMPLATE_UPDATE_FAILED',
    errors: [
      ...authErrors,
      ...bodyErrors,
      'LEGACY_TEMPLATE_PAYLOAD',
      'MISSING_TEMPLATE_ID',
      'INVALID_JSON',
      'EMPTY_UPDATE',
      'INVALID_NAME',
      'INVALID_CODE',
      'COMPILE_ERROR',
      'TEMPLATE_NOT_FOUND',
      'TEMPLATE_UPDATE_FAILED',
    ],
  },
  deleteTemplate: {
    method: 'DELETE',
    path: '/v1/templates/{templateId}',
    host: 'api',
    auth: 'apiKey',
    summary: 'Delete a template of one’s own for good; published URLs keep their pictures',
    pathParameters: templatePath,
    ok: { status: 200, body: deleteTemplateResponse },
    failsAs: 'TEMPLATE_DELETE_FAILED',
    errors: [...authErrors, 'MISSING_TEMPLATE_ID', 'TEMPLATE_NOT_FOUND', 'TEMPLATE_DELETE_FAILED'],
  },
  listVersions: {
    method: 'GET',
    path: '/v1/templates/{templateId}/versions',
    host: 'api',
    auth: 'apiKey',
    summary: `List the versions of a template, the newest first, at most ${limits.listedVersions}`,
    pathParameters: templatePath,
    ok: { status: 200, body: listVersionsResponse },
    failsAs: 'TEMPLATE_FETCH_FAILED',
    errors: [...authErrors, 'MISSING_TEMPLATE_ID', 'TEMPLATE_NOT_FOUND', 'TEMPLATE_FETCH_FAILED'],
  },
  getVersion: {
    method: 'GET',
    path: '/v1/templates/{templateId}/versions/{version}',
    host: 'api',
    auth: 'apiKey',
    summary: 'Fetch one version of a template with its code',
    pathParameters: templateVersionPath,
    ok: { status: 200, body: getTemplateResponse },
    failsAs: 'TEMPLATE_FETCH_FAILED',
    errors: [
      ...authErrors,
      'MISSING_TEMPLATE_ID',
      'INVALID_VERSION',
      'TEMPLATE_NOT_FOUND',
      'VERSION_NOT_FOUND',
      'TEMPLATE_FETCH_FAILED',
    ],
  },
  restoreVersion: {
    method: 'POST',
    path: '/v1/templates/{templateId}/versions/{version}/restore',
    host: 'api',
    auth: 'apiKey',
    summary: 'Save the code of an earlier version as a new one',
    pathParameters: templateVersionPath,
    ok: { status: 200, body: savedTemplateResponse },
    failsAs: 'TEMPLATE_UPDATE_FAILED',
    errors: [
      ...authErrors,
      'MISSING_TEMPLATE_ID',
      'INVALID_VERSION',
      'TEMPLATE_NOT_FOUND',
      'VERSION_NOT_FOUND',
      'COMPILE_ERROR',
      'TEMPLATE_UPDATE_FAILED',
    ],
  },
  createRevocation: {
    method: 'POST',
    path: '/v1/revocations',
    host: 'api',
    auth: 'apiKey',
    summary: 'Take back an image URL, or those of a template',
    body: createRevocationRequest,
    bodyBytes: limits.bodyBytes.mint,
    ok: { status: 201, body: createRevocationResponse },
    malformedBody: 'INVALID_BODY',
    failsAs: 'SERVER_ERROR',
    errors: [
      ...authErrors,
      ...bodyErrors,
      'INVALID_BODY',
      'INVALID_VERSION',
      'URL_NOT_FOUND',
      'TEMPLATE_NOT_FOUND',
      'VERSION_NOT_FOUND',
      'TOO_MANY_REVOCATIONS',
      'SERVER_ERROR',
    ],
  },
  listRevocations: {
    method: 'GET',
    path: '/v1/revocations',
    host: 'api',
    auth: 'apiKey',
    summary: 'List what is taken back, the newest first',
    ok: { status: 200, body: listRevocationsResponse },
    failsAs: 'SERVER_ERROR',
    errors: [...authErrors, 'SERVER_ERROR'],
  },
  deleteRevocation: {
    method: 'DELETE',
    path: '/v1/revocations/{revocationId}',
    host: 'api',
    auth: 'apiKey',
    summary: 'Let what was taken back be delivered again',
    pathParameters: revocationPath,
    ok: { status: 200, body: deleteRevocationResponse },
    failsAs: 'SERVER_ERROR',
    errors: [...authErrors, 'REVOCATION_NOT_FOUND', 'SERVER_ERROR'],
  },
  createFont: {
    method: 'POST',
    path: '/v1/fonts',
    host: 'api',
    auth: 'apiKey',
    summary: 'Upload a font that templates of the account can name',
    body: createFontRequest,
    bodyBytes: limits.bodyBytes.font,
    ok: { status: 201, body: createFontResponse },
    malformedBody: 'INVALID_BODY',
    failsAs: 'SERVER_ERROR',
    errors: [...authErrors, ...bodyErrors, 'INVALID_BODY', 'INVALID_FONT', 'TOO_MANY_FONTS', 'SERVER_ERROR'],
  },
  listFonts: {
    method: 'GET',
    path: '/v1/fonts',
    host: 'api',
    auth: 'apiKey',
    summary: 'List the fonts of the account, the newest first',
    ok: { status: 200, body: listFontsResponse },
    failsAs: 'SERVER_ERROR',
    errors: [...authErrors, 'SERVER_ERROR'],
  },
  deleteFont: {
    method: 'DELETE',
    path: '/v1/fonts/{fontId}',
    host: 'api',
    auth: 'apiKey',
    summary: 'Delete a font; published URLs keep their pictures',
    pathParameters: fontPath,
    ok: { status: 200, body: deleteFontResponse },
    failsAs: 'SERVER_ERROR',
    errors: [...authErrors, 'FONT_NOT_FOUND', 'SERVER_ERROR'],
  },
  getUsage: {
    method: 'GET',
    path: '/v1/usage',
    host: 'api',
    auth: 'apiKey',
    summary: 'Tell what the account has used of its month',
    ok: { status: 200, body: usageResponse },
    failsAs: 'SERVER_ERROR',
    errors: [...authErrors, 'SERVER_ERROR'],
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

/** Errors that any route may answer with, whatever the request: no worker was free in time. */
export const busyErrors = ['SERVICE_UNAVAILABLE'] as const satisfies readonly ErrorCode[];

/** Errors of requests that reach no route. */
export const frontErrors = [
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'PAYLOAD_TOO_LARGE',
  'THROTTLED',
  'SERVER_ERROR',
] as const satisfies readonly ErrorCode[];
