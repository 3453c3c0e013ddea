import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { anOwner } from '../support/an-owner.ts';
import { anAccount, aTemplate, card, openCard, send, service, useUp } from '../support/service.ts';

describe('a template', () => {
  it('is created, fetched, changed and listed', async () => {
    const caller = await anAccount();

    const first = { name: 'Card', description: 'One', code: card };
    const second = { code: card.replace('320', '321'), description: 'Two' };
    const created = await send('POST', '/v1/templates', { caller, body: first });
    const { templateId } = created.json;
    const path = `/v1/templates/${templateId}`;
    const fetched = await send('GET', path, { caller });
    const changed = await send('PATCH', path, { caller, body: second });
    const renamed = await send('PATCH', path, { caller, body: { name: 'Other' } });
    const listed = await send('GET', '/v1/templates?scope=mine', { caller });

    const variables = [
      { name: 'title', defaultValue: 'Hello', required: false },
      { name: 'author', defaultValue: '', required: true },
    ];
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const facts = { engine: 'takumi', createdAt: time, updatedAt: time };
    const seen = { _id: templateId, name: 'Card', variables, width: 320, height: 160, format: 'png', ...facts };
    expect(created).toMatchObject({
      status: 201,
      json: { template: { ...seen, description: 'One', version: 1, isPublic: false } },
    });
    expect(fetched).toMatchObject({ status: 200 });
    expect(fetched.json).toEqual({ template: { ...seen, version: 1, code: card } });
    expect(changed.json).toMatchObject({ templateId, template: { width: 321, version: 2, description: 'Two' } });
    expect(renamed.json).toMatchObject({ templateId, template: { width: 321, version: 2, name: 'Other' } });
    expect(listed.json).toEqual({
      scope: 'mine',
      templates: [
        {
          ...{ ...seen, name: 'Other', version: 2, width: 321, description: 'Two', devicePixelRatio: 1 },
          ...{ isPublic: false, signedPreviewUrl: expect.any(String) },
        },
      ],
    });
  });

  it('is previewed by an image, with its required variables standing for themselves', async () => {
    const caller = await anAccount();
    await aTemplate(caller, card);
    const { json } = await send('GET', '/v1/templates?scope=mine', { caller });
    const url = new URL(json.templates[0].signedPreviewUrl);
    expect(url.searchParams.get('v_author')).toBe('Author');
    const image = await fetch(url);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('that is not there names the starter that may be meant', async () => {
    const { json } = await send('GET', '/v1/templates/starter-artcle', { caller: await anAccount() });
    expect(json.message).toContain('"starter-artcle". Do you mean starter-article?');
  });

  it('does not grow a version by the same code or another name', async () => {
    const caller = await anAccount();
    const path = `/v1/templates/${await aTemplate(caller)}`;
    const { json } = await send('PATCH', path, { caller, body: { code: openCard, name: 'Other' } });
    expect(json.template).toMatchObject({ version: 1, name: 'Other' });
  });

  it('does not change images that were published before an update', async () => {
    const { caller, templateId } = await anOwner();
    const mint = async (options: object = {}): Promise<string> =>
      (await send('POST', '/v1/url', { caller, body: { templateId, ...options } })).json.url;
    const image = async (url: string) => {
      const response = await fetch(url);
      expect(response.status).toBe(200);
      return Buffer.from(await response.arrayBuffer());
    };
    const getCorner = async (url: string) => {
      const [corner] = await sharp(await image(url))
        .raw()
        .toBuffer();
      return corner;
    };
    // of the same template: one rendered before the update, the other only after it
    const rendered = await mint();
    const unrendered = await mint({ width: 200 });
    const published = await image(rendered);
    await send('PATCH', `/v1/templates/${templateId}`, { caller, body: { code: openCard.replace('#fff', '#000') } });
    const after = await mint();

    expect((await image(rendered)).equals(published)).toBe(true);
    expect([await getCorner(unrendered), await getCorner(after)]).toEqual([255, 0]);
    expect(new URL(after).searchParams.get('tv')).toBe('2');
  });
});

describe('GET /v1/templates', () => {
  it.each([
    ['all', true, true],
    ['mine', true, false],
    ['starter', false, true],
  ])('scope %s holds own templates: %s, starters: %s', async (scope, hasOwn, hasStarters) => {
    const caller = await anAccount();
    const own = await aTemplate(caller);
    const { json } = await send('GET', `/v1/templates?scope=${scope}`, { caller });
    const ids = json.templates.map((template: { _id: string }) => template._id);
    expect(json.scope).toBe(scope);
    expect([ids.includes(own), ids.some((id: string) => id.startsWith('starter-'))]).toEqual([hasOwn, hasStarters]);
  });

  it('shows the seeded key at least twelve starters, every one with an image', async () => {
    const { json } = await send('GET', '/v1/templates?scope=starter', { caller: service });
    expect(json.templates.length).toBeGreaterThanOrEqual(12);
    for (const { _id, format, signedPreviewUrl } of json.templates) {
      const image = await fetch(signedPreviewUrl);
      expect([_id, image.status, image.headers.get('content-type')]).toEqual([_id, 200, `image/${format}`]);
      expect((await image.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
    }
  });
});

describe('bad input', () => {
  it.each([
    ['a body that is no object', '[]', 'INVALID_JSON', /JSON object/],
    ['the key "name" twice', '{"name":"a","name":"b","code":"x"}', 'INVALID_JSON', /"name" twice/],
    ['a prototype key', '{"name":"a","code":"x","__proto__":{"a":1}}', 'INVALID_JSON', /__proto__/],
    ['abysmal nesting', `{"name":${'['.repeat(70)}${']'.repeat(70)}}`, 'INVALID_JSON', /levels deep/],
    ['an empty body', '', 'INVALID_JSON', /JSON object/],
    ['an unpaired surrogate in the name', '{"name":"\\ud800","code":"x"}', 'INVALID_NAME', /name/],
    ['an unpaired surrogate in the code', '{"name":"a","code":"\\udc00"}', 'INVALID_CODE', /surrogate/],
    ['a name that is a number', '{"name":5,"code":"x"}', 'INVALID_NAME', /name/],
    [
      'a description that is too long',
      JSON.stringify({ name: 'a', code: 'x', description: 'd'.repeat(2001) }),
      'INVALID_JSON',
      /description/,
    ],
    ['code that is a list', '{"name":"a","code":[]}', 'INVALID_CODE', /code/],
    ['null for the name', '{"name":null,"code":"x"}', 'INVALID_NAME', /name/],
  ])('%s is refused and changes nothing', async (_what, body, code, message) => {
    const caller = await anAccount();
    const { status, json } = await send('POST', '/v1/templates', { caller, body });
    expect([status, json.code]).toEqual([400, code]);
    expect(json.message).toMatch(message);
    expect((await send('GET', '/v1/templates?scope=mine', { caller })).json.templates).toEqual([]);
  });

  it('that is no UTF-8 is refused', async () => {
    const caller = await anAccount();
    const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('","code":"x"}')]);
    expect((await send('POST', '/v1/templates', { caller, body })).json.code).toBe('INVALID_JSON');
  });

  it('at unknown addresses and with unknown methods is answered as JSON', async () => {
    const [nowhere, method, imageMethod] = await Promise.all([
      send('GET', '/v1/nothing'),
      send('DELETE', '/v1/templates'),
      fetch(`${service.imageUrl}/v1/image`, { method: 'POST' }),
    ]);

    expect([nowhere.status, nowhere.json.code]).toEqual([404, 'NOT_FOUND']);
    expect([method.status, method.json.code, method.headers.get('allow')]).toEqual([
      405,
      'METHOD_NOT_ALLOWED',
      'GET, POST',
    ]);
    expect(imageMethod.status).toBe(405);
    expect(await imageMethod.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
    expect(nowhere.headers.get('x-request-id')).toMatch(/./);
  });
});

it('a template of another account is not found before anything is compiled or counted', async () => {
  const [{ templateId }, ben] = [await anOwner(), await anAccount()];
  await useUp(ben, 'trials');
  const wrong = { code: 'export const nothing = 1;' };
  const requests = [
    ['PATCH', `/v1/templates/${templateId}`, wrong],
    ['POST', '/v1/templates/check', { templateId }],
    ['POST', `/v1/templates/${templateId}/versions/1/restore`],
    ['PUT', '/v1/fallback', { templateId }],
  ] as const;
  for (const [method, path, body] of requests)
    expect((await send(method, path, { caller: ben, body })).json.code).toBe('TEMPLATE_NOT_FOUND');
});
