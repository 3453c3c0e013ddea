import { routes } from 'image-url-contract/routes.ts';
import { expect, it, vi } from 'vitest';
import * as z from 'zod';
import { findNearestWord } from '#engine/nearest-word.ts';
import { lintUnknownFields } from '../../lambdas/http/unknown-fields.ts';

vi.mock('#engine/nearest-word.ts', async (load) => {
  const { findNearestWord: find } = await load<typeof import('#engine/nearest-word.ts')>();
  return { findNearestWord: vi.fn(find) };
});

it('compares only the names that it lists, whatever a body holds', () => {
  const body = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`titel${n}`, n]));

  const warnings = lintUnknownFields(routes.checkTemplate, body);

  expect(warnings).toHaveLength(11);
  expect(warnings.at(-1)).toBe('99990 more names are not fields of this request');
  expect(findNearestWord).toHaveBeenCalledTimes(10);
});

it('parses no variables again, however deep they are', () => {
  const checked = vi.fn(() => true);
  const json: z.ZodType = z.lazy(() =>
    z.union([z.string().refine(checked), z.array(json), z.record(z.string(), json)]),
  );
  const body = z.object({ variables: z.record(z.string(), json), any: z.union([z.object({ a: json }), json]) });
  const deep = Array.from({ length: 60 }).reduce<unknown>((inner) => [{ a: inner }], 'text');
  expect(lintUnknownFields({ body }, { variables: { deep } })).toEqual([]);
  expect(checked).not.toHaveBeenCalled();
});
