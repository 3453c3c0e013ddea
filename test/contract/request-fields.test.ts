import { getIssues } from 'image-url-contract/error-code.ts';
import { errorCatalogue, isServiceError } from 'image-url-contract/errors.ts';
import { type ApiRouteId, type Route, routes } from 'image-url-contract/routes.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { parseRequest, readBody } from '../../lambdas/http/parse-request.ts';
import { lintUnknownFields } from '../../lambdas/http/unknown-fields.ts';

const table = (Object.entries(routes) as [ApiRouteId, Route][]).filter(([, { auth }]) => auth === 'apiKey');
const withBody = table.filter(([, { body }]) => body);

/** Words with which zod describes an issue. */
const zodWords =
  /invalid input|expected \w+, received|too (?:big|small):|unrecognized key|invalid (?:option|string)|zod/i;

type Place = readonly (string | number)[];
interface Field {
  readonly at: Place;
  readonly schema: z.core.$ZodType;
}

/** Returns every field that a schema declares, whatever wraps it; each list and record has one entry. */
const getFields = (schema: z.core.$ZodType, at: Place = [], seen: readonly z.core.$ZodType[] = []): Field[] => {
  if (seen.includes(schema)) return [];
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inner = (next: z.core.$ZodType, step: Place = []) => getFields(next, [...at, ...step], [...seen, schema]);
  if ('innerType' in def) return inner(def.innerType);
  if (def.type === 'pipe') return inner(def.in);
  if (def.type === 'lazy') return inner(def.getter());
  if (def.type === 'union') return def.options.flatMap((option) => inner(option));
  const own = [{ at, schema }];
  if (def.type === 'object')
    return [...own, ...Object.entries(def.shape).flatMap(([name, field]) => inner(field, [name]))];
  if (def.type === 'array') return [...own, ...inner(def.element, [0])];
  if (def.type === 'record') return [...own, ...inner(def.valueType, ['key'])];
  return own;
};

/** Returns a body with a value at a place, and nothing else. */
const put = (at: Place, value: unknown): unknown => {
  const [step, ...rest] = at;
  if (step === undefined) return value;
  return typeof step === 'number' ? [put(rest, value)] : { [step]: put(rest, value) };
};

/** Segments of every path. */
const pathParameters = { templateId: 't', siteId: 's', version: '1', keyId: 'k', signingKeyId: 'k', fontId: 'f' };

const toWord = (text: unknown): string =>
  String(text)
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');

const misspell = (name: string): string => `${name.slice(0, -1)}x${name.slice(-1)}`;
const isLong = (name: string): boolean => name.length > 3;

const wrong = [null, true, -1, 1.5, 1e308, '', 'x', '\ud800', [], [[]], {}, { x: 1 }];

/** Returns the answer to a body: the error, or undefined where it is accepted. */
const send = (id: ApiRouteId, body: string, query: Record<string, string> = {}) => {
  const event = { body, isBase64Encoded: false, pathParameters, queryStringParameters: query } as never;
  const route: Route = { ...routes[id] };
  const raw = readBody(route, event);
  try {
    return { warnings: parseRequest(id, event, raw).warnings };
  } catch (error) {
    return { error };
  }
};

