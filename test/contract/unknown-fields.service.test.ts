import { type Route, routes } from 'image-url-contract/routes.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { lintUnknownFields } from '../../lambdas/http/unknown-fields.ts';
import { anOwner } from '../support/an-owner.ts';
import { card, send } from '../support/service.ts';

const table = Object.entries(routes) as [string, Route][];

/** Returns whether every object that a schema describes has the field. */
const hasField = (schema: z.ZodType | undefined, field: string): boolean => {
  if (schema instanceof z.ZodUnion) return schema.options.every((one) => hasField(one as z.ZodType, field));
  return schema instanceof z.ZodObject && field in schema.shape;
};

describe('a field that a request does not have', () => {
  it('has a place in the response of every route with a body', () => {
    const without = table.filter(([, { body, ok }]) => body && !hasField(ok.body, 'warnings'));
    expect(without.map(([id]) => id)).toEqual([]);
  });

  it('is named with the field that is meant, where it is, and a few of many', () => {
    const items = [{}, {}, { widht: 9, variables: { any: { thing: 1 } } }];
    const lint = (json: unknown, id: 'mintUrls' | 'createSite' = 'mintUrls') => lintUnknownFields(routes[id], json);
    expect(lint({ items, item: 1 })).toEqual([
      'items[2].widht is not a field of this request; did you mean width?',
      'item is not a field of this request; did you mean items?',
    ]);
    expect(lint({ map: { title: 'x', any: 'y' }, paths: ['/'] }, 'createSite')).toEqual([]);
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`${n}${'x'.repeat(20)}`, n]));
    const warnings = lint({ ...many, ['long'.repeat(10_000)]: 1 });
    expect([warnings.length, warnings.at(-1)]).toEqual([11, '49991 more names are not fields of this request']);
    expect(JSON.stringify(warnings).length).toBeLessThan(2_000);
  });

  it('is a warning of the response and no error', async () => {
    const { caller, templateId } = await anOwner();
    const warning = 'widht is not a field of this request; did you mean width?';
    const post = async (path: string, body: object) => (await send('POST', path, { caller, body })).json;

    const minted = await post('/v1/url', { templateId, widht: 9, variables: { unseen: 1 } });
    const batch = await post('/v1/urls', { items: [{ templateId }, { templateId, widht: 9 }] });
    const checked = await post('/v1/templates/check', { code: card, widht: 9, variables: { author: 'A' } });
    const created = await post('/v1/templates', { name: 'x', code: card, desciption: 'y' });
    const known = await post('/v1/templates', { name: 'x', code: card });

    expect(minted).toMatchObject({ url: expect.any(String), warnings: ['unseen is not a variable', warning] });
    expect(batch).toMatchObject({ urls: [{}, {}], warnings: [`items[1].${warning}`] });
    expect(checked.warnings).toContainEqual({ code: 'unknown-field', message: warning });
    expect(created.warnings).toEqual(['desciption is not a field of this request; did you mean description?']);
    expect(known.warnings).toBeUndefined();
  });
});
