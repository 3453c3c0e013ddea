import { type IResource, MockIntegration, PassthroughBehavior, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { type ErrorCode, errorCatalogue } from '../lambdas/contract/errors.ts';
import { type Route, routes } from '../lambdas/contract/routes.ts';

const apiRoutes = (Object.values(routes) as Route[]).filter(({ host }) => host === 'api');

export const apiPaths = [...new Set(apiRoutes.map(({ path }) => path))];

/** Returns the headers of every rejection, as an integration response maps them. */
const getHeaders = (more: Readonly<Record<string, string>>): Record<string, string> => ({
  'Content-Type': "'application/json'",
  'Cache-Control': "'no-store'",
  'X-Content-Type-Options': "'nosniff'",
  'X-Request-Id': 'context.requestId',
  ...more,
});

/**
 * Adds a mock integration that rejects all other methods of a path. The response does not depend on the request body. A
 * content type without a mapping gets the gateway's own response (see `gateway-responses.ts`).
 */
const rejectOtherMethods = (at: IResource, code: ErrorCode, more: Readonly<Record<string, string>> = {}): void => {
  const { status, message } = errorCatalogue[code];
  const statusCode = String(status);
  const headers = Object.entries(getHeaders(more));
  const integration = new MockIntegration({
    passthroughBehavior: PassthroughBehavior.NEVER,
    requestTemplates: { 'application/json': JSON.stringify({ statusCode: status }) },
    integrationResponses: [
      {
        statusCode,
        responseTemplates: { 'application/json': JSON.stringify({ code, message }) },
        responseParameters: Object.fromEntries(
          headers.map(([name, value]) => [`method.response.header.${name}`, value]),
        ),
      },
    ],
  });
  at.addMethod('ANY', integration, {
    methodResponses: [
      {
        statusCode,
        responseParameters: Object.fromEntries(headers.map(([name]) => [`method.response.header.${name}`, true])),
      },
    ],
  });
};

/** Rejects other methods of known paths, and all methods of unknown paths. */
export const addRefusals = (api: RestApi): void => {
  for (const path of apiPaths) {
    const methods = apiRoutes.filter((route) => route.path === path).map(({ method }) => method);
    rejectOtherMethods(api.root.resourceForPath(path), 'METHOD_NOT_ALLOWED', { Allow: `'${methods.join(', ')}'` });
  }
  rejectOtherMethods(api.root, 'NOT_FOUND');
  rejectOtherMethods(api.root.addResource('{other+}'), 'NOT_FOUND');
};
