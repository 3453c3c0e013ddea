import { getIssues } from 'image-url-contract/error-code.ts';
import { type ErrorCode, errorCatalogue } from 'image-url-contract/errors.ts';
import { busyErrors, frontErrors, type Route, routes } from 'image-url-contract/routes.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { getNeeds } from '../../lambdas/config/functions.ts';

const table = Object.entries(routes) as [keyof typeof routes, Route][];

describe('the contract', () => {
  it('declares no error that no route returns', () => {
    const promised = new Set<ErrorCode>([...busyErrors, ...frontErrors, ...table.flatMap(([, { errors }]) => errors)]);
    expect(Object.keys(errorCatalogue).filter((code) => !promised.has(code as ErrorCode))).toEqual([]);
  });

  it('lists each error once, its own failure and the error for a body that is no JSON among them', () => {
    for (const [, { errors, failsAs, body, malformedBody }] of table) {
      expect(new Set(errors).size).toBe(errors.length);
      expect(errors).toEqual(expect.arrayContaining(body ? [failsAs, malformedBody] : [failsAs]));
    }
  });

  it('gives every route with an API key the means to check it', () => {
    for (const [id, { auth }] of table) {
      const means = getNeeds(id).filter((need) => /^(callers(WithTemplates)?|minters):read$/.test(need));
      expect(means).toHaveLength(auth === 'apiKey' ? 1 : 0);
    }
  });

  it('names a promised code in every rule of every schema', () => {
    const wrong = [undefined, null, 5, 'x', [], {}, true];
    const withWrongFields = (schema: z.ZodType): object[] =>
      schema instanceof z.ZodObject
        ? Object.keys(schema.shape).flatMap((field) => wrong.map((value) => ({ [field]: value })))
        : [];
    const tried = new Set<string>();
    for (const [id, { body, query, pathParameters, errors }] of table) {
      for (const schema of [body, query, pathParameters].filter((one) => one !== undefined)) {
        const items = schema instanceof z.ZodObject ? schema.shape.items : undefined;
        const batches = items instanceof z.ZodArray ? withWrongFields(items.element as z.ZodType) : [];
        const requests = [
          ...(schema === body ? wrong : []),
          ...withWrongFields(schema),
          ...batches.map((item) => ({ items: [item] })),
        ];
        for (const request of requests) {
          const result = schema.safeParse(request);
          const codes = result.success ? [] : getIssues(result.error).map(({ code }) => code);
          for (const code of codes) expect(errors, `${id} ${JSON.stringify(request)}`).toContain(code);
          for (const code of codes) tried.add(`${id} ${code}`);
        }
      }
    }
    expect(tried).toContain('mintUrls INVALID_WIDTH');
    expect(tried).toContain('listTemplates INVALID_SCOPE');
    expect(tried).toContain('getTemplate MISSING_TEMPLATE_ID');
  });
});
