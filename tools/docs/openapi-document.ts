import { edgeHeaders } from 'image-url-contract/edge.ts';
import { errorCatalogue } from 'image-url-contract/errors.ts';
import { imageParameters } from 'image-url-contract/image-parameters.ts';
import { limits } from 'image-url-contract/limits.ts';
import { type Route, routes } from 'image-url-contract/routes.ts';
import type { QuotaName } from 'image-url-contract/schemas/usage.ts';
import * as z from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { imageFormats } from '#engine/image-formats.ts';

const text = (description: string) => ({ description, schema: { type: 'string' as const } });

/** Returns the headers of responses that report the remaining quota. */
const quotaHeaders = (quota: QuotaName) => ({
  'RateLimit-Policy': text(`The month's allowance: \`"${quota}";q=LIMIT\`.`),
  RateLimit: text(`What is left of it, and seconds to its end: \`"${quota}";r=REMAINING;t=SECONDS\`.`),
});

const errorBody = z
  .object({
    code: z.string(),
    message: z.string(),
    item: z.int().optional().meta({ description: 'In a batch: index of the item, or the size, at fault.' }),
  })
  .meta({ id: 'Error' });

const error = { description: 'An error', content: { 'application/json': { schema: errorBody } } };
const errorResponses = {
  Error: error,
  MintsError: { ...error, headers: quotaHeaders('mints') },
  GenerationsError: { ...error, headers: quotaHeaders('generations') },
};
const quotaErrors = { mints: 'MintsError', generations: 'GenerationsError' } as const;

/** Returns one response per status, described by its codes. */
const failures = ({ errors, statuses, quota }: Route) => {
  const byStatus = Map.groupBy(errors, (code) => String(statuses?.[code] ?? errorCatalogue[code].status));
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const name = status === '429' && quota ? quotaErrors[quota] : 'Error';
      return [status, { $ref: `#/components/responses/${name}`, description: codes.join(', ') }];
    }),
  );
};

/** Returns the server of a route; the default values of its variables are those of `npm run dev`. */
const getServer = (host: Route['host']) => ({
  url: host === 'api' ? '{baseUrl}' : '{imageUrl}',
  description: host === 'api' ? 'The API of a deployment.' : 'The image host of a deployment.',
  variables:
    host === 'api'
      ? { baseUrl: { default: 'http://127.0.0.1:8787' } }
      : { imageUrl: { default: 'http://127.0.0.1:8788' } },
});

const bytes = Object.fromEntries(imageFormats.map((format) => [`image/${format}`, {}]));

/** Headers of an image of which link previewers get another version. */
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
    // the signature is in the URL
    security: route.auth === 'apiKey' ? [{ apiKey: [] }] : [],
    ...(route.host === 'image' && { servers: [getServer('image')] }),
    requestParams: {
      ...(query && { query: query as z.ZodObject }),
      ...(route.pathParameters && { path: route.pathParameters as z.ZodObject }),
    },
    ...(route.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: route.body }, ...(route.acceptsImages && { 'image/*': {} }) },
      },
    }),
    responses: {
      [String(route.ok.status)]: {
        description: 'Success',
        ...(route.quota && { headers: quotaHeaders(route.quota) }),
        ...(route.host === 'image' && { headers: clientClassHeaders }),
        content: route.ok.body ? { 'application/json': { schema: route.ok.body } } : bytes,
      },
      ...(route.ok.again !== undefined &&
        route.ok.body && {
          [String(route.ok.again)]: {
            description: 'What it would make was there before',
            content: { 'application/json': { schema: route.ok.body } },
          },
        }),
      ...(route.host === 'image' && { '304': { description: 'Not modified' } }),
      ...failures(route),
    },
  };
};

/** Returns `docs/openapi.json`: the API as OpenAPI 3.1, generated from the route table. */
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
      components: {
        responses: errorResponses,
        securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
      },
      paths,
    },
    {
      // spelled out, the type would refer to itself, which openapi-typescript does not support
      override: ({ jsonSchema }) => {
        if (jsonSchema.id === 'Json') delete jsonSchema.anyOf;
      },
    },
  );
};
