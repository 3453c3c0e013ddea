import * as z from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { edgeHeaders } from '../../lambdas/contract/edge.ts';
import { type ErrorCode, errorCatalogue } from '../../lambdas/contract/errors.ts';
import { imageFormats } from '../../lambdas/contract/image-formats.ts';
import { imageParameters } from '../../lambdas/contract/image-parameters.ts';
import { limits } from '../../lambdas/contract/limits.ts';
import { type Route, routes } from '../../lambdas/contract/routes.ts';

const errorBody = (codes: readonly ErrorCode[]) =>
  z.object({ code: z.enum(codes as [ErrorCode, ...ErrorCode[]]), message: z.string() });

const text = (description: string) => ({ description, schema: { type: 'string' as const } });

/** Headers of the answers that know how much of the route's quota is left. */
const quotaHeaders = ({ quota }: Route, status: number) =>
  quota !== undefined &&
  (status === 200 || status === 429) && {
    headers: {
      'RateLimit-Policy': text(`The month's allowance: \`"${quota}";q=LIMIT\`.`),
      RateLimit: text(`What is left of it, and seconds to its end: \`"${quota}";r=REMAINING;t=SECONDS\`.`),
    },
  };

/** One response per status, listing the codes it may carry. */
const failures = (route: Route) => {
  const byStatus = Map.groupBy(route.errors, (code) => route.statuses?.[code] ?? errorCatalogue[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.join(', '),
        ...quotaHeaders(route, status),
        content: { 'application/json': { schema: errorBody(codes) } },
      },
    ]),
  );
};

/** Each deployment has two addresses of its own; those of `npm run dev` stand for them. */
const getServer = (host: Route['host']) => ({
  url: host === 'api' ? '{baseUrl}' : '{imageUrl}',
  description: host === 'api' ? 'The API of a deployment.' : 'The image host of a deployment.',
  variables:
    host === 'api'
      ? { baseUrl: { default: 'http://127.0.0.1:8787' } }
      : { imageUrl: { default: 'http://127.0.0.1:8788' } },
});

const bytes = Object.fromEntries(imageFormats.map((format) => [`image/${format}`, {}]));

/** Of an image of which link previewers get another form. */
const clientClassHeaders = {
  Vary: text('`User-Agent`, only where link previewers get other bytes than everybody else.'),
  [edgeHeaders.clientClass]: text('Which of the two answers it is, only where there are two: `previewer` or `other`.'),
};

const imageQuery = z.object(
  Object.fromEntries(
    Object.entries(imageParameters).map(([name, { isOptional }]) => [
      name,
      isOptional ? z.string().optional() : z.string(),
    ]),
  ),
);

const getOperation = (id: string, route: Route): ZodOpenApiOperationObject => {
  const isMinted = route.host === 'image' && route.pathParameters === undefined;
  const query = isMinted ? imageQuery : route.query;
  return {
    operationId: id,
    summary: route.summary,
    ...(isMinted && {
      description:
        'Beside the parameters below there is one, v_NAME, for each variable. The image comes in the format that was minted; ' +
        `link previewers get the same pixels as JPEG, or PNG, of at most ${limits.previewerBytes} bytes where that can be done.`,
    }),
    // the signature is in the address: nothing is to be sent with it
    security: route.auth === 'apiKey' ? [{ apiKey: [] }] : [],
    ...(route.host === 'image' && { servers: [getServer('image')] }),
    requestParams: {
      ...(query && { query: query as z.ZodObject }),
      ...(route.pathParameters && { path: route.pathParameters as z.ZodObject }),
    },
    ...(route.body && { requestBody: { required: true, content: { 'application/json': { schema: route.body } } } }),
    responses: {
      [String(route.ok.status)]: {
        description: 'Success',
        ...quotaHeaders(route, route.ok.status),
        ...(route.host === 'image' && { headers: clientClassHeaders }),
        content: route.ok.body ? { 'application/json': { schema: route.ok.body } } : bytes,
      },
      ...(route.host === 'image' && { '304': { description: 'Not modified' } }),
      ...failures(route),
    },
  };
};

/** `docs/openapi.json`: the interface as OpenAPI 3.1, made from the route table. */
export const openApiDocument = () => {
  const paths: ZodOpenApiPathsObject = {};
  for (const [id, route] of Object.entries(routes) as [string, Route][]) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: getOperation(id, route) };
  }
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Image URL and template service',
        version: '1',
        license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
      },
      servers: [getServer('api')],
      security: [{ apiKey: [] }],
      components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
      paths,
    },
    {
      // any JSON value, written out, would name itself: openapi-typescript makes no type of that
      override: ({ jsonSchema }) => {
        if (jsonSchema.id === 'Json') delete jsonSchema.anyOf;
      },
    },
  );
};