describe.each(withBody)('%s', (id, route) => {
  const parse = (json: unknown) => {
    const parsed = route.body?.safeParse(json);
    return parsed?.error ? getIssues(parsed.error) : [];
  };

  it('answers a value of any wrong type with a code of its own, in its own words', () => {
    for (const { at } of getFields(route.body as z.ZodType))
      for (const value of wrong) {
        const json = put(at, value);
        for (const { code, detail } of parse(json)) {
          expect(route.errors, `${at.join('.')}: ${JSON.stringify(value)}`).toContain(code);
          expect(detail ?? '').not.toMatch(zodWords);
        }
      }
  });

  it('names the field that has a wrong value', () => {
    for (const { at } of getFields(route.body as z.ZodType).filter((field) => field.at.length > 0))
      for (const value of wrong)
        for (const { code, detail, path } of parse(put(at, value)).filter((issue) =>
          at.every((s, n) => issue.path[n] === s),
        )) {
          const names = path.filter((step) => typeof step === 'string').map(toWord);
          const words = toWord(detail ?? errorCatalogue[code].message);
          // an entry of a record may be named by its record
          const isNamed = names.slice(-2).some((name) => words.includes(name.replace(/s$/, '')));
          expect(isNamed, `${path.join('.')} = ${JSON.stringify(value)}: ${words}`).toBe(true);
        }
  });

  it.each([
    ['an empty body', '', /is empty/],
    ['a body that is no object', '[]', /JSON object/],
    ['a text', '"x"', /JSON object/],
    ['null', 'null', /JSON object/],
    ['a comma too many', '{\n  "a": 1,\n}', /line 3, column 1/],
    ['an unquoted name', '{a: 1}', /line 1, column 2/],
    ['a number with a zero in front', '{"a": 01}', /line 1, column \d/],
    ['text behind it', '{} x', /line 1, column 4/],
    ['a line break in a text', '{"a": "b\nc"}', /line 1, column \d/],
    ['a space that is none of JSON', '{"a":\u00a01}', /line 1, column \d/],
  ])('says what is wrong with %s', (_what, body, words) => {
    const { error } = send(id, body);
    if (!isServiceError(error)) throw error;
    expect(error.message).toMatch(words);
    expect(error.message).not.toMatch(zodWords);
  });

  it('names an unknown field in every object of a valid request, and the one that was meant', () => {
    const objects = getFields(route.body as z.ZodType).flatMap(({ at, schema }) =>
      schema instanceof z.ZodObject
        ? Object.keys(schema.shape)
            .filter(isLong)
            .slice(-1)
            .map((name) => [at, name] as const)
        : [],
    );
    expect(objects.length).toBeGreaterThan(0);
    for (const [at, name] of objects) {
      const misspelt = misspell(name);
      const place = [...at, misspelt].reduce<string>(
        (path, step) => (typeof step === 'number' ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`),
        '',
      );
      expect(lintUnknownFields(route, put([...at, misspelt], 1))).toEqual([
        `${place} is not a field of this request; did you mean ${name}?`,
      ]);
    }
  });
});

const withQuery = table.filter(([, { query }]) => query);
it.each(withQuery)('%s names an unknown parameter of its query, and the one that was meant', (id, { query, ok }) => {
  expect((ok.body as z.ZodObject).shape).toHaveProperty('warnings');
  const [name = ''] = Object.keys((query as z.ZodObject).shape);
  const misspelt = misspell(name);
  const { warnings } = send(id, '', { [misspelt]: 'x' });
  expect(warnings).toEqual([`${misspelt} is not a parameter of this request; did you mean ${name}?`]);
});

describe('a field that is unknown', () => {
  const inner = z.object({ colour: z.string() });
  it.each<[string, z.ZodType, unknown, string[]]>([
    ['a default', inner.default({ colour: '' }), { color: 1 }, ['color']],
    ['a value of a pipe', inner.transform(({ colour }) => colour), { color: 1 }, ['color']],
    ['a lazy schema', z.lazy(() => inner), { color: 1 }, ['color']],
    ['a schema that is read-only', inner.readonly(), { color: 1 }, ['color']],
    ['a schema with a fallback', inner.catch({ colour: '' }), { color: 1 }, ['color']],
    ['a preprocessed schema', z.preprocess((value) => value, inner), { color: 1 }, ['color']],
    ['a record', z.record(z.string(), inner), { one: { colour: '', color: 1 } }, ['one.color']],
    ['a tuple', z.tuple([z.string(), inner]), ['', { colour: '', color: 1 }], ['[1].color']],
    [
      'an intersection',
      z.intersection(inner, z.object({ width: z.number() })),
      { colour: '', width: 1, color: 1 },
      ['color'],
    ],
    ['the first option of a union that fits', z.union([z.string(), inner]), { colour: '', color: 1 }, ['color']],
    [
      'a union with several that fit',
      z.union([inner, z.object({ colour: z.string(), width: z.number() })]),
      { colour: '', width: 1 },
      [],
    ],
    ['a record of anything', z.record(z.string(), z.unknown()), { any: { thing: 1 } }, []],
    ['an object that takes others', z.looseObject({ colour: z.string() }), { color: 1 }, []],
  ])('is found in %s', (_what, body, json, fields) => {
    expect(lintUnknownFields({ body }, json).map((warning) => warning.split(' ')[0])).toEqual(fields);
  });
});
