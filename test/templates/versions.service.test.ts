import { describe, expect, it } from 'vitest';
import { anOwner } from '../support/an-owner.ts';
import { anAccount, aTemplate, type Caller, openCard, readUsage, send } from '../support/service.ts';

/** The card in another colour, which is another version of it. */
const cardIn = (colour: string): string => openCard.replace('#fff', colour);

/** A template of the caller's with one version for each colour. */
const aHistory = async (caller: Caller, [first = '', ...rest]: readonly string[]): Promise<string> => {
  const templateId = await aTemplate(caller, cardIn(first));
  for (const colour of rest)
    await send('PATCH', `/v1/templates/${templateId}`, { caller, body: { code: cardIn(colour) } });
  return templateId;
};
const mint = (caller: Caller, body: object) => send('POST', '/v1/url', { caller, body });
const getBytes = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());

describe('versions of a template', () => {
  it('are listed newest first, fetched with their code, and restored as a new one', async () => {
    const caller = await anAccount();
    const templateId = await aHistory(caller, ['#f00', '#0f0', '#00f']);
    const path = `/v1/templates/${templateId}`;

    const listed = await send('GET', `${path}/versions`, { caller });
    const first = await send('GET', `${path}/versions/1`, { caller });
    const restored = await send('POST', `${path}/versions/1/restore`, { caller });
    const after = await send('GET', path, { caller });

    const seen = listed.json.versions.map(({ version, isCurrent }: Record<string, unknown>) => [version, isCurrent]);
    expect(seen).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);
    expect(listed.json.versions[0]).toMatchObject({ engine: 'takumi', createdAt: expect.stringMatching(/Z$/) });
    expect(first.json.template).toMatchObject({ version: 1, code: cardIn('#f00') });
    expect(restored).toMatchObject({ status: 200, json: { templateId, template: { version: 4 } } });
    expect(after.json.template).toMatchObject({ version: 4, code: cardIn('#f00') });
  });

  it('are not made by restoring the code that is there', async () => {
    const caller = await anAccount();
    const templateId = await aHistory(caller, ['#f00', '#0f0']);
    const { json } = await send('POST', `/v1/templates/${templateId}/versions/2/restore`, { caller });
    expect(json.template.version).toBe(2);
  });

  it('of starters can be read and minted by everybody, and restored by nobody', async () => {
    const caller = await anAccount();
    const path = '/v1/templates/starter-article/versions';

    expect((await send('GET', path, { caller })).json.versions[0]).toMatchObject({ isCurrent: true });
    expect((await send('GET', `${path}/1`, { caller })).status).toBe(200);
    expect((await send('POST', `${path}/1/restore`, { caller })).json.code).toBe('TEMPLATE_NOT_FOUND');
    const refused = await send('DELETE', '/v1/templates/starter-article', { caller });
    expect(refused.json.code).toBe('TEMPLATE_NOT_FOUND');
    expect(refused.json.message).toContain('starter-article is a starter and cannot be changed: copy it first');
  });
});

describe('a mint', () => {
  it('renders the version it names, with the variables and the size of then', async () => {
    const { caller, templateId } = await anOwner(cardIn('#f00'));
    const old = (await mint(caller, { templateId })).json;
    const wide = cardIn('#0f0').replace('width: 320', 'width: 640').replace("title = 'Hello'", 'title');
    await send('PATCH', `/v1/templates/${templateId}`, { caller, body: { code: wide } });

    const now = await mint(caller, { templateId });
    const then = await mint(caller, { templateId, version: 1, details: true });

    expect(now.json.code).toBe('MISSING_TEMPLATE_VARIABLES');
    expect(then.json.details).toEqual({
      ...{ width: 320, height: 160, contentType: 'image/png' },
      ...{ version: 1, engine: 'takumi' },
    });
    expect(then.json.url).toBe(old.url);
  });

  it('says what the image will be when it is asked to, alone and in a batch', async () => {
    const { caller, templateId } = await anOwner();
    const item = { templateId, devicePixelRatio: 1.5, format: 'jpeg', details: true };

    const one = await mint(caller, item);
    const batch = await send('POST', '/v1/urls', { caller, body: { items: [item, { templateId }] } });

    const details = { width: 480, height: 240, contentType: 'image/jpeg', version: 1, engine: 'takumi' };
    expect(one.json).toEqual({ url: expect.any(String), expiresAt: expect.any(Number), details });
    expect(batch.json.urls[0]).toMatchObject({ templateId, details });
    expect(batch.json.urls[1]).not.toHaveProperty('details');
  });

  it('is refused with a version that is no whole number from 1 on, and charged nothing', async () => {
    const { caller, templateId } = await anOwner();
    for (const version of [0, -1, 1.5, '1', null, 1e300])
      expect((await mint(caller, { templateId, version })).json.code).toBe('INVALID_VERSION');
    expect(await readUsage(caller)).toEqual({ mints: 0, generations: 0 });
  });

  it('names the field when details is neither true nor false', async () => {
    const caller = await anAccount();
    const { json } = await mint(caller, { templateId: await aTemplate(caller), details: 'yes' });
    expect(json).toMatchObject({ code: 'INVALID_BODY', message: expect.stringContaining('details') });
  });
});

it('a deleted template answers 404 everywhere, while its published images stay', async () => {
  const [caller, stranger] = [await anAccount(), await anAccount()];
  const templateId = await aHistory(caller, ['#f00', '#0f0']);
  const path = `/v1/templates/${templateId}`;
  const { url } = (await mint(caller, { templateId })).json;
  const before = await getBytes(url);

  const refused = await send('DELETE', path, { caller: stranger });
  const deleted = await send('DELETE', path, { caller });

  expect(refused.json.code).toBe('TEMPLATE_NOT_FOUND');
  expect(deleted).toMatchObject({ status: 200, json: { templateId } });
  const again = await Promise.all([
    send('DELETE', path, { caller }),
    send('GET', path, { caller }),
    send('PATCH', path, { caller, body: { name: 'Back' } }),
    send('GET', `${path}/versions`, { caller }),
    send('GET', `${path}/versions/1`, { caller }),
    send('POST', `${path}/versions/1/restore`, { caller }),
    mint(caller, { templateId }),
    mint(caller, { templateId, version: 1 }),
  ]);
  expect(again.map(({ json }) => json.code)).toEqual(again.map(() => 'TEMPLATE_NOT_FOUND'));
  expect((await send('GET', '/v1/templates?scope=mine', { caller })).json.templates).toEqual([]);
  expect((await getBytes(url)).equals(before)).toBe(true);
});
