import {
  CfnGatewayResponse,
  type CfnMethod,
  type IResource,
  MockIntegration,
  PassthroughBehavior,
  ResponseType,
  type RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { canaryPage, canaryPageHeaders, canaryPagePath, siteIdPattern } from 'image-url-contract/canary-page.ts';
import { corsHeaders, preflightHeaders } from 'image-url-contract/cors.ts';
import { type ErrorCode, errorCatalogue } from 'image-url-contract/errors.ts';
import { type frontErrors, type Route, routes } from 'image-url-contract/routes.ts';

/*
 * Answers that no function gives: the gateway's own errors in the service's shape, refusals of unknown paths and
 * methods, and preflight responses.
 */

type FrontError = (typeof frontErrors)[number];

/**
 * Error codes for the responses of the gateway itself; types without a code have the one of their default. The API uses
 * no authorizers, usage plans or validators of the gateway, so other 4xx of the gateway mean an unknown path.
 */
const codes: readonly (readonly [ResponseType, FrontError])[] = [
  [ResponseType.DEFAULT_4XX, 'NOT_FOUND'],
  [ResponseType.WAF_FILTERED, 'REQUEST_BLOCKED'],
  // only the rejection of other methods depends on the content type
  [ResponseType.UNSUPPORTED_MEDIA_TYPE, 'METHOD_NOT_ALLOWED'],
  [ResponseType.REQUEST_TOO_LARGE, 'PAYLOAD_TOO_LARGE'],
  [ResponseType.THROTTLED, 'THROTTLED'],
  [ResponseType.DEFAULT_5XX, 'SERVER_ERROR'],
];

const getId = ({ responseType }: ResponseType): string =>
  responseType
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const errorHeaders = {
  'Cache-Control': "'no-store'",
  'X-Content-Type-Options': "'nosniff'",
  'X-Request-Id': 'context.requestId',
};

/** Gives API Gateway's own error responses the service's shape. */
export const addGatewayResponses = (api: RestApi): void => {
  for (const [type, code] of codes) {
    const { status, message } = errorCatalogue[code];
    api.addGatewayResponse(getId(type), {
      type,
      statusCode: String(status),
      templates: { 'application/json': JSON.stringify({ code, message }) },
      responseHeaders: { ...errorHeaders, ...(code === 'THROTTLED' && { 'Retry-After': "'1'" }) },
    });
  }
};

interface FixedAnswer {
  readonly status: number;
  /** As an integration response maps them. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON, whatever the request contains. @default no body */
  readonly body?: object;
  /** Mapping template of a page. @default none */
  readonly page?: string;
}

/**
 * Adds a mock integration. One with a body does not depend on the body of the request; a content type without a mapping
 * gets the gateway's own response (`addGatewayResponses`).
 */
const addFixedAnswer = (at: IResource, method: string, { status, headers, body, page }: FixedAnswer): void => {
  const statusCode = String(status);
  const parameters = Object.entries(headers).map(([name, value]) => [`method.response.header.${name}`, value] as const);
  const integration = new MockIntegration({
    ...(body && { passthroughBehavior: PassthroughBehavior.NEVER }),
    requestTemplates: { 'application/json': JSON.stringify({ statusCode: status }) },
    integrationResponses: [
      {
        statusCode,
        ...(body && { responseTemplates: { 'application/json': JSON.stringify(body) } }),
        ...(page && { responseTemplates: { 'text/html': page } }),
        responseParameters: Object.fromEntries(parameters),
      },
    ],
  });
  const responseParameters = Object.fromEntries(parameters.map(([name]) => [name, true]));
  at.addMethod(method, integration, { methodResponses: [{ statusCode, responseParameters }] });
};

const refuse = (at: IResource, code: ErrorCode, more: Readonly<Record<string, string>> = {}): void => {
  const { status, message } = errorCatalogue[code];
  const headers = { 'Content-Type': "'application/json'", ...errorHeaders, ...more };
  addFixedAnswer(at, 'ANY', { status, headers, body: { code, message } });
};

const apiRoutes = (Object.values(routes) as Route[]).filter(({ host }) => host === 'api');
const apiPaths = new Set(apiRoutes.map(({ path }) => path));

/** Rejects other methods of known paths, and all methods of unknown paths. */
export const addRefusals = (api: RestApi): void => {
  for (const path of apiPaths) {
    const allow = apiRoutes.flatMap((route) => (route.path === path ? [route.method] : [])).join(', ');
    refuse(api.root.resourceForPath(path), 'METHOD_NOT_ALLOWED', { Allow: `'${allow}'` });
  }
  refuse(api.root, 'NOT_FOUND');
  refuse(api.root.addResource('{other+}'), 'NOT_FOUND');
};

const quote = (headers: Readonly<Record<string, string>>): [name: string, value: string][] =>
  Object.entries(headers).map(([name, value]) => [name, `'${value}'`]);

/** Adds the page of the canary. @param basePath path of the API's address, without a slash at the end */
export const addCanaryPage = (api: RestApi, basePath: string): void => {
  const isId = `$id.matches('${siteIdPattern}')`;
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a reference of the mapping template
  const page = `#set($id = $input.params('siteId'))#if(${isId})${canaryPage('${id}', basePath)}#end`;
  const headers = Object.fromEntries(quote(canaryPageHeaders));
  addFixedAnswer(api.root.resourceForPath(canaryPagePath('{siteId}')), 'GET', { status: 200, headers, page });
};

/** Lets the refusal of a path's other methods answer preflight requests, without a method of their own for each path. */
const answerPreflight = (at: IResource, origin: string): void => {
  const refusal = at.node.findChild('ANY').node.defaultChild as CfnMethod;
  const { status } = errorCatalogue.METHOD_NOT_ALLOWED;
  const parameters = quote(preflightHeaders(origin)).map(([name, value]) => [`method.response.header.${name}`, value]);
  const chosen = `{"statusCode": #if($context.httpMethod == "OPTIONS") 204 #else ${status} #end}`;
  refusal.addPropertyOverride('Integration.RequestTemplates', { 'application/json': chosen });
  refusal.addPropertyOverride('Integration.IntegrationResponses.1', {
    ...{ StatusCode: '204', SelectionPattern: '204', ResponseParameters: Object.fromEntries(parameters) },
  });
  refusal.addPropertyOverride('MethodResponses.1', {
    ...{ StatusCode: '204', ResponseParameters: Object.fromEntries(parameters.map(([name]) => [name, true])) },
  });
};

/**
 * Allows CORS requests from one origin: adds preflight responses, and CORS headers to the gateway's own responses. The
 * functions add them to theirs.
 */
export const allowOrigin = (api: RestApi, origin: string): void => {
  for (const path of apiPaths) answerPreflight(api.root.resourceForPath(path), origin);
  for (const response of api.node.findAll()) {
    if (!(response instanceof CfnGatewayResponse)) continue;
    for (const [name, value] of quote(corsHeaders(origin)))
      response.addPropertyOverride(`ResponseParameters.gatewayresponse\\.header\\.${name}`, value);
  }
};
