import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { issuesOf } from '../../../lambdas/contract/coded.ts';
import { type ErrorCode, errorCatalogue } from '../../../lambdas/contract/errors.ts';
import { frontErrors, type Route, routes } from '../../../lambdas/contract/routes.ts';
import { functions } from '../../../lambdas/functions.ts';

const table = Object.entries(routes) as [keyof typeof routes, Route][];

describe('the contract', () => {
  it('promises no error twice in one route', () => {
    for (const [, { errors }] of table) expect(new Set(errors).size).toBe(errors.length);
  });

  it('declares no error that nobody answers with', () => {
    const promised = new Set<ErrorCode>([...frontErrors, ...table.flatMap(([, { errors }]) => errors)]);

    expect(Object.keys(errorCatalogue).filter((code) => !promised.has(code as ErrorCode))).toEqual([]);
  });

  it('promises what it fails as, and what it says of a body that is no JSON', () => {
    for (const [, route] of table) {
      expect(route.errors).toContain(route.failsAs);
      if (route.body) expect(route.errors).toContain(route.malformedBody);
    }
  });

  it('gives every route with an API key the means to check it', () => {
    for (const [id, { auth }] of table) {
      const means = functions[id].needs.filter(
        (need) => need === 'callers:read' || need === 'callersWithTemplates:read',
      );
      expect(means).toHaveLength(auth === 'apiKey' ? 1 : 0);
    }
  });

  it('names a promised code in every rule of every schema', () => {
    const wrong = [undefined, null, 5, 'x', [], {}, true];
    for (const [id, { body, errors }] of table) {
      if (!(body instanceof z.ZodObject)) continue;
      const requests = Object.keys(body.shape).flatMap((field) => wrong.map((value) => ({ [field]: value })));
      for (const request of [...wrong, ...requests]) {
        const result = body.safeParse(request);
        const codes = result.success ? [] : issuesOf(result.error).map(({ code }) => code);
        for (const code of codes) expect(errors, `${id} ${JSON.stringify(request)}`).toContain(code);
      }
    }
  });
});
